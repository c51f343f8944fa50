import type { Fault } from '../trust/repository-files.ts';
import { both } from './both.ts';

const en = {
  inSession: (verb: string) => `ccc ${verb} is not for a session of Claude Code: the agent would be answering for you`,
  inSessionFix: (verb: string) => `Type it in a terminal of your own: ccc ${verb}`,
  listAllFix: 'See: ccc trust --help',
  listAll: '--list is about every folder',
  noFolder: (path: string) => `there is no folder ${path}`,
  noFolderFix: 'Name the folder of a project, or leave it out for the one you are in.',
  nothing: (path: string) => `there is nothing to trust in ${path}`,
  nothingFix: 'A repository brings .claude/ccc.json, .claude/SUPERVISOR.md or both. Write them yourself, or: ccc init',
  refused: (root: string) => `what is in ${root} cannot be trusted`,

  folder: (root: string) => `Folder: ${root}`,
  file: (file: string, sha256: string) => `${file} (sha256 ${sha256.slice(0, 16)}…)`,
  prompt: (file: string, sha256: string) =>
    `${file} (sha256 ${sha256.slice(0, 16)}…), added to what the reviewer is told:`,
  checks: '  Checks: commands that run when the agent wants to stop',
  atMost: (seconds: number) => `      at most ${seconds} s`,
  onlyIf: (paths: string[]) => `      only if one of these changed: ${paths.join(', ')}`,
  brakes: '  Brakes',
  setsNothing: '  Sets nothing.',
  ignored: (keys: readonly string[]) => `  Ignored, because a repository may set only ${keys.join(', ')}:`,
  problem: (at: string, key: string, fix: string) => `${at}: ${key ? `${key}: ` : ''}${fix}`,
  changedSince: (day: string) => `Since you trusted it (${day}):`,
  change: {
    new: (file: string) => `  ${file} is new.`,
    gone: (file: string) => `  ${file} is gone.`,
    changed: (file: string) => `  ${file} has changed:`,
  },
  fault: {
    outside: (file: string, detail: string) =>
      `${file} leads out of the folder, to ${detail}: put the file itself there.`,
    'not-regular': (file: string) => `${file} is not a regular file: put a file there.`,
    'too-big': (file: string) => `${file} is larger than 256 kB: make it smaller.`,
    'not-text': (file: string) => `${file} is not UTF-8 text: save it as that.`,
    unreadable: (file: string, detail: string) => `${file} cannot be read (${detail}): put that right.`,
  } satisfies Record<Fault['why'], (file: string, detail: string) => string>,
  broken: (file: string) => `${file} cannot be used as a whole: put it right there first.`,
  open: (path: string) => `Warning: others than you may write ${path}`,

  trusted:
    'Trusted, exactly as shown: it counts from the next stop on. After any change it is ignored until you trust it again.',
  wasTrusted: 'Trusted already, exactly as shown.',
  undo: (at: string) => `To take it back: ccc trust --remove${at}`,
  standing: {
    trusted: 'Trusted, exactly as it is.',
    untrusted: 'Not trusted: it is ignored.',
    changed: 'Changed since you trusted it: it is ignored.',
  },
  toTrust: {
    untrusted: (at: string) => ` To trust it: ccc trust${at}`,
    changed: (at: string) => ` To trust it as it is now: ccc trust${at}`,
  },
  removed: (root: string) => `No longer trusted: ${root}`,
  notTrusted: (root: string) => `Not trusted anyway: ${root}`,
  noneTrusted: 'No folder is trusted.',
  held: { trusted: 'trusted', changed: 'changed', gone: 'gone' },
  damaged: (path: string, aside: string) =>
    `${path} could not be read; it is kept as ${aside}. Whatever was trusted before has to be trusted again.`,
  damagedSeen: (path: string) => `${path} cannot be read: nothing is trusted.`,
  unusable: (path: string, code: string) => `${path} cannot be used (${code})`,
  unusableFix: 'Make it and its folder readable and writable for you, see that the disk has room, and try again.',
};

export const trustMessages = both(en, {
  inSession: (verb) => `ccc ${verb} 不能在 Claude Code 的会话里运行：那就成了代理替你回答`,
  inSessionFix: (verb) => `请在你自己的终端里输入：ccc ${verb}`,
  listAllFix: '请看：ccc trust --help',
  listAll: '--list 针对所有文件夹',
  noFolder: (path) => `没有文件夹 ${path}`,
  noFolderFix: '请写一个项目的文件夹；不写则为当前文件夹。',
  nothing: (path) => `${path} 里没有可以信任的东西`,
  nothingFix: '仓库可以带有 .claude/ccc.json、.claude/SUPERVISOR.md 或两者。请自己写，或运行：ccc init',
  refused: (root) => `${root} 里的内容无法信任`,

  folder: (root) => `文件夹：${root}`,
  file: (file, sha256) => `${file}（sha256 ${sha256.slice(0, 16)}…）`,
  prompt: (file, sha256) => `${file}（sha256 ${sha256.slice(0, 16)}…），会附加到给审查者的说明里：`,
  checks: '  检查：代理想停止时运行的命令',
  atMost: (seconds) => `      最多 ${seconds} 秒`,
  onlyIf: (paths) => `      只在这些文件有变化时：${paths.join('、')}`,
  brakes: '  限制',
  setsNothing: '  什么也没有设置。',
  ignored: (keys) => `  以下被忽略，因为仓库只能设置 ${keys.join('、')}：`,
  problem: (at, key, fix) => `${at}：${key ? `${key}：` : ''}${fix}`,
  changedSince: (day) => `自你信任它（${day}）以来：`,
  change: {
    new: (file) => `  ${file} 是新的。`,
    gone: (file) => `  ${file} 没有了。`,
    changed: (file) => `  ${file} 有改动：`,
  },
  fault: {
    outside: (file, detail) => `${file} 指向文件夹之外的 ${detail}：请把文件本身放在那里。`,
    'not-regular': (file) => `${file} 不是普通文件：请放一个文件。`,
    'too-big': (file) => `${file} 超过 256 kB：请缩小。`,
    'not-text': (file) => `${file} 不是 UTF-8 文本：请存为 UTF-8。`,
    unreadable: (file, detail) => `${file} 无法读取（${detail}）：请先改正。`,
  },
  broken: (file) => `${file} 整个无法使用：请先改正。`,
  open: (path) => `警告：除你之外还有人能写 ${path}`,

  trusted: '已信任，与所显示的完全一致：从下一次停止起生效。之后有任何改动，它都会被忽略，直到你再次信任。',
  wasTrusted: '早已信任，与所显示的完全一致。',
  undo: (at) => `收回信任：ccc trust --remove${at}`,
  standing: {
    trusted: '已信任，就是现在的样子。',
    untrusted: '未信任：会被忽略。',
    changed: '信任之后有改动：会被忽略。',
  },
  toTrust: {
    untrusted: (at) => `要信任它：ccc trust${at}`,
    changed: (at) => `要信任现在的样子：ccc trust${at}`,
  },
  removed: (root) => `不再信任：${root}`,
  notTrusted: (root) => `本来就没有信任：${root}`,
  noneTrusted: '没有信任任何文件夹。',
  held: { trusted: '已信任', changed: '有改动', gone: '已不在' },
  damaged: (path, aside) => `${path} 无法读取，已另存为 ${aside}。以前信任过的都要重新信任。`,
  damagedSeen: (path) => `${path} 无法读取：什么都不受信任。`,
  unusable: (path, code) => `${path} 无法使用（${code}）`,
  unusableFix: '请让它和它的文件夹对你可读写，确认磁盘有空间，然后重试。',
});
