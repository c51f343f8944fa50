import { both } from './both.ts';

export const hookHelp = both(
  `Usage: ccc supervisor-hook [--session-id ID]

Reads one hook event of Claude Code as JSON on stdin, has the work reviewed, and
answers in that event's own format on stdout. Claude Code starts it; ccc install
writes the entry.

  --session-id ID   judge this supervised session as if it wanted to stop;
                    stdin is not read

Exit codes
  0    a decision was printed
  1    the review failed, or the state could not be read or written
  2    the input could not be read; or TaskCompleted, TeammateIdle: sent back
  124  no verdict before the deadline

Variables
  CCC_SUPERVISOR_ID    the state file to use; default: the session id
  CCC_SUPERVISOR=1     supervise sessions that were not switched on or off;
                       0: do not
  CCC_CONFIG_DIR       where ccc.json, SUPERVISOR.md and ccc/ are;
                       default: CLAUDE_CONFIG_DIR, else ~/.claude
  CCC_CLAUDE           the claude to review with; default: the one on PATH
  CCC_LANG             en or zh; default: the locale

Example
  echo '{"session_id":"test-001"}' | CCC_SUPERVISOR=1 ccc supervisor-hook
`,
  `用法：ccc supervisor-hook [--session-id ID]

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
);

export const modeHelp = both(
  `Usage: ccc supervisor-mode [on|off]

Switches supervision of a session on (with a new count) or off, and says
nothing. Without an argument it prints on or off.

The session is CCC_SUPERVISOR_ID, else CLAUDE_CODE_SESSION_ID, which Claude Code
sets: inside a session /supervisor and /supervisoroff call this, or type
"!ccc supervisor-mode on".

Examples
  ccc supervisor-mode                                   on or off?
  CCC_SUPERVISOR_ID=night-run ccc supervisor-mode on    switch on by id
`,
  `用法：ccc supervisor-mode [on|off]

开启（重新计数）或关闭某个会话的监督，不打印任何内容。
不带参数时打印 on 或 off。

会话取自 CCC_SUPERVISOR_ID，否则 CLAUDE_CODE_SESSION_ID（由 Claude Code 设置）：
在会话里由 /supervisor 和 /supervisoroff 调用，也可输入
"!ccc supervisor-mode on"。

示例
  ccc supervisor-mode                                   现在是开还是关？
  CCC_SUPERVISOR_ID=night-run ccc supervisor-mode on    按 id 开启
`,
);
