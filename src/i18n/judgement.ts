import { both } from './both.ts';
import type { Language } from './language.ts';

/** The numbers of one round, as its line for the user shows them. */
export interface RoundFacts {
  count: number;
  max: number;
  seconds: number;
  costUsd: number | null;
}

/** Checks that passed, and those of them whose result is from an earlier stop. */
export interface PassedChecks {
  passed: number;
  reused: { count: number; time: string } | undefined;
}

/** How long a review took and what it cost. */
export function figures({ seconds, costUsd }: Pick<RoundFacts, 'seconds' | 'costUsd'>, language: Language): string {
  const time = `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} ${language === 'zh' ? '秒' : 's'}`;
  return costUsd === null
    ? time
    : `${time}${language === 'zh' ? '，' : ', '}$${costUsd.toFixed(costUsd < 0.1 ? 3 : 2)}`;
}

const roundEn = (facts: RoundFacts) => `round ${facts.count} of ${facts.max}, ${figures(facts, 'en')}`;
const roundZh = (facts: RoundFacts) => `第 ${facts.count}/${facts.max} 轮，${figures(facts, 'zh')}`;
const plural = (count: number, one: string) => (count === 1 ? `${count} ${one}` : `${count} ${one}s`);

const turnOffEn = (off: string) => `To turn supervision off: Esc, then ${off}`;
const turnOffZh = (off: string) => `关闭监督：按 Esc，再输入 ${off}`;

/** How long a review had to wait for the API. */
export interface ApiWaitFacts {
  ms: number;
  failures: number;
  /** Of the last failure; null: the connection was lost. */
  status: number | null;
}

const secondsOf = ({ ms }: ApiWaitFacts) => Math.round(ms / 1000);
export const apiWaitEn = (wait: ApiWaitFacts): string =>
  `${secondsOf(wait)} s: ${wait.status ?? 'connection lost'}, ${plural(wait.failures, 'time')}`;
export const apiWaitZh = (wait: ApiWaitFacts): string =>
  `${secondsOf(wait)} 秒：${wait.status ?? '连接中断'}，${wait.failures} 次`;

