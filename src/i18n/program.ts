import { both } from './both.ts';

/** What every command can run into: no home folder, no Claude Code, output that cannot be written, a bug. */
export const programMessages = both(
  {
    noHome: 'no home folder: HOME is not set to a full path',
    noHomeFix: 'Set HOME, or CLAUDE_CONFIG_DIR, to a full path.',
    claudeMissing: 'Claude Code was not found',
    claudeMissingFix:
      'Install it so that `claude` is on PATH, or set CCC_CLAUDE to its full path, or reinstall ccc-supervisor with its optional packages.',
    claudeUnusable: (path: string) => `CCC_CLAUDE is not an executable program: ${path}`,
    claudeUnusableFix: 'Set it to the full path of an executable `claude`, or unset it.',
    notStarted: (code: string) =>
      `Claude Code could not be started (${code}). Check that CCC_CLAUDE, or the \`claude\` on PATH, is a program for this machine.`,
    outputNotWritten: (code: string) => `the output could not be written (${code}); check free disk space`,
    inSession: (command: string) =>
      `ccc ${command} cannot be run in a Claude Code session: the agent must not answer for you`,
    inSessionFix: (command: string) => `Run it in a terminal of your own: ccc ${command}`,
    internalError: 'ccc: internal error; please report it with the lines below',
  },
  {
    noHome: '没有主目录：HOME 没有设为完整路径',
    noHomeFix: '请把 HOME 或 CLAUDE_CONFIG_DIR 设为完整路径。',
    claudeMissing: '找不到 Claude Code',
    claudeMissingFix:
      '请安装并让 `claude` 在 PATH 中，或把 CCC_CLAUDE 设为它的完整路径，或连同可选包重新安装 ccc-supervisor。',
    claudeUnusable: (path) => `CCC_CLAUDE 不是可执行的程序：${path}`,
    claudeUnusableFix: '请设为可执行的 `claude` 的完整路径，或取消设置。',
    notStarted: (code) =>
      `Claude Code 无法启动（${code}）。请检查 CCC_CLAUDE 或 PATH 中的 \`claude\` 是否是适用于本机的程序。`,
    outputNotWritten: (code) => `输出无法写入（${code}）；请检查磁盘空间`,
    inSession: (command) => `ccc ${command} 不能在 Claude Code 会话里运行：代理不能替你回答`,
    inSessionFix: (command) => `请在你自己的终端里运行：ccc ${command}`,
    internalError: 'ccc：内部错误；请连同下面几行一起报告',
  },
);
