import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

const VERDICTS = [
  'approved',
  'sent-back',
  'allow',
  'block',
  'failed',
  'impossible',
  'limit',
  'stall',
  'budget',
  'overruled',
  'answered',
  'plan-approved',
  'unattended',
  'no-objection',
  'cut-off',
  'api-error',
] as const;

export const log = declare({
  name: 'log',
  summary: both('Show what was decided, and why', '查看作过哪些决定及其原因'),
  details: both(
    `The last 50 entries of the journal that matter, of all folders, the newest last: decisions, sessions that began or ended, API errors, overruled verdicts. Events for which supervision was off are left out, except with --json.

With the id of a session, or the beginning of one, that session as a story: the request, what was claimed, checked and found, each verdict with its feedback, what was done about it, the cost. With an option: all entries that match. Options can be combined. With --answers: everything that the reviewer answered in your place (supervisor.answer_questions), with the source it named, and the plans it approved (supervisor.approve_plans).

On a terminal, what is longer than the screen goes through the pager ($PAGER, or else less).`,
    `审查记录里最近 50 条重要记录（所有目录），最新的在最后：决定、会话的开始与结束、API 错误、被否决的结论。监督关闭时的事件不列出，--json 除外。

给出会话 ID（或其开头）：显示这个会话的完整经过，包括要求、说法、检查、发现、每次的结论与反馈、之后做了什么、费用。使用任一选项：列出所有符合的记录，选项可以组合。加 --answers：审查者替你回答的所有问题（supervisor.answer_questions）及其依据，以及它批准的计划（supervisor.approve_plans）。

在终端上，超过一屏的内容用分页程序显示（$PAGER，未设置时用 less）。`,
  ),
  arguments: {
    id: {
      placeholder: both('SESSION', '会话'),
      suggestions: 'session',
      help: both('Show this session: its id, or the beginning of it', '要查看的会话：完整 ID 或其开头'),
    },
  },
  options: {
    answers: { help: both('Only what was answered or approved for you', '只列出替你回答或批准的') },
    session: {
      placeholder: 'ID',
      suggestions: 'session',
      help: both('Only the session with this id, or whose id begins with it', '只列出这个 ID（或以它开头）的会话'),
    },
    project: {
      placeholder: both('FOLDER', '目录'),
      suggestions: 'file',
      help: both('Only this folder and those below it', '只列出这个目录及其下级目录'),
    },
    since: {
      placeholder: both('TIME', '时间'),
      help: both(
        'Only since then: 30m, 2h, 3d, 1w, 2026-11-01 or 2026-11-01T08:00',
        '只列出此后的：30m、2h、3d、1w、2026-11-01 或 2026-11-01T08:00',
      ),
    },
    verdict: { placeholder: both('VERDICT', '结论'), choices: VERDICTS, help: both('Only these', '只列出这一种') },
    follow: { help: both('Keep printing new entries until Ctrl-C', '持续显示新增的记录，直到按 Ctrl-C') },
    json,
  },
  variables: {
    PAGER: both('The pager; none if it is empty or cat', '分页程序；为空或 cat 时不分页'),
    NO_COLOR: both('Set: no colours', '设置后不用颜色'),
  },
  examples: [
    'ccc log',
    'ccc log 3f2a',
    'ccc log --follow',
    'ccc log --since 2h --verdict block',
    'ccc log --answers',
    'ccc log --session 3f2a --json',
  ],
  seeAlso: ['status', 'overrule'],
});
