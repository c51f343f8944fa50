import { both } from './both.ts';

const en = {
  listTakesNoFolder: '--list takes no folder: it lists all of them',
  listTakesNoFolderFix: 'Run: ccc trust --list',
  noFolder: (path: string) => `no such folder: ${path}`,
  noFolderFix: 'Give the path of an existing folder, or none for the current one.',
  nothing: (path: string) => `nothing to trust in ${path}`,
  nothingFix: 'A repository can have .claude/ccc.json, .claude/SUPERVISOR.md or both. To create one: ccc init',
  refused: (root: string) => `cannot trust the files in ${root}`,

  folder: (root: string) => `Folder: ${root}`,
  file: (file: string, sha256: string) => `${file} (sha256 ${sha256.slice(0, 16)}…)`,
  prompt: (file: string, sha256: string) => `${file} (sha256 ${sha256.slice(0, 16)}…), added to the review prompt:`,
  checks: '  Checks (commands that run when the agent wants to stop):',
  timeout: (seconds: number) => `      timeout: ${seconds} s`,
  onlyIfChanged: (paths: string[]) => `      only if changed: ${paths.join(', ')}`,
  runners: '  Runners (how the evidence recognises tests, builds, linters and type checks):',
  limits: '  Limits:',
  setsNothing: '  Sets nothing.',
  ignored: (keys: readonly string[]) => `  Ignored (a repository may only set ${keys.join(', ')}):`,
  problem: (at: string, key: string, fix: string) => `${at}: ${key ? `${key}: ` : ''}${fix}`,
  changedSince: (day: string, root: string | undefined) =>
    root === undefined
      ? `Changed since you trusted it (${day}):`
      : `Different from what you trusted in the work tree ${root} (${day}):`,
  change: {
    new: (file: string) => `  ${file} is new.`,
    gone: (file: string) => `  ${file} is gone.`,
    changed: (file: string) => `  ${file} has changed:`,
  },
  unusableFile: {
    outside: (file: string, target: string) =>
      `${file} points outside the repository, to ${target}. Put the file itself there.`,
    'not-regular': (file: string, _: string) => `${file} is not a regular file. Replace it with one.`,
    'too-big': (file: string, _: string) => `${file} is larger than 256 kB. Make it smaller.`,
    'not-text': (file: string, _: string) => `${file} is not UTF-8 text. Save it as UTF-8.`,
    unreadable: (file: string, code: string) => `${file} cannot be read (${code}). Check its permissions.`,
  },
  broken: (file: string) => `${file} cannot be used. Fix it first.`,
  writableByOthers: (path: string) => `Warning: writable by others: ${path}`,

  trusted:
    'Trusted: in use from the next stop on. If either file changes, both are ignored until you trust them again.',
  alreadyTrusted: 'Already trusted, unchanged.',
  undo: (folder: string) => `To undo: ccc trust --remove${folder}`,
  status: {
    trusted: 'Trusted.',
    untrusted: 'Not trusted: ignored.',
    changed: 'Changed since you trusted it: ignored.',
  },
  toTrust: {
    untrusted: (folder: string) => ` To trust it: ccc trust${folder}`,
    changed: (folder: string) => ` To trust it as it is now: ccc trust${folder}`,
  },
  inWorkTree: (root: string) => ` You trusted the same content in ${root}, another work tree of this repository.`,
  goneFix: (folder: string) => `Restore the trusted files here, or take the trust back: ccc trust --remove${folder}`,
  missing: 'Not in this work tree: not used here.',
  missingFix: (root: string) =>
    `You trusted it in ${root}: commit it there and update this work tree, or copy it here. It need not be trusted again.`,
  removed: (root: string) => `No longer trusted: ${root}`,
  notTrusted: (root: string) => `Was not trusted: ${root}`,
  noneTrusted: 'No trusted folders.',
  folderStatus: { trusted: 'trusted', changed: 'changed', gone: 'gone' },
  damaged: (path: string, renamed: string) =>
    `${path} was damaged and is now ${renamed}. Everything you trusted has to be trusted again.`,
  cannotRead: (path: string) => `${path} cannot be read, so nothing is trusted.`,
  unusable: (path: string, code: string) => `cannot read or write ${path} (${code})`,
  unusableFix: 'Check its permissions and the free disk space, then try again.',
};

