import { both } from './both.ts';

const list = (paths: string[], total: number) => `${paths.join(', ')}${total > paths.length ? ', …' : ''}`;

const en = {
  areas: {
    client: 'Claude Code',
    hooks: 'Hooks',
    settings: 'Settings',
    files: 'Files',
    providers: 'Providers',
    terminal: 'Terminal',
    disk: 'Disk',
  },
  counts: (problems: number, warnings: number, notes: number, fine: number) =>
    `${amount(problems, 'problem')}, ${amount(warnings, 'warning')}, ${amount(notes, 'note')}, ${fine} fine.`,
  interrupted: (signal: string) => `ccc doctor: interrupted by ${signal}.`,
  run: (command: string) => `Run: ${command}`,

  reviews: (count: number) => `The last ${amount(count, 'review')} came to a verdict`,
  failedReviews: (failed: number, of: number, causes: string, last: string) =>
    `${failed} of the last ${amount(of, 'review')} failed: ${causes}. The last one: ${last}`,
  changedSettings: (time: string, session: string, files: string) =>
    `What decides how work is reviewed was changed during a session (last seen ${time}, session ${session}): ${files}`,
  changedSettingsFix: 'If it was not you, look at these files; the agent can write them.',
  failedReviewsFix: (log: string) => `Details: ${log}. What the causes mean: docs/hook-contract.md`,

  client: (version: string, path: string, by: string) => `Claude Code ${version}: ${path} (${by})`,
  foundBy: {
    CCC_CLAUDE: 'named by CCC_CLAUDE',
    PATH: 'found on PATH',
    beside: 'found next to ccc',
    sdk: 'from the Agent SDK',
  },
  notClaude: (path: string, how: string) => `${path} is not Claude Code: ${how} for --version`,
  notClaudeFix: 'Set CCC_CLAUDE to the full path of Claude Code, or put it first on PATH.',
  couldNotStart: (code: string) => `it could not be started (${code})`,
  didNotExit: (seconds: number) => `it did not exit within ${seconds} s`,
  printed: (line: string) => `it printed ${JSON.stringify(line)}`,
  exitedWith: (how: number | string) => `it printed nothing and exited with ${how}`,
  emptyAnswers: (version: string, below: string) =>
    `Claude Code ${version} is too old: before ${below}, a hook on AskUserQuestion can make it return empty answers`,
  expandsFiles: (version: string, below: string) =>
    `Claude Code ${version}: before ${below}, the reviewer opens files that the agent mentions with @`,
  updateClient: 'Update it: claude update',
  node: (version: string) => `Node ${version}`,
  oldNode: (version: string, needed: string) => `Node ${version} is too old; ccc needs ${needed} or newer`,
  oldNodeFix: (needed: string) => `Install Node ${needed} or newer, or use the single binary of ccc.`,

  filesPrivate: 'readable and writable only by you',
  othersRead: (path: string) => `${path} is readable by others`,
  othersReadKey: (path: string) => `${path} is readable by others and may contain a key`,
  othersWrite: (path: string) => `${path} is writable by others, who could change what ccc runs`,
  openFiles: (paths: string[], total: number) =>
    `${amount(total, 'file')} of ccc can be read or written by others: ${list(paths, total)}`,
  notWritable: (path: string) => `${path} is not writable`,
  foreignOwner: (path: string, owner: number, us: number) =>
    `${path} belongs to another user (id ${owner}; yours is ${us})`,

  provider: (name: string, host: string, isCurrent: boolean) =>
    `${name}${isCurrent ? ' (current)' : ''}: ready, ${host}. To send it a request: ccc validate ${name}`,
  hosts: { own: 'with its own host and key', cloud: 'through a cloud', login: 'with your own login' },
  noProviders: 'none configured: Claude Code uses your own login',
  reviewerProviderNotFound: (name: string) =>
    `supervisor.provider is ${JSON.stringify(name)}, but there is no such provider: every review fails`,

  terminal: (columns: number | undefined, term: string) => (columns ? `${columns} columns, ${term}` : term),
  noTerminal: 'not running in a terminal',
  noTerminalFix: 'To check the terminal, run ccc doctor in it without a pipe.',
  narrow: (columns: number) => `the terminal has only ${columns} columns`,
  narrowFix: (enough: number) => `Use at least ${enough} columns.`,
  plainTerm: (term: string) => `TERM is ${term}: no colours, and Claude Code's screen may not work`,
  plainTermFix: 'Set TERM to the type of your terminal, for example xterm-256color.',
  notUtf8: (locale: string) => `the locale ${locale} is not UTF-8: some characters may not be displayed`,
  notUtf8Fix: 'For example: export LANG=C.UTF-8',

  space: (place: string, amount: string) => `${amount} free in ${place}`,
  spaceFix: 'Free disk space: without it, reviews fail and nothing can be saved.',
  spaceUnknown: (place: string) => `cannot determine the free disk space in ${place}`,
  spaceUnknownFix: 'Check with: df -h',
  noTemporary: (dir: string, code: string) => `cannot create a temporary folder in ${dir} (${code})`,
  noTemporaryFix: 'Check free disk space, or set TMPDIR to a writable folder.',
  used: (dir: string, amount: string) => `${dir} uses ${amount}`,
  journalTooLarge: (path: string, size: string, limit: string) =>
    `${path} has ${size} and should have been rotated at ${limit}: events take longer`,
  journalTooLargeFix: (path: string) =>
    `The next event tries again. If the file does not shrink, something in the way of the rotation is in ${path}.`,
  journalLinked: (path: string) => `${path} is a link, so it is not rotated: events take longer as it grows`,
  journalLinkedFix: 'Put the file that it leads to in its place.',
  damagedLines: (path: string, lines: number) =>
    `${amount(lines, 'line')} of the journal cannot be read and ${lines === 1 ? 'is' : 'are'} left out: ${path}`,
  damagedLinesFix: 'They were edited, cut off by a full disk, or written by a newer ccc. Nothing needs to be done.',
  writable: (place: string) => `${place} is writable`,
  unwritable: (place: string, code: string) => `${place} is not writable (${code})`,
  unwritableFix: 'Check its permissions, or set CCC_CONFIG_DIR to another folder.',
};

