import { both } from './both.ts';
import { outcomeTexts } from './outcomes.ts';

const count = (number: number, one: string, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;

/** By outcome; `continue` for those that are not named. */
type NextSteps = Readonly<Record<string, string> & { continue: string }>;

/** What `ccc report` prints, and the lines at the end of a session on the screen. */
export const reportMessages = both(
  {
    title: 'ccc report',
    nothing: (since: string) => `Nothing ran since ${since}.\nTo look further back: ccc report --since 3d`,
    more: (sessions: number) => `and ${count(sessions, 'more session')}: ccc report --json`,
    group: { open: 'Needs you', running: 'Running', approved: 'Approved', rest: 'Nothing to do' },
    sessions: {
      open: (sessions: number) => (sessions === 1 ? '1 needs you' : `${sessions} need you`),
      running: (sessions: number) => `${sessions} running`,
      approved: (sessions: number) => `${sessions} approved`,
      rest: (sessions: number) => `${sessions} with nothing to do`,
    },
    since: (sessions: number, quiet: number, time: string, groups: string[]) =>
      `${count(sessions, 'session')} since ${time}${quiet > 0 ? ` (${quiet} without a new entry)` : ''}: ${groups.join(', ')}.`,
    totals: (rounds: number, parts: string[], cost: string, time: string) =>
      `${count(rounds, 'round')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}, ${cost}, ${time} of reviewing.`,
    also: (parts: string[]) => `Also: ${parts.join(', ')}.`,
    notLookedUp: (sessions: number) =>
      `Too many sessions: in ${sessions} of them it was not looked up whether the agent went on. For fewer: ccc report --since 2h`,
    leftOut: (sessions: number) => `Too many sessions: ${sessions} left out. For fewer: ccc report --since 2h`,
    /** They add up to the rounds. */
    roundParts: {
      approvals: (number: number) => `${number} approved`,
      doubted: (number: number) => `${number} NOT approved because files or settings changed`,
      blocks: (number: number) => `${number} sent back`,
      noObjections: (number: number) => `${number} with no objection`,
      answered: (number: number) => `${number} answered for you`,
      failures: (number: number) => `${number} failed`,
      impossible: (number: number) => `${number} impossible as asked`,
      stalls: (number: number) => `${number} given up`,
    },
    otherParts: {
      limits: (number: number) => `${count(number, 'stop')} let through because rounds or budget were used up`,
      overruled: (number: number) => `${count(number, 'verdict')} overruled`,
      falseClaims: (number: number) => `${count(number, 'false claim')} caught`,
      apiErrors: (number: number) => count(number, 'API error'),
    },
    outcome: outcomeTexts.en,
    sentBackAndWorking: 'sent back, at work',
    atWorkAgain: (before: string) => `at work again (before that: ${before})`,
    waiting: 'waits for you in its terminal',
    asking: { question: 'waits for your answer', plan: 'waits for you to approve its plan' },
    leftAsking: {
      question: 'ended while it waited for your answer',
      plan: 'ended while it waited for you to approve its plan',
    },
    wentOn: 'what came after that is NOT reviewed',
    goingOnNotLookedUp: 'whether the agent went on was not checked',
    transcriptGone: 'its transcript is gone, so it is not known what came after that',
    leftBeforeReview: 'ended before anything was reviewed',
    nothingReviewedYet: 'nothing reviewed yet',
    running: (pid: number) => `running (process ${pid})`,
    ended: 'ended',
    field: (label: string, text: string) => `${label}: ${text}`,
    state: (outcome: string, where: string) => `${outcome}; ${where}`,
    request: 'request',
    earlier: 'before that',
    asks: 'it asks',
    why: 'why',
    reviewer: 'reviewer',
    changed: 'changed',
    files: (names: string[], more: number) => `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    inThisTime: 'in this time',
    rounds: (rounds: number, cost: string) => `${count(rounds, 'round')}, ${cost}`,
    answered: 'answered for you',
    moreAnswers: (more: number) => `${more} earlier: ccc log --answers`,
    approvedForUser: 'approved for you',
    plans: (plans: number) => count(plans, 'plan'),
    decided: 'decided by the agent',
    decidedByAgent: (times: number) => `${count(times, 'question')}, as nobody was there`,
    toGoOn: 'to go on',
    answerInTerminal: 'answer in its terminal',
    /** Once the session is continued by the command beside it. */
    nextStep: {
      limit: 'type /supervisor there; the count starts anew',
      'turned-off': 'type /supervisor there, so that it is reviewed again',
      stall: 'tell the agent what to do about the objection',
      budget: 'first raise supervisor.max_cost_usd or supervisor.max_cost_usd_per_day',
      impossible: 'ask for something else, or give what is missing',
      failed: 'first run ccc doctor; the next stop is reviewed again',
      continue: 'type "continue"',
    } as NextSteps,
    /** Where it runs. */
    nextStepInTerminal: {
      limit: 'type /supervisor in its terminal; the count starts anew',
      'turned-off': 'type /supervisor in its terminal, so that it is reviewed again',
      stall: 'in its terminal, tell the agent what to do about the objection',
      budget: 'raise supervisor.max_cost_usd or supervisor.max_cost_usd_per_day, then type "continue" in its terminal',
      impossible: 'in its terminal, ask for something else, or give what is missing',
      failed: 'run ccc doctor; the next stop in its terminal is reviewed again',
      continue: 'type "continue" in its terminal',
    } as NextSteps,
    endApproved: (request: string) => `ccc: reviewed and approved${request ? `: ${request}` : '.'}`,
    endSpent: (rounds: number, parts: string[], cost: string) =>
      `ccc: ${count(rounds, 'round')} in this run${parts.length > 0 ? ` (${parts.join(', ')})` : ''}, ${cost}. For all sessions: ccc report`,
  },
  {
    title: 'ccc 报告',
    nothing: (since) => `自 ${since} 起没有任何会话。\n看更早的：ccc report --since 3d`,
    more: (sessions) => `另有 ${sessions} 个会话：ccc report --json`,
    group: { open: '需要你处理', running: '正在运行', approved: '已通过', rest: '无需处理' },
    sessions: {
      open: (sessions) => `${sessions} 个需要你处理`,
      running: (sessions) => `${sessions} 个正在运行`,
      approved: (sessions) => `${sessions} 个已通过`,
      rest: (sessions) => `${sessions} 个无需处理`,
    },
    since: (sessions, quiet, time, groups) =>
      `自 ${time} 起共有 ${sessions} 个会话${quiet > 0 ? `（${quiet} 个没有新记录）` : ''}：${groups.join('，')}。`,
    totals: (rounds, parts, cost, time) =>
      `${rounds} 轮${parts.length > 0 ? `（${parts.join('，')}）` : ''}，费用 ${cost}，审查用时 ${time}。`,
    also: (parts) => `另外：${parts.join('，')}。`,
    notLookedUp: (sessions) =>
      `会话太多：其中 ${sessions} 个没有查看代理后来是否继续。只看更近的：ccc report --since 2h`,
    leftOut: (sessions) => `会话太多：有 ${sessions} 个没有列出。只看更近的：ccc report --since 2h`,
    roundParts: {
      approvals: (number) => `${number} 轮通过`,
      doubted: (number) => `${number} 轮因文件或设置改动而未通过`,
      blocks: (number) => `${number} 轮退回`,
      noObjections: (number) => `${number} 轮没有意见`,
      answered: (number) => `${number} 轮替你回答`,
      failures: (number) => `${number} 轮失败`,
      impossible: (number) => `${number} 轮判定无法按要求完成`,
      stalls: (number) => `${number} 轮放弃`,
    },
    otherParts: {
      limits: (number) => `${number} 次停止因轮数或预算用完而放行`,
      overruled: (number) => `${number} 个结论被否决`,
      falseClaims: (number) => `查出 ${number} 处不实说法`,
      apiErrors: (number) => `${number} 次 API 错误`,
    },
    outcome: outcomeTexts.zh,
    sentBackAndWorking: '已退回，正在继续',
    atWorkAgain: (before) => `又在运行（此前：${before}）`,
    waiting: '正在终端里等你',
    asking: { question: '正在等你回答', plan: '正在等你批准计划' },
    leftAsking: { question: '会话结束时还在等你回答', plan: '会话结束时还在等你批准计划' },
    wentOn: '此后的工作未经审查',
    goingOnNotLookedUp: '没有检查代理此后是否继续工作',
    transcriptGone: '会话记录已不在，无法知道此后做了什么',
    leftBeforeReview: '会话在审查之前就结束了',
    nothingReviewedYet: '还没有审查',
    running: (pid) => `正在运行（进程 ${pid}）`,
    ended: '已结束',
    field: (label, text) => `${label}：${text}`,
    state: (outcome, where) => `${outcome}；${where}`,
    request: '要求',
    earlier: '此前',
    asks: '提问',
    why: '原因',
    reviewer: '审查者',
    changed: '改动',
    files: (names, more) => `${names.join('、')}${more > 0 ? `，另有 ${more} 个` : ''}`,
    inThisTime: '这段时间',
    rounds: (rounds, cost) => `${rounds} 轮，${cost}`,
    answered: '替你回答',
    moreAnswers: (more) => `另有较早的 ${more} 条：ccc log --answers`,
    approvedForUser: '替你批准',
    plans: (plans) => `${plans} 个计划`,
    decided: '代理自行决定',
    decidedByAgent: (times) => `${times} 个问题（无人应答）`,
    toGoOn: '继续',
    answerInTerminal: '在其终端里作答',
    nextStep: {
      limit: '输入 /supervisor，重新计数',
      'turned-off': '输入 /supervisor，恢复审查',
      stall: '告诉代理如何处理这条意见',
      budget: '先调高 supervisor.max_cost_usd 或 supervisor.max_cost_usd_per_day',
      impossible: '换一个要求，或补上缺少的条件',
      failed: '先运行 ccc doctor；下次停止时会再审查',
      continue: '输入“继续”',
    } as NextSteps,
    nextStepInTerminal: {
      limit: '在其终端里输入 /supervisor，重新计数',
      'turned-off': '在其终端里输入 /supervisor，恢复审查',
      stall: '在其终端里告诉代理如何处理这条意见',
      budget: '调高 supervisor.max_cost_usd 或 supervisor.max_cost_usd_per_day，再在其终端里输入“继续”',
      impossible: '在其终端里换一个要求，或补上缺少的条件',
      failed: '运行 ccc doctor；它下次停止时会再审查',
      continue: '在其终端里输入“继续”',
    } as NextSteps,
    endApproved: (request) => `ccc：审查通过${request ? `：${request}` : '。'}`,
    endSpent: (rounds, parts, cost) =>
      `ccc：本次运行 ${rounds} 轮${parts.length > 0 ? `（${parts.join('，')}）` : ''}，费用 ${cost}。全部会话：ccc report`,
  },
);

export type ReportMessages = (typeof reportMessages)['en'];

/** What the user can do about a session that needs them. */
export function nextStepOf(
  { outcome, isAsking, isRunning }: { outcome: string; isAsking: boolean; isRunning: boolean },
  messages: ReportMessages,
): string {
  if (isAsking && isRunning) return messages.answerInTerminal;
  const steps = isRunning ? messages.nextStepInTerminal : messages.nextStep;
  return steps[outcome] ?? steps.continue;
}

/** What was counted, without what is zero. */
export const countedParts = <K extends string>(
  totals: Readonly<Record<NoInfer<K>, number>>,
  parts: Readonly<Record<K, (number: number) => string>>,
): string[] => (Object.keys(parts) as K[]).filter((key) => totals[key] > 0).map((key) => parts[key](totals[key]));