export type TrustMessages = typeof en;

export const trustMessages = both(en, {
  listTakesNoFolder: '--list 不带目录：它列出所有受信任的目录',
  listTakesNoFolderFix: '请运行：ccc trust --list',
  noFolder: (path) => `目录不存在：${path}`,
  noFolderFix: '请给出已有目录的路径；不给则为当前目录。',
  nothing: (path) => `${path} 里没有可以信任的文件`,
  nothingFix: '仓库可以有 .claude/ccc.json、.claude/SUPERVISOR.md 或两者。要新建，请运行：ccc init',
  refused: (root) => `无法信任 ${root} 里的文件`,

  folder: (root) => `目录：${root}`,
  file: (file, sha256) => `${file}（sha256 ${sha256.slice(0, 16)}…）`,
  prompt: (file, sha256) => `${file}（sha256 ${sha256.slice(0, 16)}…），追加到审查提示词：`,
  checks: '  检查（代理想停止时运行的命令）：',
  timeout: (seconds) => `      超时：${seconds} 秒`,
  onlyIfChanged: (paths) => `      仅当这些文件有改动：${paths.join('、')}`,
  runners: '  运行器（证据据此认出测试、构建、lint 和类型检查）：',
  limits: '  上限：',
  setsNothing: '  没有设置任何内容。',
  ignored: (keys) => `  已忽略（仓库只能设置 ${keys.join('、')}）：`,
  problem: (at, key, fix) => `${at}：${key ? `${key}：` : ''}${fix}`,
  changedSince: (day, root) =>
    root === undefined ? `信任之后（${day}）的改动：` : `与你在工作树 ${root} 里信任的内容（${day}）不同：`,
  change: {
    new: (file) => `  ${file} 是新增的。`,
    gone: (file) => `  ${file} 已不存在。`,
    changed: (file) => `  ${file} 有改动：`,
  },
  unusableFile: {
    outside: (file, target) => `${file} 指向仓库之外的 ${target}。请把文件本身放在这里。`,
    'not-regular': (file) => `${file} 不是普通文件。请换成普通文件。`,
    'too-big': (file) => `${file} 超过 256 kB。请缩小。`,
    'not-text': (file) => `${file} 不是 UTF-8 文本。请存为 UTF-8。`,
    unreadable: (file, code) => `${file} 无法读取（${code}）。请检查它的权限。`,
  },
  broken: (file) => `${file} 无法使用。请先改正。`,
  writableByOthers: (path) => `警告：其他用户可以写入：${path}`,

  trusted: '已信任：从下一次停止起生效。任何一个文件有改动，两个文件都会被忽略，直到你再次信任。',
  alreadyTrusted: '此前已经信任，没有改动。',
  undo: (folder) => `要撤销：ccc trust --remove${folder}`,
  status: {
    trusted: '已信任。',
    untrusted: '未信任：会被忽略。',
    changed: '信任之后有改动：会被忽略。',
  },
  toTrust: {
    untrusted: (folder) => `要信任：ccc trust${folder}`,
    changed: (folder) => `要信任现在的内容：ccc trust${folder}`,
  },
  inWorkTree: (root) => `同样的内容你已在本仓库的另一个工作树 ${root} 里信任过。`,
  goneFix: (folder) => `请在这里恢复受信任的文件，或撤销信任：ccc trust --remove${folder}`,
  missing: '这个工作树里没有：不使用。',
  missingFix: (root) => `你是在 ${root} 里信任它的：请在那里提交并更新这个工作树，或把它复制过来。不用再次信任。`,
  removed: (root) => `不再信任：${root}`,
  notTrusted: (root) => `本来就没有信任：${root}`,
  noneTrusted: '没有信任任何目录。',
  folderStatus: { trusted: '已信任', changed: '有改动', gone: '已不存在' },
  damaged: (path, renamed) => `${path} 已损坏，改名为 ${renamed}。以前信任过的都要重新信任。`,
  cannotRead: (path) => `${path} 无法读取，因此没有信任任何内容。`,
  unusable: (path, code) => `无法读写 ${path}（${code}）`,
  unusableFix: '请检查它的权限和磁盘剩余空间，然后重试。',
});
