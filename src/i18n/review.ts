import type { ContextKind } from '../review/context.ts';
import { both } from './both.ts';

type Verdict = 'allow' | 'block' | 'failed';

/** Why there is no verdict; what follows in the text says more. */
const EN_CAUSES: Record<string, string> = {
  deadline: 'out of time',
  api: 'the API gave none',
  'no-answer': 'the reviewer gave none',
  client: 'the reviewer could not be started',
  'over-budget': 'the cost limit came first',
  budget: 'the cost limit is reached',
  internal: 'a mistake of ccc',
};

const ZH_CAUSES: Record<string, string> = {
  deadline: '时间用完',
  api: 'API 没有给出',
  'no-answer': '审查者没有给出',
  client: '审查者无法启动',
  'over-budget': '费用先到上限',
  budget: '费用已到上限',
  internal: 'ccc 自身的错误',
};

export const reviewMessages = both(
  {
    insideReview: 'review: this is already inside a review',
    insideReviewFix: 'Run it in your own terminal.',
    configProblem: (path: string, key: string, fix: string, leftOut: boolean) =>
      `${path}: ${key}: ${fix}; ${leftOut ? 'it is left out' : 'the default is used'}.`,
    unknownEvent: (name: string) => `review: unknown event ${JSON.stringify(name)}`,
    notJudged: (name: string) => `review: ${name} is not judged`,
    needsDetails: (name: string) => `review: ${name} alone does not say what is to be judged`,
    eventNotJson: (source: string) => `review: ${source === '-' ? 'stdin' : source} is not one JSON object`,
    eventFix: 'Use Stop, SubagentStop, or a file (- for stdin) with the event as Claude Code sends it to a hook.',
    unreadable: (path: string, code: string) => `review: ${path} cannot be read (${code})`,
    notAFile: (path: string) => `review: ${path} is no file, or too big`,
    unreadableFix: 'Name a file that you may read.',
    checking: (name: string) => `check ${name} …`,
    reviewing: 'reviewing …',
    notTrusted: (files: string) => `This repository brings ${files}: not trusted, so ignored; see: ccc trust --show`,
    interrupted: 'review: interrupted; nothing was decided.',
    context: { fork: 'with the whole session', evidence: 'by the facts', fresh: 'without a session' } satisfies Record<
      ContextKind,
      string
    > as Record<ContextKind, string>,
    verdict: (verdict: Verdict, cause: string, isStop: boolean) =>
      ({
        allow: isStop ? 'Verdict: it may stop' : 'Verdict: allowed',
        block: cause === 'check' ? 'Verdict: sent back by a check' : 'Verdict: sent back',
        failed: `No verdict: ${EN_CAUSES[cause] ?? cause}`,
      })[verdict],
    how: (verdict: string, parts: string[]) => `${verdict} (${parts.join(', ')})`,
    touched: (files: string[]) => `Files changed while the work was reviewed: ${files.join(', ')}`,
  },
  {
    insideReview: 'review：现在已经在一次审查里面',
    insideReviewFix: '请在你自己的终端里运行。',
    configProblem: (path, key, fix, leftOut) => `${path}：${key}：${fix}；${leftOut ? '这一项不用' : '现用默认值'}。`,
    unknownEvent: (name) => `review：没有事件 ${JSON.stringify(name)}`,
    notJudged: (name) => `review：${name} 不需要审查`,
    needsDetails: (name) => `review：只有 ${name} 这个名字，不知道要审查什么`,
    eventNotJson: (source) => `review：${source === '-' ? 'stdin' : source} 不是一个 JSON 对象`,
    eventFix: '可用 Stop、SubagentStop，或一个文件（- 表示 stdin），内容与 Claude Code 发给 hook 的事件相同。',
    unreadable: (path, code) => `review：无法读取 ${path}（${code}）`,
    notAFile: (path) => `review：${path} 不是文件，或太大`,
    unreadableFix: '请写一个你能读取的文件。',
    checking: (name) => `检查 ${name} …`,
    reviewing: '审查中 …',
    notTrusted: (files) => `本仓库的 ${files} 未被信任，没有生效；请看：ccc trust --show`,
    interrupted: 'review：已中断，没有结论。',
    context: { fork: '看整个会话', evidence: '看事实', fresh: '没有会话可看' },
    verdict: (verdict, cause, isStop) =>
      ({
        allow: isStop ? '结论：可以停止' : '结论：放行',
        block: cause === 'check' ? '结论：被检查退回' : '结论：退回',
        failed: `没有结论：${ZH_CAUSES[cause] ?? cause}`,
      })[verdict],
    how: (verdict, parts) => `${verdict}（${parts.join('，')}）`,
    touched: (files) => `审查期间有文件发生变化：${files.join('、')}`,
  },
);
