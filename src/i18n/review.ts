import { both } from './both.ts';

type Verdict = 'allow' | 'block' | 'failed';

/** Why a review failed; the text after it says more. */
const EN_CAUSES: Record<string, string> = {
  deadline: 'out of time',
  api: 'no answer from the API',
  'no-answer': 'no answer from the reviewer',
  client: 'the reviewer could not be started',
  'over-budget': 'the budget ran out during the review',
  budget: 'the budget is used up',
  internal: 'internal error',
};

const ZH_CAUSES: Record<string, string> = {
  deadline: '超时',
  api: 'API 没有响应',
  'no-answer': '审查者没有给出回答',
  client: '审查者无法启动',
  'over-budget': '审查中途预算用完',
  budget: '预算已用完',
  internal: '内部错误',
};

/** Who sent the work back, if not the reviewer. */
const EN_DECIDERS: Record<string, string> = {
  check: 'Verdict: sent back by a check',
  claims: 'Verdict: sent back for a claim that the session contradicts',
  impossible: 'Verdict: not approved, it cannot be done as asked',
};

const ZH_DECIDERS: Record<string, string> = {
  check: '结论：被检查退回',
  claims: '结论：退回，说法与会话不符',
  impossible: '结论：未通过，无法按要求完成',
};

/** `ccc review`. */
export const reviewMessages = both(
  {
    insideReview: 'review: already inside a review',
    insideReviewFix: 'Run it in your own terminal.',
    unknownEvent: (name: string) => `review: unknown event ${JSON.stringify(name)}`,
    notReviewed: (name: string) => `review: ${name} events are not reviewed`,
    needsDetails: (name: string) => `review: a ${name} event needs its input`,
    eventNotJson: (source: string) => `review: ${source === '-' ? 'stdin' : source} is not a JSON object`,
    eventFix: 'Use Stop, SubagentStop, or a file (- for stdin) with the event as Claude Code sends it to a hook.',
    unreadable: (path: string, code: string) => `review: cannot read ${path} (${code})`,
    notAFile: (path: string) => `review: ${path} is not a file, or too large`,
    unreadableFix: 'Check the path and its permissions.',
    checking: (name: string) => `check ${name} …`,
    reviewing: 'reviewing …',
    notTrusted: (files: string) => `Ignored, because not trusted: ${files}. See: ccc trust --show`,
    interrupted: 'review: interrupted, no verdict.',
    context: { fork: 'whole session', evidence: 'evidence only', fresh: 'no session' },
    verdict: (verdict: Verdict, cause: string) =>
      ({
        allow: 'Verdict: approved',
        block: EN_DECIDERS[cause] ?? 'Verdict: sent back',
        failed: `No verdict: ${EN_CAUSES[cause] ?? cause}`,
      })[verdict],
    withDetails: (verdict: string, details: string[]) => `${verdict} (${details.join(', ')})`,
    changedFiles: (files: string[]) => `Files that changed during the review: ${files.join(', ')}`,
  },
  {
    insideReview: 'review：已经在一次审查之中',
    insideReviewFix: '请在你自己的终端里运行。',
    unknownEvent: (name) => `review：未知事件 ${JSON.stringify(name)}`,
    notReviewed: (name) => `review：${name} 事件不审查`,
    needsDetails: (name) => `review：${name} 事件需要完整的输入`,
    eventNotJson: (source) => `review：${source === '-' ? 'stdin' : source} 不是 JSON 对象`,
    eventFix: '可用 Stop、SubagentStop，或一个文件（- 表示 stdin），内容与 Claude Code 发给 hook 的事件相同。',
    unreadable: (path, code) => `review：无法读取 ${path}（${code}）`,
    notAFile: (path) => `review：${path} 不是文件，或者太大`,
    unreadableFix: '请检查路径和权限。',
    checking: (name) => `检查 ${name} …`,
    reviewing: '审查中 …',
    notTrusted: (files) => `未信任，已忽略：${files}。查看：ccc trust --show`,
    interrupted: 'review：已中断，没有结论。',
    context: { fork: '整个会话', evidence: '只看证据', fresh: '没有会话' },
    verdict: (verdict, cause) =>
      ({
        allow: '结论：通过',
        block: ZH_DECIDERS[cause] ?? '结论：退回',
        failed: `没有结论：${ZH_CAUSES[cause] ?? cause}`,
      })[verdict],
    withDetails: (verdict, details) => `${verdict}（${details.join('，')}）`,
    changedFiles: (files) => `审查期间有文件发生变化：${files.join('、')}`,
  },
);
