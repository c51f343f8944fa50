import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json, session } from './options.ts';

export const review = declare({
  name: 'review',
  summary: both('Review a session by hand', '手动审查一个会话'),
  details: both(
    `Does what the hook does when the agent wants to stop: runs the checks (no earlier result is reused), gathers the evidence and asks the reviewer. Prints evidence, verdict and cost. Changes no state: no round is counted, nothing is let through. The journal gets a line of its own (by_hand). Costs as much as any review.`,
    `与代理想停止时 hook 所做的相同：运行检查（不沿用以前的结果），收集证据，由审查者给出结论。打印证据、结论和费用。不改变任何状态：不计轮数，也不放行任何内容。审查记录里有单独的一行（by_hand）。费用与一次普通审查相同。`,
  ),
  options: {
    session,
    last: { help: both("This folder's latest session (default)", '当前目录最近的会话（默认）') },
    event: {
      placeholder: both('EVENT', '事件'),
      suggestions: ['Stop', 'SubagentStop'],
      help: both(
        'Stop (default), SubagentStop, or a file with the event as Claude Code sends it to a hook; - reads stdin',
        'Stop（默认）、SubagentStop，或一个文件，内容与 Claude Code 发给 hook 的事件相同；- 表示从 stdin 读取',
      ),
    },
    prompt: {
      placeholder: both('FILE', '文件'),
      suggestions: 'file',
      help: both('Use this prompt instead of your SUPERVISOR.md', '用这个提示词代替你的 SUPERVISOR.md'),
    },
    context: {
      placeholder: both('KIND', '种类'),
      choices: ['auto', 'fork', 'evidence'],
      help: both(
        'What the reviewer sees: fork, the whole session; evidence, the evidence and the files; auto, fork if the session is short',
        '审查者看到什么：fork 是整个会话；evidence 是证据和文件；auto 在会话短时用 fork',
      ),
    },
    provider: {
      placeholder: both('NAME', '名字'),
      suggestions: 'provider',
      help: both(
        'Review with this provider (default: supervisor.provider, then the current one)',
        '用这个供应商审查（默认：supervisor.provider，其次是当前供应商）',
      ),
    },
    model: { placeholder: both('NAME', '名字'), help: both('Review with this model', '用这个模型审查') },
    json,
  },
  exclusive: [['session', 'last']],
  exitCodes: {
    0: both('Approved', '通过'),
    1: both('The review failed', '审查失败'),
    2: both('Usage error', '用法错误'),
    3: both('Sent back, by a check, for a false claim or by the reviewer', '被检查、因说法不符或被审查者退回'),
    130: both('Interrupted', '被中断'),
  },
  examples: [
    'ccc review',
    'ccc review --prompt stricter.md --context evidence',
    'claude -p "make the tests pass" && ccc review --last --json > review.json',
  ],
  seeAlso: ['evidence', 'trust'],
});
