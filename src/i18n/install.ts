import type { JsonError } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

interface Place {
  line: number;
  column: number;
}

const en = {
  programName: (program: string) =>
    `${program}: the name of the program must start with ccc, so that its hooks can be recognised later`,
  programNameFix: 'Rename it, or start it through a link whose name starts with ccc.',
  broken: (path: string, { line, column, code }: JsonError) => `${path}:${line}:${column}: ${jsonErrors.en[code]}`,
  brokenFix: 'Fix the file and try again. Nothing was changed.',
  wrongType: (path: string, { line, column }: Place, key: string) =>
    `${path}:${line}:${column}: ${key || 'the file'} has the wrong type`,
  writeObject: 'It must be an object: { … }. Nothing was changed.',
  writeList: 'It must be a list: [ … ]. Nothing was changed.',
  pluginToo: (plugin: string, path: string) => `the plugin ${plugin} is enabled in ${path}`,
  pluginTooFix: (plugin: string) =>
    `It has the same hooks, so every stop would be reviewed twice. Keep the plugin, or remove it first: claude plugin uninstall ${plugin}`,
  changedMeanwhile: (path: string) => `${path} was changed by another program at the same time`,
  changedMeanwhileFix: 'ccc changed nothing. Try again.',
  unusable: (path: string, code: string) => `cannot use ${path} (${code})`,
  unusableFix: (code: string) =>
    ({
      EISDIR: 'It is a folder. Move it away.',
      ENOTDIR: 'One of its parent folders is a file. Move that file away.',
      ENOTSUP: 'It is not a regular file. Move it away.',
      EFBIG: 'It is larger than 16 MB. Make it smaller, or move it away.',
      ELOOP: 'It is a symbolic link that leads back to itself. Fix the link.',
      EBUSY:
        'It is a mount point (a container?). Add the hooks to the file that is mounted; ccc install --dry-run shows them.',
      EILSEQ: 'It is not UTF-8. Save it as UTF-8. Nothing was changed.',
      ENOSPC: 'The disk is full. Free some space and try again.',
      EDQUOT: 'The disk quota is used up. Free some space and try again.',
      EROFS:
        'The file system is read-only. If a tool generates your settings (Nix, a container image), add the hooks there; ccc install --dry-run shows them.',
    })[code] ?? 'Check the permissions of the file and its folder, and try again.',

  installed: (path: string) => `Installed in ${path}`,
  alreadyInstalled: (path: string) => `Already installed in ${path}; nothing to change.`,
  wouldChange: (path: string) => `Would change ${path}:`,
  hook: (events: string[], command: string, seconds: number) => `  ${events.join(', ')}: ${command} (${seconds} s)`,
  replaced: (hooks: string[]) => `  replaced by what ccc.json asks for: ${hooks.join(', ')}`,
  noLonger: (hooks: string[]) => `  removed, because ccc.json does not ask for it: ${hooks.join(', ')}`,
  variable: (name: string, value: string) => `  ${name}: ${value}`,
  backup: (path: string) => `Backup of the old file: ${path}`,
  command: (path: string) => `Slash command: ${path}`,
  commandRemoved: (path: string) => `Removed ${path}`,
  commandNotOurs: (name: string, path: string) =>
    `Note: ${path} was not written by ccc, so /${name} does something else. Use !ccc supervisor-mode ${name === 'supervisor' ? 'on' : 'off'} instead.`,
  unattended: 'Note: plain claude -p does not print how its review ended; runs started with ccc -p do.',
  next: 'Next: start claude and type /supervisor and your task. ',
  undo: (command: string) => `To undo: ${command}`,

  removed: (path: string) => `Removed from ${path}`,
  fileRemoved: (path: string) => `Removed ${path}, which ccc install had created.`,
  wouldRemove: (path: string) => `Would remove ${path}`,
  wouldRemoveFile: (path: string) => `Would remove ${path}, which ccc install had created:`,
  notInstalled: (path: string) => `Not installed in ${path}; nothing to remove.`,

  pathOfThisMachine:
    'Note: this file is shared through the repository, but the path in it exists only on this machine. To install it only for you: --scope local.',
  notLoaded: ({ line, column }: Place) =>
    `Note: Claude Code ignores a settings file with comments or trailing commas, so nothing of this works until you remove them (the first is at ${line}:${column}).`,
  hooksDisabled: 'Note: "disableAllHooks" is on in this file, so no hook runs.',
  temporary: (program: string) =>
    `Note: ${program} is a temporary copy (npx or similar). Install ccc permanently, then run this again.`,
  otherCopy: (path: string) =>
    `Note: ${path} starts another copy of ccc for the same events, so every stop would be reviewed twice. Run ccc install or ccc uninstall there too.`,
  stopNotReviewed: 'Note: supervisor.events in ccc.json has no "Stop": finished work is not reviewed.',
  commandsKept: (path: string) =>
    `Note: /supervisor, /supervisoroff and /overrule stay, because ${path} has the hooks too.`,
};