/** What a person is told of an event that was judged. A file of its own, because an event that is not judged does not load it. */
export const judgementMessages = both(
  {
    approved: (facts: RoundFacts, { passed, reused }: PassedChecks, why: string) =>
      `ccc: ${passed > 0 ? `${plural(passed, 'check')} passed${reused ? ` (${reused.count} not run again: same result as at ${reused.time})` : ''}, ` : ''}reviewed and approved (${roundEn(facts)}): ${why}`,
    answered: (facts: RoundFacts, answers: string) =>
      `ccc: answered by the reviewer, not by you (${roundEn(facts)}; supervisor.answer_questions in ccc.json): ${answers}. If you want another answer, tell the agent.`,
    planApproved: (facts: RoundFacts, why: string) =>
      `ccc: the plan was approved by the reviewer, not by you (${roundEn(facts)}; supervisor.approve_plans in ccc.json): ${why}`,
    impossible: (facts: RoundFacts, why: string) =>
      `ccc: the reviewer says that this cannot be done as asked. NOT approved (${roundEn(facts)}): ${why}`,
    unattended: 'ccc: nobody is there to answer, so the agent was told to decide and to say what it assumed.',
    feedbackBegins: (feedback: string) => `The feedback: ${feedback}`,
    noObjection: (facts: RoundFacts, why: string) => `ccc: reviewed, no objection (${roundEn(facts)}): ${why}`,
    refusalStands: (facts: RoundFacts, why: string) =>
      `ccc: the refused call is not to be tried again (${roundEn(facts)}): ${why}`,
    blocked: (facts: RoundFacts, waysOut: string) => `ccc: sent back with feedback (${roundEn(facts)}). ${waysOut}`,
    checkFailed: (facts: RoundFacts, name: string, reusedTime: string | undefined, waysOut: string) =>
      `ccc: sent back, check ${JSON.stringify(name)} failed${reusedTime ? `, same result as at ${reusedTime}, not run again` : ''} (${roundEn(facts)}). ${waysOut}`,
    claimFalse: (facts: RoundFacts, quote: string, waysOut: string) =>
      `ccc: sent back, the session shows that this is not so: ${JSON.stringify(quote)} (${roundEn(facts)}). ${waysOut}`,
    waysOut: (hasOverrule: boolean, off: string) =>
      `If this is wrong: ${hasOverrule ? 'Esc, then /overrule' : 'ccc overrule in another terminal'}. ${turnOffEn(off)}`,
    turnOff: (off: string) => turnOffEn(off),
    failed: (facts: RoundFacts, why: string) => `ccc: the review failed (${roundEn(facts)}): ${why}`,
    sentBackUnreviewed: (facts: RoundFacts, why: string) =>
      `ccc: the review failed, so the agent was sent back (${roundEn(facts)}; supervisor.on_stop_failure in ccc.json): ${why}`,
    deniedUnreviewed: (facts: RoundFacts, why: string) =>
      `ccc: the review failed, so this was denied (${roundEn(facts)}; supervisor.on_failure in ccc.json): ${why}`,
    leftToYou: 'Not reviewed: the decision is yours (supervisor.on_failure in ccc.json).',
    stalled: (facts: RoundFacts, times: number, about: string) =>
      `ccc: gave up: same objection ${times} times, no file changed. NOT approved (${roundEn(facts)}; supervisor.stall_after in ccc.json). The objection: ${about}`,
    budgetReached: (limit: number, key: string) =>
      `ccc: not reviewed: review budget of $${limit} used up (supervisor.${key} in ccc.json).`,
    budgetUncounted: (limit: number, key: string) =>
      `ccc: not reviewed: the journal (reviews.jsonl) is too large to count what reviews have cost, so the review budget of $${limit} counts as used up (supervisor.${key} in ccc.json).`,
    waitedForApi: (wait: ApiWaitFacts) => `Waited for the API (${apiWaitEn(wait)}).`,
    proseVerdict: 'The reviewer was asked twice and gave no verdict; its words were taken as an objection.',
    toolRoundsUsedUp: (turns: number) =>
      `The reviewer reached its limit of ${plural(turns, 'tool round')} and judged by what it had seen (supervisor.max_turns in ccc.json).`,
    promptUnreadable: (path: string, code: string) =>
      `${path} could not be read (${code}): the built-in review prompt was used.`,
    checkTimedOut: (name: string, seconds: number) =>
      `Check ${JSON.stringify(name)} timed out after ${seconds} s. To give it more time, raise its timeout_seconds. All checks together may take half of supervisor.timeout_seconds.`,
    checkNotStarted: (name: string, why: string) => `Check ${JSON.stringify(name)} could not be started (${why}).`,
    checkSkipped: (name: string) =>
      `Check ${JSON.stringify(name)} was skipped: the checks before it used up their time (half of supervisor.timeout_seconds).`,
    checkFailedBefore: (name: string) =>
      `Check ${JSON.stringify(name)} fails, as it did on the files that this task began with; it did not block the stop.`,
    checkChangedBefore: (name: string) =>
      `Check ${JSON.stringify(name)} fails; it did not block the stop, because the files changed before you asked for this task, and the agent has written nothing since.`,
    nothingWritten:
      'Checks not run: no file of the project changed, and the agent ran nothing but tests, checks and commands that only read.',
    planMode: 'Checks not run: plan mode.',
    otherWorkTree: (there: string, here: string) =>
      `The agent is in another work tree, ${there}: checks and evidence are of ${here}. To have that one supervised: start the session there.`,
    filesChanged: (files: string) => `Files changed during the review: ${files}.`,
    untrusted: (files: string, root: string) =>
      `Ignored until you trust this repository: ${files}. To see what it does: ccc trust --show ${root}`,
    changedSinceTrust: (files: string, root: string) =>
      `Ignored because it changed since you trusted it: ${files}. To see what changed: ccc trust --show ${root}`,
    missingInWorkTree: (files: string, root: string) =>
      `Not in this work tree, so not used here: ${files}, which you trusted in ${root}. Commit it there and update this work tree, or copy it here.`,
    nestedInTrusted: (nested: string, root: string) =>
      `What you trusted in ${root} is not used in ${nested}: that is a repository of its own, made after you trusted the one around it. If it is meant to be there: ccc trust ${root}`,
    stoppedUnreviewed: (isSubagent: boolean) => `NOT reviewed: the ${isSubagent ? 'subagent' : 'agent'} has stopped.`,
    reviewerProvider: (name: string) => `The reviewer uses the provider ${name} (supervisor.provider in ccc.json).`,
    reviewFailedFix: (log: string) => `Details: ${log}`,
  },
  {
    approved: (facts, { passed, reused }, why) =>
      `ccc：${passed > 0 ? `${passed} 个检查通过${reused ? `（其中 ${reused.count} 个没有重新运行，结果与 ${reused.time} 时相同）` : ''}，` : ''}审查通过（${roundZh(facts)}）：${why}`,
    answered: (facts, answers) =>
      `ccc：由审查者回答，不是你回答的（${roundZh(facts)}；见 ccc.json 的 supervisor.answer_questions）：${answers}。如果想改，直接告诉代理。`,
    planApproved: (facts, why) =>
      `ccc：计划由审查者批准，不是你批准的（${roundZh(facts)}；见 ccc.json 的 supervisor.approve_plans）：${why}`,
    impossible: (facts, why) => `ccc：审查者认为无法按要求完成。未通过（${roundZh(facts)}）：${why}`,
    unattended: 'ccc：没有人可以回答，已让代理自行决定，并说明它的假设。',
    feedbackBegins: (feedback) => `反馈：${feedback}`,
    noObjection: (facts, why) => `ccc：已审查，没有意见（${roundZh(facts)}）：${why}`,
    refusalStands: (facts, why) => `ccc：被拒绝的调用不再重试（${roundZh(facts)}）：${why}`,
    blocked: (facts, waysOut) => `ccc：已退回并给出反馈（${roundZh(facts)}）。${waysOut}`,
    checkFailed: (facts, name, reusedTime, waysOut) =>
      `ccc：已退回，检查 ${JSON.stringify(name)} 失败${reusedTime ? `，结果与 ${reusedTime} 时相同，没有重新运行` : ''}（${roundZh(facts)}）。${waysOut}`,
    claimFalse: (facts, quote, waysOut) =>
      `ccc：已退回，会话表明并非如此：${JSON.stringify(quote)}（${roundZh(facts)}）。${waysOut}`,
    waysOut: (hasOverrule, off) =>
      `如果退回有误：${hasOverrule ? '按 Esc，再输入 /overrule' : '在另一个终端运行 ccc overrule'}。${turnOffZh(off)}`,
    turnOff: (off) => turnOffZh(off),
    failed: (facts, why) => `ccc：审查失败（${roundZh(facts)}）：${why}`,
    sentBackUnreviewed: (facts, why) =>
      `ccc：审查失败，已退回代理（${roundZh(facts)}；见 ccc.json 的 supervisor.on_stop_failure）：${why}`,
    deniedUnreviewed: (facts, why) =>
      `ccc：审查失败，已拒绝（${roundZh(facts)}；见 ccc.json 的 supervisor.on_failure）：${why}`,
    leftToYou: '未经审查，由你决定（见 ccc.json 的 supervisor.on_failure）。',
    stalled: (facts, times, about) =>
      `ccc：已放弃：同一条意见出现 ${times} 次，文件没有变化。未通过审查（${roundZh(facts)}；见 ccc.json 的 supervisor.stall_after）。意见：${about}`,
    budgetReached: (limit, key) => `ccc：未经审查：审查预算 $${limit} 已用完（见 ccc.json 的 supervisor.${key}）。`,
    budgetUncounted: (limit, key) =>
      `ccc：未经审查：审查记录（reviews.jsonl）太大，算不出审查已经花了多少，所以 $${limit} 的审查预算按已用完处理（见 ccc.json 的 supervisor.${key}）。`,
    waitedForApi: (wait) => `等待过 API（${apiWaitZh(wait)}）。`,
    proseVerdict: '问了两次，审查者都没有给出结论；它写的话被当作意见退回。',
    toolRoundsUsedUp: (turns) =>
      `审查者已达到 ${turns} 轮工具调用的上限，只根据已看到的内容给出结论（见 ccc.json 的 supervisor.max_turns）。`,
    promptUnreadable: (path, code) => `${path} 无法读取（${code}），审查使用了内置提示词。`,
    checkTimedOut: (name, seconds) =>
      `检查 ${JSON.stringify(name)} 运行 ${seconds} 秒后超时。要延长时间，请调大它的 timeout_seconds；所有检查合计最多用 supervisor.timeout_seconds 的一半。`,
    checkNotStarted: (name, why) => `检查 ${JSON.stringify(name)} 无法启动（${why}）。`,
    checkSkipped: (name) =>
      `检查 ${JSON.stringify(name)} 已跳过：前面的检查用完了时间（supervisor.timeout_seconds 的一半）。`,
    checkFailedBefore: (name) =>
      `检查 ${JSON.stringify(name)} 失败，但本任务开始时的文件就已经通不过它，所以没有因此退回。`,
    checkChangedBefore: (name) =>
      `检查 ${JSON.stringify(name)} 失败，但没有因此退回：文件是在你提出本任务之前变化的，此后代理没有写入任何内容。`,
    nothingWritten: '检查未运行：项目文件没有变化，代理只运行过测试、检查和只读命令。',
    planMode: '检查未运行：处于计划模式。',
    otherWorkTree: (there, here) =>
      `代理现在在另一个工作树 ${there} 里，而检查和证据针对的是 ${here}。要监督那里的工作：请在那里启动会话。`,
    filesChanged: (files) => `审查期间有文件发生变化：${files}。`,
    untrusted: (files, root) => `尚未信任本仓库，已忽略：${files}。查看内容：ccc trust --show ${root}`,
    changedSinceTrust: (files, root) => `信任之后有改动，已忽略：${files}。查看改动：ccc trust --show ${root}`,
    missingInWorkTree: (files, root) =>
      `这个工作树里没有 ${files}，所以没有使用；你是在 ${root} 里信任它的。请在那里提交并更新这个工作树，或把它复制过来。`,
    nestedInTrusted: (nested, root) =>
      `你在 ${root} 信任的内容不用于 ${nested}：它自己是一个仓库，是在你信任外层仓库之后建立的。如果本该如此：ccc trust ${root}`,
    stoppedUnreviewed: (isSubagent) => `未经审查：${isSubagent ? '子代理' : '代理'}已经停下。`,
    reviewerProvider: (name) => `审查者使用供应商 ${name}（见 ccc.json 的 supervisor.provider）。`,
    reviewFailedFix: (log) => `详情：${log}`,
  },
);

export type JudgementMessages = typeof judgementMessages.en;
