import { both } from './both.ts';
import { checkWords, claimStatusWords } from './outcomes.ts';

interface Counts {
  overruled: number;
  falseClaims: number;
  answers: number;
}

type SessionTexts = Readonly<Record<'started' | 'ended', Readonly<Record<string, string>>>>;

/** Each way to leave is the usual one for somebody. */
const withoutReason = (ended: string) => ({
  ...{ prompt_input_exit: ended, logout: ended, clear: ended },
  ...{ other: ended, bypass_permissions_disabled: ended },
});

/** What `ccc log` prints beside the words of the journal. */
export const logMessages = both(
  {
    none: 'Nothing was recorded with supervision on. All entries: ccc log --json',
    lastOnes: (count: number) => `The last ${count} entries. For more: ccc log --since 1w`,
    onlyOff: (id: string) =>
      `Supervision was off in this session: nothing was reviewed. Its events: ccc log ${id} --json`,
    unknownSession: (id: string) => `no session ${JSON.stringify(id)} in the journal`,
    unknownSessionFix:
      'Give an id, or its first characters. To list the latest entries: ccc log. To list sessions: ccc report --since 1w',
    severalSessions: (id: string, count: number) => `${count} sessions begin with ${JSON.stringify(id)}`,
    severalSessionsFix: 'Give more of the id:',
    unknownFolder: (folder: string) => `--project: no folder ${folder}, and no entry of it`,
    unknownFolderFix: 'Give a project folder, or one above it. The folders in the journal: ccc stats',
    twoSessions: 'two sessions are named, and only one can be shown',
    emptyFolder: '--project: no folder is named',
    seeHelp: (command: string) => `See: ccc ${command} --help`,
    noAnswers: 'Nothing was answered or approved for you.',
    unreadable: (path: string, code: string) => `the journal cannot be read (${code}): ${path}`,
    unreadableFix: 'Check that it is a file, and its permissions.',
    entry: (time: string, session: string, what: string, outcome: string) => `${time}  ${session}  ${what}: ${outcome}`,
    notReviewed: (cause: string) => `let through, not reviewed (${cause})`,
    answer: (question: string, answer: string) => `${JSON.stringify(question)} → ${JSON.stringify(answer)}`,
    ground: (ground: string) => `because: ${ground}`,
    planApproved: 'a plan was approved by the reviewer, not by you',
    nothingFits: 'No entry of the journal matches. For the last entries: ccc log',
    badSince: (text: string) => `--since: "${text}" is not a time that ccc understands`,
    futureSince: (text: string) => `--since: "${text}" is in the future`,
    badSinceFix: 'Write 30m, 2h, 3d, 1w, 2026-11-01 or 2026-11-01T08:00.',
    request: (text: string) => `request: ${text}`,
    claim: (text: string) => `claim: ${text}`,
    claimResult: (quote: string, status: string) => `${JSON.stringify(quote)} (${status})`,
    claimStatus: claimStatusWords.en as Readonly<Record<string, string>>,
    check: (text: string) => `check: ${text}`,
    checkResult: (name: string, outcome: string, notes: string[]) => `${[`${name}: ${outcome}`, ...notes].join(', ')}`,
    checkOutcomes: checkWords.en as Readonly<Record<string, string>>,
    reusedCheck: 'result of an earlier stop',
    finding: (text: string) => `finding: ${text}`,
    uncertain: (text: string) => `${text} (to look into)`,
    listed: (names: string[], more: number) => `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    sinceLast: (calls: number, files: string, commands: string) =>
      [
        `since the verdict before: ${calls} tool ${calls === 1 ? 'call' : 'calls'}`,
        ...(files === '' ? [] : [`changed ${files}`]),
        ...(commands === '' ? [] : [`ran ${commands}`]),
      ].join('; '),
    changed: (files: string) => `changed ${files}`,
    spent: (time: string, cost: string, by: string) =>
      `took ${[time, cost].filter(Boolean).join(', ')}${by === '' ? '' : ` (${by})`}`,
    /** By what the client says; anything else stands in brackets. */
    session: {
      started: { startup: 'session started', resume: 'session resumed', clear: 'session started (after /clear)' },
      ended: withoutReason('session ended'),
    } as SessionTexts,
    sessionBecause: (what: string, why: string) => `${what} (${why})`,
    apiError: (error: string) => `error (${error}), NOT reviewed`,
    apiErrorByNobody: (error: string) => `error (${error}), from no known client`,
    mode: { on: 'supervision turned on', off: 'supervision turned off' },
    overruled: 'verdict overruled, NOT approved',
    byHand: (outcome: string) => `ccc review, which decides nothing: ${outcome}`,
    storyOf: (id: string) => `Session ${id}`,
    period: (from: string, to: string, hasEnded: boolean) => `${from} to ${to}${hasEnded ? ', ended' : ''}`,
    sum: (spent: string, time: string) => `${spent}, ${time} of reviews`,
    counts: ({ overruled, falseClaims, answers }: Counts) => [
      ...(falseClaims > 0 ? [`false claims caught: ${falseClaims}`] : []),
      ...(overruled > 0 ? [`verdicts overruled: ${overruled}`] : []),
      ...(answers > 0 ? [`questions answered for you: ${answers}`] : []),
    ],
    chapter: (time: string, what: string, outcome: string) => `${time}  ${what}: ${outcome}`,
    round: (count: number, max: number) => `, round ${count} of ${max}`,
    headings: {
      claims: 'claims',
      checks: 'checks',
      findings: 'findings',
      answers: 'in your place',
      feedback: 'feedback',
    },
    nothingAfter: 'Nothing is recorded after that.',
    following: 'Following the journal. Ctrl-C ends.',
  },
  {
    none: '监督开启期间还没有任何记录。全部记录：ccc log --json',
    lastOnes: (count) => `最近 ${count} 条记录。查看更多：ccc log --since 1w`,
    onlyOff: (id) => `这个会话没有开启监督，没有任何审查。查看它的事件：ccc log ${id} --json`,
    unknownSession: (id) => `审查记录里没有会话“${id}”`,
    unknownSessionFix: '请给出会话的 ID 或其开头。查看最近的记录：ccc log。列出会话：ccc report --since 1w',
    severalSessions: (id, count) => `有 ${count} 个会话以“${id}”开头`,
    severalSessionsFix: '请写出更多位：',
    unknownFolder: (folder) => `--project：没有目录 ${folder}，也没有它的记录`,
    unknownFolderFix: '请给出项目目录或它的上级目录。审查记录里的目录：ccc stats',
    twoSessions: '给出了两个会话，只能显示一个',
    emptyFolder: '--project：没有写目录',
    seeHelp: (command) => `参见：ccc ${command} --help`,
    noAnswers: '没有替你回答或批准过任何事。',
    unreadable: (path, code) => `审查记录无法读取（${code}）：${path}`,
    unreadableFix: '请检查它是不是文件，以及它的权限。',
    entry: (time, session, what, outcome) => `${time}  ${session}  ${what}：${outcome}`,
    notReviewed: (cause) => `未经审查，放行（${cause}）`,
    answer: (question, answer) => `“${question}” → “${answer}”`,
    ground: (ground) => `依据：${ground}`,
    planApproved: '一份计划由审查者批准，不是你批准的',
    nothingFits: '审查记录里没有符合条件的内容。查看最近的记录：ccc log',
    badSince: (text) => `--since：ccc 看不懂时间“${text}”`,
    futureSince: (text) => `--since：“${text}”在将来`,
    badSinceFix: '请写 30m、2h、3d、1w、2026-11-01 或 2026-11-01T08:00。',
    request: (text) => `要求：${text}`,
    claim: (text) => `说法：${text}`,
    claimResult: (quote, status) => `“${quote}”（${status}）`,
    claimStatus: claimStatusWords.zh,
    check: (text) => `检查：${text}`,
    checkResult: (name, outcome, notes) => `${name}：${[outcome, ...notes].join('，')}`,
    checkOutcomes: checkWords.zh,
    reusedCheck: '沿用之前的结果',
    finding: (text) => `发现：${text}`,
    uncertain: (text) => `${text}（有待查看）`,
    listed: (names, more) => `${names.join('、')}${more > 0 ? `，另有 ${more} 个` : ''}`,
    sinceLast: (calls, files, commands) =>
      [
        `自上次结论以来：${calls} 次工具调用`,
        ...(files === '' ? [] : [`改动了 ${files}`]),
        ...(commands === '' ? [] : [`运行了 ${commands}`]),
      ].join('；'),
    changed: (files) => `改动了 ${files}`,
    spent: (time, cost, by) => `用时 ${[time, cost].filter(Boolean).join('，')}${by === '' ? '' : `（${by}）`}`,
    session: {
      started: { startup: '会话开始', resume: '会话恢复', clear: '会话开始（/clear 之后）' },
      ended: withoutReason('会话结束'),
    } as SessionTexts,
    sessionBecause: (what, why) => `${what}（${why}）`,
    apiError: (error) => `出错（${error}），未经审查`,
    apiErrorByNobody: (error) => `出错（${error}），来自未知的客户端`,
    mode: { on: '监督已开启', off: '监督已关闭' },
    overruled: '结论被否决，未通过',
    byHand: (outcome) => `ccc review（不决定任何事）：${outcome}`,
    storyOf: (id) => `会话 ${id}`,
    period: (from, to, hasEnded) => `${from} 至 ${to}${hasEnded ? '，已结束' : ''}`,
    sum: (spent, time) => `${spent}，审查用时 ${time}`,
    counts: ({ overruled, falseClaims, answers }) => [
      ...(falseClaims > 0 ? [`查出不实说法：${falseClaims}`] : []),
      ...(overruled > 0 ? [`被否决的结论：${overruled}`] : []),
      ...(answers > 0 ? [`替你回答的问题：${answers}`] : []),
    ],
    chapter: (time, what, outcome) => `${time}  ${what}：${outcome}`,
    round: (count, max) => `，第 ${count}/${max} 轮`,
    headings: { claims: '说法', checks: '检查', findings: '发现', answers: '替你作的决定', feedback: '反馈' },
    nothingAfter: '此后没有记录。',
    following: '正在跟踪审查记录。按 Ctrl-C 结束。',
  },
);