export type InstallMessages = typeof en;

export const installMessages = both(en, {
  programName: (program) => `${program}：程序名必须以 ccc 开头，否则以后无法识别它的 hook`,
  programNameFix: '请改名，或通过名字以 ccc 开头的链接启动。',
  broken: (path, { line, column, code }) => `${path}:${line}:${column}：${jsonErrors.zh[code]}`,
  brokenFix: '请修正文件后重试。没有做任何改动。',
  wrongType: (path, { line, column }, key) => `${path}:${line}:${column}：${key || '整个文件'} 的类型不对`,
  writeObject: '这里必须是对象：{ … }。没有做任何改动。',
  writeList: '这里必须是列表：[ … ]。没有做任何改动。',
  pluginToo: (plugin, path) => `插件 ${plugin} 已在 ${path} 中启用`,
  pluginTooFix: (plugin) =>
    `它带有同样的 hook，每次停止都会审查两次。请只用插件，或先卸载插件：claude plugin uninstall ${plugin}`,
  changedMeanwhile: (path) => `${path} 刚刚被别的程序改动了`,
  changedMeanwhileFix: 'ccc 没有做任何改动。请重试。',
  unusable: (path, code) => `无法使用 ${path}（${code}）`,
  unusableFix: (code) =>
    ({
      EISDIR: '它是一个目录，请移走。',
      ENOTDIR: '它的某个上级目录是文件，请移走那个文件。',
      ENOTSUP: '它不是普通文件，请移走。',
      EFBIG: '它超过 16 MB，请缩小或移走。',
      ELOOP: '它是指向自身的符号链接，请修正链接。',
      EBUSY: '它是一个挂载点（容器？）。请在被挂载的文件里加入 hook；ccc install --dry-run 会显示内容。',
      EILSEQ: '它不是 UTF-8 编码，请存为 UTF-8。没有做任何改动。',
      ENOSPC: '磁盘已满，请腾出空间后重试。',
      EDQUOT: '磁盘配额已用完，请腾出空间后重试。',
      EROFS:
        '文件系统是只读的。如果设置由工具生成（Nix、容器镜像），请在那里加入 hook；ccc install --dry-run 会显示内容。',
    })[code] ?? '请检查该文件及其所在目录的权限，然后重试。',

  installed: (path) => `已安装到 ${path}`,
  alreadyInstalled: (path) => `${path} 里已经安装，无需改动。`,
  wouldChange: (path) => `将改动 ${path}：`,
  hook: (events, command, seconds) => `  ${events.join(', ')}：${command}（${seconds} 秒）`,
  replaced: (hooks) => `  已按 ccc.json 的要求替换：${hooks.join('、')}`,
  noLonger: (hooks) => `  已移除（ccc.json 没有要求）：${hooks.join('、')}`,
  variable: (name, value) => `  ${name}：${value}`,
  backup: (path) => `原文件的备份：${path}`,
  command: (path) => `斜杠命令：${path}`,
  commandRemoved: (path) => `已删除 ${path}`,
  commandNotOurs: (name, path) =>
    `注意：${path} 不是 ccc 写的，/${name} 另有用途。请改用 !ccc supervisor-mode ${name === 'supervisor' ? 'on' : 'off'}。`,
  unattended: '注意：直接用 claude -p 运行，不会打印审查的结果；用 ccc -p 启动才会。',
  next: '下一步：启动 claude，输入 /supervisor 和你的任务。',
  undo: (command) => `撤销：${command}`,

  removed: (path) => `已从 ${path} 中移除`,
  fileRemoved: (path) => `已删除 ${path}（它是 ccc install 新建的）。`,
  wouldRemove: (path) => `将删除 ${path}`,
  wouldRemoveFile: (path) => `将删除 ${path}（它是 ccc install 新建的）：`,
  notInstalled: (path) => `${path} 里没有安装，无需移除。`,

  pathOfThisMachine: '注意：这个文件随仓库共享，但其中的路径只属于本机。只为自己安装请用 --scope local。',
  notLoaded: ({ line, column }) =>
    `注意：Claude Code 会忽略带注释或末尾逗号的设置文件，去掉之前这些都不起作用（第一处在 ${line}:${column}）。`,
  hooksDisabled: '注意：此文件开启了 "disableAllHooks"，不会运行任何 hook。',
  temporary: (program) => `注意：${program} 是临时副本（npx 之类）。请正式安装 ccc，然后重新运行本命令。`,
  otherCopy: (path) =>
    `注意：${path} 对同样的事件启动另一份 ccc，每次停止都会审查两次。请在那里也运行 ccc install 或 ccc uninstall。`,
  stopNotReviewed: '注意：ccc.json 的 supervisor.events 里没有 "Stop"：完成的工作不会审查。',
  commandsKept: (path) => `注意：/supervisor、/supervisoroff 和 /overrule 保留，因为 ${path} 里也有 hook。`,
});