const amount = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

export type DoctorMessages = typeof en;

export const doctorMessages = both(en, {
  areas: {
    client: 'Claude Code',
    hooks: 'Hook',
    settings: '设置',
    files: '文件',
    providers: '供应商',
    terminal: '终端',
    disk: '磁盘',
  },
  counts: (problems, warnings, notes, fine) =>
    `${problems} 个问题，${warnings} 个警告，${notes} 个提示，${fine} 项正常。`,
  interrupted: (signal) => `ccc doctor：被 ${signal} 中断。`,
  run: (command) => `请运行：${command}`,

  reviews: (count) => `最近 ${count} 次审查都有结论`,
  failedReviews: (failed, of, causes, last) => `最近 ${of} 次审查中有 ${failed} 次失败：${causes}。最近一次：${last}`,
  changedSettings: (time, session, files) =>
    `有会话在运行期间，决定审查方式的文件被改动（最近一次：${time}，会话 ${session}）：${files}`,
  changedSettingsFix: '如果不是你改的，请查看这些文件；代理可以写入它们。',
  failedReviewsFix: (log) => `详情：${log}。各个原因的含义：docs/hook-contract.zh-CN.md`,

  client: (version, path, by) => `Claude Code ${version}：${path}（${by}）`,
  foundBy: {
    CCC_CLAUDE: '由 CCC_CLAUDE 指定',
    PATH: '在 PATH 中找到',
    beside: '在 ccc 所在目录找到',
    sdk: '来自 Agent SDK',
  },
  notClaude: (path, how) => `${path} 不是 Claude Code：运行 --version 时${how}`,
  notClaudeFix: '请把 CCC_CLAUDE 设为 Claude Code 的完整路径，或让它在 PATH 中排在最前。',
  couldNotStart: (code) => `无法启动（${code}）`,
  didNotExit: (seconds) => `在 ${seconds} 秒内没有结束`,
  printed: (line) => `它打印了 ${JSON.stringify(line)}`,
  exitedWith: (how) => `它什么也没有打印，以 ${how} 退出`,
  emptyAnswers: (version, below) =>
    `Claude Code ${version} 太旧：在 ${below} 之前，AskUserQuestion 上的 hook 可能让它返回空答案`,
  expandsFiles: (version, below) => `Claude Code ${version}：在 ${below} 之前，审查者会打开代理用 @ 提到的文件`,
  updateClient: '请更新：claude update',
  node: (version) => `Node ${version}`,
  oldNode: (version, needed) => `Node ${version} 太旧；ccc 需要 ${needed} 或更新版本`,
  oldNodeFix: (needed) => `请安装 Node ${needed} 或更新版本，或使用 ccc 的单文件版本。`,

  filesPrivate: '只有你能读写',
  othersRead: (path) => `${path} 可以被其他人读取`,
  othersReadKey: (path) => `${path} 可以被其他人读取，其中可能有密钥`,
  othersWrite: (path) => `${path} 可以被其他人写入，他们可以改变 ccc 运行什么`,
  openFiles: (paths, total) => `ccc 的 ${total} 个文件可以被其他人读取或写入：${list(paths, total)}`,
  notWritable: (path) => `${path} 不可写`,
  foreignOwner: (path, owner, us) => `${path} 属于另一个用户（编号 ${owner}；你的是 ${us}）`,

  provider: (name, host, isCurrent) =>
    `${name}${isCurrent ? '（当前）' : ''}：就绪，${host}。要发送一个请求：ccc validate ${name}`,
  hosts: { own: '有自己的主机和密钥', cloud: '通过云平台', login: '用你自己的登录' },
  noProviders: '没有配置：Claude Code 使用你自己的登录',
  reviewerProviderNotFound: (name) =>
    `supervisor.provider 是 ${JSON.stringify(name)}，但没有这个供应商：所有审查都会失败`,

  terminal: (columns, term) => (columns ? `${columns} 列，${term}` : term),
  noTerminal: '不在终端里运行',
  noTerminalFix: '要检查终端，请直接在终端里运行 ccc doctor，不要用管道。',
  narrow: (columns) => `终端只有 ${columns} 列`,
  narrowFix: (enough) => `请使用至少 ${enough} 列。`,
  plainTerm: (term) => `TERM 是 ${term}：没有颜色，Claude Code 的界面可能无法工作`,
  plainTermFix: '请把 TERM 设为你的终端类型，例如 xterm-256color。',
  notUtf8: (locale) => `区域设置 ${locale} 不是 UTF-8：有些字符可能无法显示`,
  notUtf8Fix: '例如：export LANG=C.UTF-8',

  space: (place, amount) => `${place} 剩余空间 ${amount}`,
  spaceFix: '请释放磁盘空间：空间不足时，审查会失败，也无法保存任何内容。',
  spaceUnknown: (place) => `无法得知 ${place} 的剩余空间`,
  spaceUnknownFix: '请查看：df -h',
  noTemporary: (dir, code) => `无法在 ${dir} 中创建临时目录（${code}）`,
  noTemporaryFix: '请检查磁盘剩余空间，或把 TMPDIR 设为可写的目录。',
  used: (dir, amount) => `${dir} 占用 ${amount}`,
  journalTooLarge: (path, size, limit) => `${path} 已有 ${size}；达到 ${limit} 时就应归档，否则处理事件会变慢`,
  journalTooLargeFix: (path) => `下一个事件会再次尝试归档。如果文件没有变小，请查看 ${path}：里面有东西妨碍了归档。`,
  journalLinked: (path) => `${path} 是一个链接，不会归档：它变大后，处理事件会变慢`,
  journalLinkedFix: '请用它所指的文件替换它。',
  damagedLines: (path, lines) => `审查记录里有 ${lines} 行无法读取，已略过：${path}`,
  damagedLinesFix: '这些行被改动过、因磁盘写满而不完整，或由更新版本的 ccc 写入。无需处理。',
  writable: (place) => `${place} 可写`,
  unwritable: (place, code) => `${place} 不可写（${code}）`,
  unwritableFix: '请检查它的权限，或把 CCC_CONFIG_DIR 设为别的目录。',
});
