import { both } from './both.ts';

interface Place {
  line: number;
  column: number;
}

const en = {
  badScope: (scope: string) => `there is no scope ${JSON.stringify(scope)}`,
  badScopeFix: 'Write --scope user, --scope project or --scope local.',
  nameless: (program: string) => `${program} would not be known again as ccc in a settings file`,
  namelessFix: 'Give the program a name that begins with ccc, or put a link of that name on PATH and start that.',
  broken: (path: string, { line, column }: Place, what: string) => `${path}:${line}:${column}: ${what}`,
  brokenFix: 'Put it right there and try again. Nothing was changed.',
  misfit: (path: string, { line, column }: Place, key: string) =>
    `${path}:${line}:${column}: ${key || 'the file'} is of the wrong kind`,
  writeObject: 'Write an object there: { … }. Nothing was changed.',
  writeList: 'Write a list there: [ … ]. Nothing was changed.',
  pluginToo: (plugin: string, path: string) => `the plugin ${plugin} is switched on in ${path}`,
  pluginTooFix: (plugin: string) =>
    `It brings the same hooks: with both, every stop would be reviewed twice. Keep the plugin, or first: claude plugin uninstall ${plugin}`,
  meanwhile: (path: string) => `${path} was changed by another program at this moment`,
  meanwhileFix: 'Nothing was changed by ccc. Try again.',
  unusable: (path: string, code: string) => `${path} cannot be used (${code})`,
  unusableFix: (code: string) =>
    ({
      EISDIR: 'It is a folder: move it away.',
      ENOTDIR: 'A file stands where a folder should be: move it away.',
      ENOTSUP: 'It is not a regular file: move it away.',
      ELOOP: 'The links there lead in a circle: put them right.',
      EBUSY:
        'It is mounted on its own (a container?): add the hooks where it comes from; ccc install --dry-run shows them.',
      EILSEQ: 'It is not UTF-8 text: save it as UTF-8. Nothing was changed.',
      ENOSPC: 'The disk is full: make room and try again.',
      EDQUOT: 'The disk quota is used up: make room and try again.',
      EROFS:
        'The file system is read-only. If a tool makes your settings (Nix, a container image), add the hooks there; ccc install --dry-run shows them.',
    })[code] ?? 'Make it and its folder readable and writable for you, and try again.',

  installed: (path: string) => `Installed in ${path}`,
  present: (path: string) => `Already installed in ${path}; nothing to change.`,
  wouldChange: (path: string) => `Would change ${path}:`,
  startsFor: (events: string[], command: string, seconds: number) =>
    `  ${events.join(', ')}: ${command} (${seconds} s)`,
  variable: (name: string, value: string) => `  ${name}: ${value}`,
  backup: (path: string) => `The file as it was: ${path}`,
  command: (path: string) => `Slash command: ${path}`,
  commandGone: (path: string) => `Removed ${path}`,
  commandTheirs: (name: string, path: string) =>
    `Note: ${path} is your own, so /${name} is not ours. Type !ccc supervisor-mode ${name === 'supervisor' ? 'on' : 'off'} instead.`,
  next: (undo: string) => `Next: start claude and type /supervisor and your task. To undo: ${undo}`,

  removed: (path: string) => `Removed from ${path}`,
  fileGone: (path: string) => `Removed ${path}; it was not there before ccc.`,
  absent: (path: string) => `Not installed in ${path}; nothing to remove.`,

  thisMachine:
    'Note: the file is shared with your repository, the path in it is of this machine. For you alone: --scope local.',
  notLoaded: ({ line, column }: Place) =>
    `Note: Claude Code loads no settings file with comments or trailing commas (the first at ${line}:${column}). Until they are gone nothing in this file has an effect.`,
  hooksDisabled: 'Note: disableAllHooks is on in this file. Until it is gone no hook runs.',
  temporary: (program: string) =>
    `Note: ${program} is a copy that npx or its like may remove. Install ccc for good, then run this again.`,
  otherCopy: (path: string) =>
    `Note: ${path} starts another copy of ccc for the same events: every stop would be reviewed twice. Run ccc install or ccc uninstall there too.`,
  byHand: (events: string[]) =>
    `Note: left as it is, because ccc install does not write it: the hook for ${events.join(', ')}.`,
};

export type InstallMessages = typeof en;

