import { both } from './both.ts';

/** What `ccc doctor` says about trying the hooks in the real client. */
export const hooksMessages = both(
  {
    trying: {
      launch: 'ccc doctor: trying the hooks in the real client with a scripted API (up to 60 s) …',
      installed: 'ccc doctor: trying the installed hooks in the same way …',
    },
    proved: {
      launch: (seconds: number) =>
        `a session started by ccc is supervised: reviewed, sent back with feedback, reviewed again, approved (${seconds.toFixed(1)} s)`,
      installed: (seconds: number) =>
        `a session started by plain claude is supervised: reviewed, sent back with feedback, reviewed again, approved (${seconds.toFixed(1)} s)`,
    },
    failed: {
      launch: 'the hooks of a session started by ccc do not work',
      installed: 'the installed hooks do not work',
    },
    /** How far it got. */
    steps: {
      'not-started': (code: string) => `Claude Code could not be started (${code}).`,
      'no-request': () => 'Claude Code started, but sent no request.',
      'no-hook': (error: string) => `Claude Code worked, but did not run the hook${error ? `: ${error}` : '.'}`,
      'no-review': (error: string) => `The hook ran, but the reviewer sent no request${error ? `: ${error}` : '.'}`,
      'no-feedback': () => 'The reviewer sent the agent back, but the agent did not get the feedback.',
      'no-verdicts': (found: string) =>
        `The agent got the feedback, but the journal has ${found || 'nothing'} instead of block, then allow.`,
    },
    stoppedAfter: (seconds: number) => ` It was stopped after ${seconds} s.`,
    exitedWith: (code: number | string) => ` It exited with ${code}.`,
    clientOutput: (text: string) => `Claude Code printed: ${text}`,
    fixes: {
      'not-started': 'Check that Claude Code is built for this machine, or reinstall it.',
      'no-request': 'Fix what Claude Code printed; if it printed nothing, start claude yourself and see.',
      'no-hook': 'Update Claude Code (claude update); if CLAUDE_CODE_SHELL_PREFIX is set, try without it.',
      'no-hook-installed': 'Run: ccc install',
      other: 'Try again; if it fails again, update Claude Code and ccc, and report it with the lines above.',
    },
    realApi: (name: string) =>
      `not tried: an administrator's settings (${name}) would send Claude Code to a real API instead of the scripted one`,
    realApiFix: 'Start a session with ccc: at a stop it says whether the work was reviewed.',
    refused: (path: string, why: string) => `Claude Code does not load all of ${path}: ${why}`,
    refusedFix: 'Correct it in the file.',
    skipped: 'not tried because of --quick',
    skippedFix: 'To try them: ccc doctor',
    noStop: 'supervisor.events in ccc.json has no "Stop": finished work is not reviewed',
    noStopFix: 'To have it reviewed, add "Stop" to supervisor.events.',
    noClient: 'not tried: needs Claude Code and a temporary folder',
    noClientFix: 'Fix the problems above, then run ccc doctor again.',
    notTried: (code: string) => `could not be tried (${code})`,
    notTriedFix: 'Needs a writable temporary folder (TMPDIR) and a port on 127.0.0.1.',
  },
  {
    trying: {
      launch: 'ccc doctor：正在用真实的 Claude Code和脚本化的 API 测试 hook（最多 60 秒）……',
      installed: 'ccc doctor：正在用同样的方式测试已安装的 hook……',
    },
    proved: {
      launch: (seconds) => `由 ccc 启动的会话受到监督：审查、退回并反馈、再次审查、通过（${seconds.toFixed(1)} 秒）`,
      installed: (seconds) =>
        `直接用 claude 启动的会话受到监督：审查、退回并反馈、再次审查、通过（${seconds.toFixed(1)} 秒）`,
    },
    failed: {
      launch: '由 ccc 启动的会话里，hook 不起作用',
      installed: '已安装的 hook 不起作用',
    },
    steps: {
      'not-started': (code) => `Claude Code 无法启动（${code}）。`,
      'no-request': () => 'Claude Code 启动了，但没有发出请求。',
      'no-hook': (error) => `Claude Code 完成了工作，但没有运行 hook${error ? `：${error}` : '。'}`,
      'no-review': (error) => `hook 运行了，但审查者没有发出请求${error ? `：${error}` : '。'}`,
      'no-feedback': () => '审查者退回了工作，但代理没有收到反馈。',
      'no-verdicts': (found) => `代理收到了反馈，但审查记录里是 ${found || '空的'}，而不是先 block 再 allow。`,
    },
    stoppedAfter: (seconds) => `${seconds} 秒后被终止。`,
    exitedWith: (code) => `退出码是 ${code}。`,
    clientOutput: (text) => `Claude Code 输出：${text}`,
    fixes: {
      'not-started': '请检查 Claude Code 是否适用于这台机器，或重新安装。',
      'no-request': '请处理 Claude Code 输出的问题；如果没有输出，请自己启动 claude 看看。',
      'no-hook': '请更新 Claude Code（claude update）；如果设置了 CLAUDE_CODE_SHELL_PREFIX，请去掉它再试。',
      'no-hook-installed': '请运行：ccc install',
      other: '请再试一次；如果还是失败，请更新 Claude Code 和 ccc，并附上以上内容报告问题。',
    },
    realApi: (name) => `没有测试：管理员的设置（${name}）会让 Claude Code 连接真实的 API，而不是脚本化的 API`,
    realApiFix: '请用 ccc 启动一个会话：停止时会说明工作是否经过审查。',
    refused: (path, why) => `Claude Code 没有加载 ${path} 的全部内容：${why}`,
    refusedFix: '请在文件中改正。',
    skipped: '因为 --quick，没有测试',
    skippedFix: '要测试，请运行：ccc doctor',
    noStop: 'ccc.json 的 supervisor.events 里没有 "Stop"：完成的工作不会审查',
    noStopFix: '要审查，请在 supervisor.events 里加上 "Stop"。',
    noClient: '没有测试：需要 Claude Code 和一个临时目录',
    noClientFix: '请先解决以上问题，再运行 ccc doctor。',
    notTried: (code) => `无法测试（${code}）`,
    notTriedFix: '需要一个可写的临时目录（TMPDIR）和 127.0.0.1 上的一个端口。',
  },
);
