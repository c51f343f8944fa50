import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';

const CCC_SUPERVISOR_ID = both('The state file to use (default: the session id)', '使用哪个状态文件（默认：会话 ID）');

/** The command itself is read by hand in `hook/run.ts`: an argument parser would cost the hook more than all the rest. */
export const supervisorHook = declare({
  name: 'supervisor-hook',
  summary: both('Answer one hook event (Claude Code starts it)', '回应一个 hook 事件（由 Claude Code 启动）'),
  details: both(
    "Reads one hook event of Claude Code as JSON on stdin, has the work reviewed, and prints the decision in that event's own format. ccc install writes the entry that starts it.",
    '从 stdin 读取 Claude Code 的一个 hook 事件（JSON），审查工作，并按该事件的格式打印决定。由 ccc install 写入设置文件。',
  ),
  options: {
    sessionId: {
      placeholder: 'ID',
      suggestions: 'session',
      help: both(
        'Judge this supervised session as if it wanted to stop; stdin is not read',
        '把这个受监督的会话当作想要停止来审查；不读取 stdin',
      ),
    },
    background: {
      help: both(
        'Claude Code does not wait: an objection is exit code 2 (supervisor.review)',
        'Claude Code 不等待：有意见时退出码为 2（supervisor.review）',
      ),
    },
    tell: {
      help: both('Judge nothing; tell what a review in the background came to', '不审查；只告知后台审查的结果'),
    },
  },
  exitCodes: {
    0: both('A decision was printed', '已打印决定'),
    1: both('The review failed, or the state could not be read or written', '审查失败，或状态无法读写'),
    2: both(
      'The input could not be read; for TaskCompleted and TeammateIdle, and with --background: sent back',
      '输入无法读取；对 TaskCompleted、TeammateIdle 以及 --background：退回',
    ),
    124: both('No verdict before the deadline', '到截止时间仍没有结论'),
  },
  variables: {
    CCC_SUPERVISOR_ID,
    CCC_SUPERVISOR: both(
      '1: supervise sessions for which it was not turned on or off by hand; 0: do not',
      '1：监督没有手动开启或关闭过的会话；0：不监督',
    ),
    CCC_CONFIG_DIR: both(
      'Where ccc.json, SUPERVISOR.md and ccc/ are (default: CLAUDE_CONFIG_DIR, then ~/.claude)',
      'ccc.json、SUPERVISOR.md 和 ccc/ 所在的目录（默认：CLAUDE_CONFIG_DIR，其次 ~/.claude）',
    ),
    CCC_CLAUDE: both('The claude to review with (default: the one on PATH)', '审查用的 claude（默认：PATH 上的）'),
    CCC_LANG: both('en or zh (default: the locale)', 'en 或 zh（默认：系统语言）'),
  },
  examples: [`echo '{"session_id":"test-001"}' | CCC_SUPERVISOR=1 ccc supervisor-hook`],
  seeAlso: ['install', 'supervisor-mode'],
});

export const supervisorMode = declare({
  name: 'supervisor-mode',
  summary: both('Turn supervision of a session on or off', '开启或关闭一个会话的监督'),
  details: both(
    `Without an argument, prints on or off. Turning supervision on starts a new count of rounds, and prints nothing unless no hook of ccc reaches the session: then it says so.

In a session, /supervisor and /supervisoroff call this; you can also type "!ccc supervisor-mode on".`,
    `不带参数时打印 on 或 off。开启监督时重新计算轮数，不打印任何内容；只有当没有 ccc 的 hook 到达会话时，才会说明。

在会话里，/supervisor 和 /supervisoroff 会调用它；也可以输入 "!ccc supervisor-mode on"。`,
  ),
  arguments: {
    mode: { placeholder: 'on|off', choices: ['on', 'off'], help: both('Turn it on or off', '开启或关闭') },
  },
  variables: {
    CCC_SUPERVISOR_ID: both(
      'The session (default: CLAUDE_CODE_SESSION_ID, which Claude Code sets)',
      '哪个会话（默认：CLAUDE_CODE_SESSION_ID，由 Claude Code 设置）',
    ),
  },
  examples: ['ccc supervisor-mode', 'CCC_SUPERVISOR_ID=night-run ccc supervisor-mode on'],
  seeAlso: ['status'],
});
