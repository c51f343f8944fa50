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
  interrupted: (signal: string) => `ccc doctor: interrupted by ${signal}; nothing was left behind.`,
  run: (command: string) => `Run: ${command}`,

  client: (version: string, path: string, by: string) => `Claude Code ${version}: ${path} (${by})`,
  foundBy: {
    CCC_CLAUDE: 'named by CCC_CLAUDE',
    PATH: 'found on PATH',
    beside: 'found beside ccc',
    sdk: 'brought by the Agent SDK',
  },
  notClaude: (path: string, how: string) => `${path} does not answer --version as Claude Code does: ${how}`,
  notClaudeFix: 'Set CCC_CLAUDE to the full path of Claude Code, or put it first on PATH.',
  couldNotStart: (code: string) => `it could not be started (${code})`,
  noEnd: (seconds: number) => `it did not end within ${seconds} s`,
  printed: (line: string) => `it printed ${JSON.stringify(line)}`,
  ended: (how: number | string) => `it printed nothing and ended with ${how}`,
  emptyAnswers: (version: string, below: string) =>
    `Claude Code ${version} is too old: before ${below} a hook on AskUserQuestion could make it return empty answers`,
  expandsFiles: (version: string, below: string) =>
    `Claude Code ${version}: before ${below} a reviewer opens the files that the worker names with @`,
  updateClient: 'Update it: claude update',
  node: (version: string) => `Node ${version}`,
  oldNode: (version: string, needed: string) => `Node ${version} is too old; ccc needs ${needed} or newer`,
  oldNodeFix: (needed: string) => `Install Node ${needed} or newer, or use the single binary of ccc.`,

  filesPrivate: 'only you can read and write what ccc keeps',
  othersRead: (path: string) => `others on this machine can read ${path}`,
  othersReadKey: (path: string) => `others on this machine can read ${path}, and there may be a key in it`,
  othersWrite: (path: string) => `others on this machine can write ${path}, and so decide what ccc runs`,
  openFiles: (paths: string[], total: number) =>
    `others on this machine can reach ${amount(total, 'file')} of ccc: ${list(paths, total)}`,
  notWritable: (path: string) => `you cannot write in ${path}`,
  foreignOwner: (path: string, owner: number, us: number) =>
    `${path} belongs to another user (id ${owner}; yours is ${us})`,

  provider: (name: string, host: string, isCurrent: boolean) =>
    `${name}${isCurrent ? ' (current)' : ''}: ready, ${host}; not asked, for that: ccc validate ${name}`,
  hosts: { own: 'with its own host and key', cloud: 'through a cloud', login: 'with your own login' },
  noProviders: 'none configured: Claude Code uses your own login',
  reviewingGone: (name: string) =>
    `supervisor.provider is ${JSON.stringify(name)}, which is not configured: nothing can be reviewed`,

  terminal: (columns: number | undefined, term: string) => (columns ? `${columns} columns, ${term}` : term),
  noTerminal: 'no terminal to look at: its size is not known',
  noTerminalFix: 'Run ccc doctor in the terminal you work in, not through a pipe.',
  narrow: (columns: number) => `the terminal has ${columns} columns`,
  narrowFix: (enough: number) => `Make it at least ${enough} columns wide.`,
  plainTerm: (term: string) => `TERM is ${term}: no colours, and Claude Code's screen may not work`,
  plainTermFix: 'Set TERM to what your terminal is, for example xterm-256color.',
  notUtf8: (locale: string) => `the locale is ${locale}, not UTF-8: some characters may be shown wrongly`,
  notUtf8Fix: 'Set one, for example: export LANG=C.UTF-8',

  space: (place: string, amount: string) => `${amount} free where ${place} is`,
  spaceFix: 'Make room there; without it nothing can be reviewed or remembered.',
  spaceUnknown: (place: string) => `how much is free where ${place} is cannot be told`,
  spaceUnknownFix: 'Look with: df -h',
  noTemporary: (dir: string, code: string) => `no temporary folder can be made in ${dir} (${code})`,
  noTemporaryFix: 'Make room there, or set TMPDIR to a folder that can be written.',
  used: (dir: string, amount: string) => `${dir} takes ${amount}`,
  writable: (place: string) => `${place} can be written`,
  unwritable: (place: string, code: string) => `${place} cannot be written (${code})`,
  unwritableFix: 'Make it writable for you, or set CCC_CONFIG_DIR to a folder that is.',
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
  interrupted: (signal) => `ccc doctor：被 ${signal} 中断；没有留下任何东西。`,
  run: (command) => `请运行：${command}`,

  client: (version, path, by) => `Claude Code ${version}：${path}（${by}）`,
  foundBy: {
    CCC_CLAUDE: '由 CCC_CLAUDE 指定',
    PATH: '在 PATH 中找到',
    beside: '在 ccc 旁边找到',
    sdk: '由 Agent SDK 带来',
  },
  notClaude: (path, how) => `${path} 对 --version 的回答不像 Claude Code：${how}`,
  notClaudeFix: '请把 CCC_CLAUDE 设为 Claude Code 的完整路径，或让它在 PATH 中排在最前。',
  couldNotStart: (code) => `无法启动（${code}）`,
  noEnd: (seconds) => `在 ${seconds} 秒内没有结束`,
  printed: (line) => `它打印了 ${JSON.stringify(line)}`,
  ended: (how) => `它什么也没有打印，以 ${how} 结束`,
  emptyAnswers: (version, below) =>
    `Claude Code ${version} 太旧：在 ${below} 之前，AskUserQuestion 上的 hook 可能让它返回空答案`,
  expandsFiles: (version, below) => `Claude Code ${version}：在 ${below} 之前，审查者会打开被审者用 @ 提到的文件`,
  updateClient: '请更新：claude update',
  node: (version) => `Node ${version}`,
  oldNode: (version, needed) => `Node ${version} 太旧；ccc 需要 ${needed} 或更新`,
  oldNodeFix: (needed) => `请安装 Node ${needed} 或更新，或使用 ccc 的单文件版本。`,

  filesPrivate: 'ccc 保存的东西只有你能读写',
  othersRead: (path) => `这台机器上的其他人可以读取 ${path}`,
  othersReadKey: (path) => `这台机器上的其他人可以读取 ${path}，而其中可能有密钥`,
  othersWrite: (path) => `这台机器上的其他人可以写入 ${path}，从而决定 ccc 运行什么`,
  openFiles: (paths, total) => `这台机器上的其他人可以接触 ccc 的 ${total} 个文件：${list(paths, total)}`,
  notWritable: (path) => `你不能写入 ${path}`,
  foreignOwner: (path, owner, us) => `${path} 属于另一个用户（编号 ${owner}；你的是 ${us}）`,

  provider: (name, host, isCurrent) =>
    `${name}${isCurrent ? '（当前）' : ''}：就绪，${host}；没有询问它，要询问请用：ccc validate ${name}`,
  hosts: { own: '有自己的主机和密钥', cloud: '通过云平台', login: '用你自己的登录' },
  noProviders: '没有配置：Claude Code 使用你自己的登录',
  reviewingGone: (name) => `supervisor.provider 是 ${JSON.stringify(name)}，但没有这个供应商：无法审查`,

  terminal: (columns, term) => (columns ? `${columns} 列，${term}` : term),
  noTerminal: '没有可看的终端：不知道它的大小',
  noTerminalFix: '请在你工作的终端里运行 ccc doctor，不要经过管道。',
  narrow: (columns) => `终端有 ${columns} 列`,
  narrowFix: (enough) => `请让它至少有 ${enough} 列宽。`,
  plainTerm: (term) => `TERM 是 ${term}：没有颜色，Claude Code 的界面可能无法工作`,
  plainTermFix: '请把 TERM 设为你的终端类型，例如 xterm-256color。',
  notUtf8: (locale) => `区域设置是 ${locale}，不是 UTF-8：有些字符可能显示错误`,
  notUtf8Fix: '请设置一个，例如：export LANG=C.UTF-8',

  space: (place, amount) => `${place} 所在处剩余 ${amount}`,
  spaceFix: '请腾出空间；没有空间就无法审查，也无法记录。',
  spaceUnknown: (place) => `无法得知 ${place} 所在处还剩多少空间`,
  spaceUnknownFix: '请用这个查看：df -h',
  noTemporary: (dir, code) => `无法在 ${dir} 中建立临时文件夹（${code}）`,
  noTemporaryFix: '请在那里腾出空间，或把 TMPDIR 设为可写的文件夹。',
  used: (dir, amount) => `${dir} 占用 ${amount}`,
  writable: (place) => `${place} 可以写入`,
  unwritable: (place, code) => `${place} 无法写入（${code}）`,
  unwritableFix: '请让它对你可写，或把 CCC_CONFIG_DIR 设为可写的文件夹。',
});