export const installMessages = both(en, {
  badScope: (scope) => `没有范围 ${JSON.stringify(scope)}`,
  badScopeFix: '请写 --scope user、--scope project 或 --scope local。',
  nameless: (program) => `${program} 写进设置文件后无法再认出是 ccc`,
  namelessFix: '请给程序取一个以 ccc 开头的名字，或在 PATH 中放一个这样命名的链接并用它启动。',
  broken: (path, { line, column }, what) => `${path}:${line}:${column}：${what}`,
  brokenFix: '请改正该处后重试。什么都没有改动。',
  misfit: (path, { line, column }, key) => `${path}:${line}:${column}：${key || '整个文件'} 的类型不对`,
  writeObject: '请在那里写一个对象：{ … }。什么都没有改动。',
  writeList: '请在那里写一个列表：[ … ]。什么都没有改动。',
  pluginToo: (plugin, path) => `插件 ${plugin} 已在 ${path} 中启用`,
  pluginTooFix: (plugin) =>
    `它带有同样的 hook：两者并存时每次停止都会被审查两遍。请只用插件，或先运行：claude plugin uninstall ${plugin}`,
  meanwhile: (path) => `${path} 恰在此刻被别的程序改动`,
  meanwhileFix: 'ccc 什么都没有改动。请重试。',
  unusable: (path, code) => `${path} 无法使用（${code}）`,
  unusableFix: (code) =>
    ({
      EISDIR: '它是一个文件夹：请移走。',
      ENOTDIR: '应该是文件夹的地方有一个文件：请移走。',
      ENOTSUP: '它不是普通文件：请移走。',
      ELOOP: '那里的链接绕成了圈：请改正。',
      EBUSY: '它被单独挂载（容器？）：请在它的来源处加入 hook；ccc install --dry-run 会显示它们。',
      EILSEQ: '它不是 UTF-8 文本：请存为 UTF-8。什么都没有改动。',
      ENOSPC: '磁盘已满：请腾出空间后重试。',
      EDQUOT: '磁盘配额已用完：请腾出空间后重试。',
      EROFS: '文件系统只读。如果设置由工具生成（Nix、容器镜像），请在那里加入 hook；ccc install --dry-run 会显示它们。',
    })[code] ?? '请让该文件及其文件夹对你可读写，然后重试。',

  installed: (path) => `已安装到 ${path}`,
  present: (path) => `${path} 中已经安装，无需改动。`,
  wouldChange: (path) => `将会改动 ${path}：`,
  startsFor: (events, command, seconds) => `  ${events.join(', ')}：${command}（${seconds} 秒）`,
  variable: (name, value) => `  ${name}：${value}`,
  backup: (path) => `原来的文件：${path}`,
  command: (path) => `斜杠命令：${path}`,
  commandGone: (path) => `已删除 ${path}`,
  commandTheirs: (name, path) =>
    `注意：${path} 是你自己的，所以 /${name} 不是我们的。请改为输入 !ccc supervisor-mode ${name === 'supervisor' ? 'on' : 'off'}。`,
  next: (undo) => `下一步：启动 claude，输入 /supervisor 和你的任务。撤销：${undo}`,

  removed: (path) => `已从 ${path} 中移除`,
  fileGone: (path) => `已删除 ${path}；它在 ccc 之前并不存在。`,
  absent: (path) => `${path} 中没有安装，无需移除。`,

  thisMachine: '注意：这个文件随仓库共享，其中的路径属于本机。只为自己安装：--scope local。',
  notLoaded: ({ line, column }) =>
    `注意：Claude Code 不会加载带注释或末尾逗号的设置文件（第一处在 ${line}:${column}）。去掉之前，此文件中的一切都不起作用。`,
  hooksDisabled: '注意：此文件中 disableAllHooks 已打开。去掉之前不会运行任何 hook。',
  temporary: (program) => `注意：${program} 是 npx 之类的临时副本，可能被删除。请正式安装 ccc 后再运行一次。`,
  otherCopy: (path) =>
    `注意：${path} 为同样的事件启动另一份 ccc：每次停止都会被审查两遍。请在那里也运行 ccc install 或 ccc uninstall。`,
  byHand: (events) => `注意：ccc install 不写的 hook 保持不动：${events.join('、')}。`,
});
