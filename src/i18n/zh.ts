import { figures, type Messages, type RoundFacts } from './messages.ts';

const round = (facts: RoundFacts) => `第 ${facts.count}/${facts.max} 轮，${figures(facts, 'zh')}`;

export const zh: Messages = {
  allowed: (facts, passed) => `ccc：${passed > 0 ? `${passed} 个检查通过，` : ''}已审查，放行（${round(facts)}）。`,
  blocked: (facts, off) => `ccc：已退回并给出反馈（${round(facts)}）。结束监督：按 Esc，再输入 ${off}`,
  checkFailed: (facts, name, off) =>
    `ccc：已退回，检查 ${JSON.stringify(name)} 失败（${round(facts)}）。结束监督：按 Esc，再输入 ${off}`,
  stalled: (facts, times, about) =>
    `ccc：未达成一致，放行：同样的意见 ${times} 次，文件没有变化（${round(facts)}；见 ccc.json 的 supervisor.stall_after）。意见是：${about}`,
  budgetReached: (limit, key) => `ccc：未经审查：审查费用已达上限 $${limit}（见 ccc.json 的 supervisor.${key}）。`,
  budgetUsedUp: '还没有结论，费用就到了上限。要修改：ccc.json 的 supervisor.max_cost_usd 和 max_cost_usd_per_day',
  unchanged: 'ccc：未经审查：自上次放行以来没有用过工具，文件也没有变化（见 ccc.json 的 supervisor.skip_unchanged）。',
  outOfTurns: (turns) => `审查者用了 ${turns} 轮工具后被要求给出结论（见 ccc.json 的 supervisor.max_turns）。`,
  checkTimedOut: (name, seconds) =>
    `检查 ${JSON.stringify(name)} 在 ${seconds} 秒后被终止，没有结果。要更多时间：它的 timeout_seconds；所有检查合计为 supervisor.timeout_seconds 的一半。`,
  checkNotStarted: (name, why) => `检查 ${JSON.stringify(name)} 无法启动（${why}）。`,
  checkNoTime: (name) =>
    `检查 ${JSON.stringify(name)} 没有运行：检查的时间已用完（supervisor.timeout_seconds 的一半）。`,
  touched: (files) => `审查期间有文件发生变化：${files}。`,
  untrusted: (files, root) => `本仓库自带的 ${files} 在你信任之前不会生效。要查看：ccc trust --show ${root}`,
  changedSinceTrust: (files, root) => `${files} 在你信任之后有改动，现不生效。要查看：ccc trust --show ${root}`,
  failed: (facts, why) => `ccc：未能审查（${round(facts)}）：${why}`,
  paused: (max, on) => `ccc：已满 ${max} 轮，监督暂停，这次停止未经审查。重新计数并继续：${on}`,
  wentOff: 'ccc：监督已被关闭，这次停止未经审查。',
  configProblem: (path, where, leftOut, more) =>
    `${path}：${where}；${leftOut ? '这一项不用' : '现用默认值'}${more > 0 ? `（还有 ${more} 处：ccc doctor）` : ''}。`,
  offNotice: (why) => `ccc：监督未开启。${why}`,
  journalLost: (code) => `日志 reviews.jsonl 未能写入（${code}）。`,

  stateCorrupt: (path, aside) => `状态文件 ${path} 已损坏，已另存为 ${aside}。监督是否开启以及计数都已丢失。`,
  stateCorruptFix: '重新开启监督：!ccc supervisor-mode on',
  stateUnusable: (path, code) => `状态文件 ${path} 无法使用（${code}）`,
  stateUnusableFix: (code) =>
    ({
      EISDIR: '它是一个文件夹：请移走。',
      ENOSPC: '磁盘已满：请腾出空间后重试。',
      EDQUOT: '磁盘配额已用完：请腾出空间后重试。',
      EROFS: '文件系统只读：请把 CCC_CONFIG_DIR 设为可写的文件夹。',
    })[code] ?? '请让该文件及其文件夹对你可读写，或把 CCC_CONFIG_DIR 设为别的文件夹。',
  badSupervisorId: (id) => `CCC_SUPERVISOR_ID 不是可用的 id：${JSON.stringify(id)}`,
  badSupervisorIdFix: '只能用字母、数字、"."、"_"、"-"，最多 128 个，且不能以点开头；或取消设置以使用会话 id。',
  noSupervisorId: '是哪个会话？CCC_SUPERVISOR_ID 与 CLAUDE_CODE_SESSION_ID 都没有设置',
  noSupervisorIdFix: '在会话里请输入 /supervisor 或 !ccc supervisor-mode on；在别处请自行设置 CCC_SUPERVISOR_ID。',

  noHome: '没有主目录：HOME 没有设为完整路径',
  noHomeFix: '请把 HOME 或 CLAUDE_CONFIG_DIR 设为完整路径。',

  claudeMissing: '找不到 Claude Code',
  claudeMissingFix:
    '请安装并让 `claude` 在 PATH 中，或把 CCC_CLAUDE 设为它的完整路径，或连同可选包重新安装 ccc-supervisor。',
  claudeUnusable: (path) => `CCC_CLAUDE 指向的程序无法启动：${path}`,
  claudeUnusableFix: '请设为可执行的 `claude` 的完整路径，或取消设置。',

  notStarted: (code) =>
    `Claude Code 无法启动（${code}）。请检查 CCC_CLAUDE 或 PATH 中的 \`claude\` 是否是适用于本机的程序。`,

  deadApi: (seconds, detail) => `API 在 ${seconds} 秒内没有回答${detail ? `（${detail}）` : ''}`,
  apiFailed: (detail) => `API 未能给出审查：${detail}`,
  noAnswer: '审查者没有给出任何回答就结束了',
  reviewerDied: (detail) => `审查进程没有给出回答就退出了${detail ? `：${detail}` : '；那真的是 Claude Code 吗？'}`,
  interrupted: (signal) => `被 ${signal} 中断`,
  deadline: (seconds) => `${seconds} 秒内没有得出结论`,
  reviewFailedFix: (log) => `详情：${log}`,

  unknownArgument: (name) => `没有参数 ${JSON.stringify(name)}`,
  hookUsage: '用法：ccc supervisor-hook [--session-id ID]',
  unknownMode: (name) => `没有模式 ${JSON.stringify(name)}`,
  modeUsage: '用法：ccc supervisor-mode [on|off]',
  unwritten: (code) => `输出无法写入（${code}）；请确认写入的地方有空间`,
  internalError: 'ccc：内部错误；请连同下面几行一起报告',
  terminalInput: '此命令从 stdin 读取 Claude Code 的 hook 事件，不能从终端输入；参见：ccc supervisor-hook --help',

  hookHelp: `用法：ccc supervisor-hook [--session-id ID]

从 stdin 读取 Claude Code 的一个 hook 事件（JSON），审查其工作，并按该事件自己的格式
在 stdout 回答。由 Claude Code 启动；ccc install 会写入条目。

  --session-id ID   当作这个受监督的会话想要停止来审查；不读 stdin

退出码
  0    已打印决定
  1    审查失败，或状态无法读写
  2    输入无法读取；或 TaskCompleted、TeammateIdle 被退回
  124  期限内没有结论

变量
  CCC_SUPERVISOR_ID    使用哪个状态文件；默认是会话 id
  CCC_SUPERVISOR=1     没有手动开关过的会话也受监督；0：不受监督
  CCC_CONFIG_DIR       ccc.json、SUPERVISOR.md 与 ccc/ 的位置；
                       默认 CLAUDE_CONFIG_DIR，否则 ~/.claude
  CCC_CLAUDE           用哪个 claude 审查；默认是 PATH 中的
  CCC_LANG             en 或 zh；默认随系统语言

示例
  echo '{"session_id":"test-001"}' | CCC_SUPERVISOR=1 ccc supervisor-hook
`,
  modeHelp: `用法：ccc supervisor-mode [on|off]

开启（重新计数）或关闭某个会话的监督，不打印任何内容。
不带参数时打印 on 或 off。

会话取自 CCC_SUPERVISOR_ID，否则 CLAUDE_CODE_SESSION_ID（由 Claude Code 设置）：
在会话里由 /supervisor 和 /supervisoroff 调用，也可输入
"!ccc supervisor-mode on"。

示例
  ccc supervisor-mode                                   现在是开还是关？
  CCC_SUPERVISOR_ID=night-run ccc supervisor-mode on    按 id 开启
`,
};
