import { both } from './both.ts';
import { claimStatusWords } from './outcomes.ts';

/** The sessions that a sentence counts. */
export interface CountedSessions {
  count: number;
  /** They were asked for by number: the last ones. */
  isLast: boolean;
  /** The first day of the period that was asked for. */
  since: string | undefined;
  folder: string | undefined;
}

/** So many sessions, and what is wrong with the claims that they end with. */
interface Part {
  count: number;
  clause: string;
}

const place = ({ folder, since }: CountedSessions) =>
  `${folder === undefined ? '' : ` in ${folder}`}${since === undefined ? '' : ` since ${since}`}`;

/** `your last 100 sessions in ~/shop`, `your only session`. */
const sessions = (which: CountedSessions) =>
  which.count === 1
    ? `your ${which.isLast ? 'last' : 'only'} session${place(which)}`
    : `your ${which.isLast ? 'last ' : ''}${which.count} sessions${place(which)}`;

const enumerated = (clauses: string[]) => `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}`;

const files = (paths: string[], total: number) =>
  total > paths.length ? `${paths.join(', ')} and ${total - paths.length} more` : paths.join(', ');

const NOTHING_FALSE = 'No unsupported claim found:';

const en = {
  headline: {
    /** Everything that is wrong is of one kind. */
    single: (wrong: Part, which: CountedSessions) =>
      which.count === 1
        ? `In ${sessions(which)}, ${wrong.clause}.`
        : `In ${wrong.count} of ${sessions(which)}, ${wrong.clause}.`,
    several: (wrong: Part[], which: CountedSessions) => {
      const count = wrong.reduce((sum, part) => sum + part.count, 0);
      const parts = wrong.map((part) => `in ${part.count} ${part.clause}`);
      return `In ${count} of ${sessions(which)}, the last message claims more than the session shows: ${enumerated(parts)}.`;
    },
    noClaim: (which: CountedSessions) =>
      which.count === 1
        ? `Y${sessions(which).slice(1)} does not end with a claim about tests, build, types or lint.`
        : `None of ${sessions(which)} ends with a claim about tests, build, types or lint.`,
    allBacked: (claims: number, which: CountedSessions) => {
      if (which.count === 1)
        return `${NOTHING_FALSE} ${sessions(which)} ends with a claim, and what ran in it backs it.`;
      return claims === 1
        ? `${NOTHING_FALSE} 1 of ${sessions(which)} ends with a claim, and what ran in it backs it.`
        : `${NOTHING_FALSE} ${claims} of ${sessions(which)} end with a claim, and what ran in them backs each one.`;
    },
    undecided: (backed: number, undecided: number, which: CountedSessions) => {
      const ends = backed + undecided === 1 ? 'ends' : 'end';
      const who = which.count === 1 ? sessions(which) : `${backed + undecided} of ${sessions(which)}`;
      const how =
        backed === 0
          ? 'and whether it is true cannot be told from the session'
          : `${backed} backed by what ran, ${undecided} that cannot be decided`;
      return `${NOTHING_FALSE} ${who} ${ends} with a claim, ${how}.`;
    },
    noSessions: (folder: string | undefined, since: string | undefined) =>
      `No Claude Code sessions found${place({ count: 0, isLast: false, since, folder })}.`,
    noneCounted: (found: number) =>
      found === 1
        ? 'The only session that was found cannot be counted.'
        : `None of the ${found} sessions that were found can be counted.`,
  },
  /** What is wrong with a claim, by its status and by what such claims are about. `who` says it. */
  clause: {
    stale: {
      tests: (who: string) => `code changed after the tests that ${who} calls green`,
      runs: (who: string) => `code changed after the run that ${who} calls green`,
    },
    contradicted: {
      tests: (who: string) => `the tests that ${who} calls green had failed`,
      runs: (who: string) => `the run that ${who} calls green had failed`,
    },
    unbacked: {
      tests: (who: string) => `there is no run of the tests that ${who} calls green`,
      runs: (who: string) => `there is no run behind what ${who} calls green`,
    },
  },
  lastMessage: 'the last message',
  it: 'it',
  allProjects: (folder: string) => `No session in ${folder}: these are all sessions on this machine.`,
  otherProjects: 'For all sessions on this machine: ccc audit --all',
  whereStored: (folder: string) => `Claude Code keeps them in ${folder}.`,
  claiming: (claims: number, of: number) =>
    `${claims} of ${of} ${of === 1 ? 'session' : 'sessions'} ${claims === 1 ? 'ends' : 'end'} with a claim about tests, build, types or lint:`,
  status: claimStatusWords.en,
  statusMeans: {
    backed: 'the last such run passed, and no code changed after it',
    stale: 'it passed, then code changed',
    contradicted: 'it failed',
    unbacked: 'no such run in the session; it may have been run elsewhere',
    undecidable: 'whether it ran, or how it ended, cannot be told',
  },
  counted: 'With several claims a session counts under the worst of them.',
  kind: {
    test: 'tests',
    build: 'build',
    types: 'types',
    lint: 'lint',
  },
  byKind: 'By kind of claim',
  byProject: 'By project',
  byWeek: 'By week, from its Monday',
  sessions: 'sessions',
  more: (count: number) => `and ${count} more: ccc audit --json`,
  worst: (shown: number, of: number) =>
    shown === of
      ? of === 1
        ? 'The unsupported claim:'
        : `The ${of} unsupported claims:`
      : `The worst ${shown} of ${of}:`,
  worstTitle: (status: string, kind: string, project: string, day: string, session: string) =>
    `${status} (${kind}), ${day}, session ${session}, ${project}`,
  quote: (text: string) => `“${text}”`,
  missing: {
    failed: (command: string, exit: number | null) =>
      `${command}: failed${exit === null ? '' : ` (exit ${exit})`}, and not passed since`,
    notPassed: (command: string) => `${command}: did not pass`,
    changedAfter: (command: string, paths: string[], total: number) =>
      total === 0
        ? `${command}: passed, but code changed after it`
        : `${command}: passed, but not run again after changes to ${files(paths, total)}`,
    noRun: {
      test: 'no test run in this session',
      build: 'no build in this session',
      types: 'no type check in this session',
      lint: 'no linter run in this session',
    },
  },
  details: (session: string) => `Details of a session: ccc evidence --session ${session}`,
  leftOut: (items: string[]) => `Not counted: ${items.join(', ')}.`,
  running: (count: number) => `${count} still running`,
  unanswered: (count: number) => `${count} without an answer`,
  reviews: (count: number) => `${count} of a reviewer`,
  unreadable: (count: number, path: string, why: string) =>
    count === 1
      ? `1 that could not be read (${path}: ${why})`
      : `${count} that could not be read (first: ${path}: ${why})`,
  partlyUnread: (count: number) =>
    count === 1
      ? 'In 1 counted session some lines could not be read; what they say is missing here.'
      : `In ${count} counted sessions some lines could not be read; what they say is missing here.`,
  progress: (done: number, of: number) => `Reading sessions ${done}/${of}`,
  interrupted: 'ccc audit: interrupted',
  badNumber: (text: string) => `audit: invalid value ${JSON.stringify(text)} for --last`,
  badNumberFix: 'Use a whole number, at least 1: --last 100',
  badSince: (text: string) => `audit: --since: "${text}" is not a time that ccc understands`,
  futureSince: (text: string) => `audit: --since: "${text}" is in the future`,
  badSinceFix: 'Use hours, days or weeks (12h, 30d, 4w), or a day (2026-11-01).',
  cannotList: (folder: string, code: string) => `cannot list the sessions in ${folder} (${code})`,
  cannotListFix: 'Check the permissions of the folder and try again.',
};

export type AuditMessages = typeof en;

const zhWhere = ({ folder, since }: CountedSessions) =>
  `${since === undefined ? '' : `自 ${since} 以来`}${folder === undefined ? '' : `在 ${folder} 里`}`;
const zhSessions = (which: CountedSessions) =>
  which.count === 1
    ? `你${zhWhere(which)}${which.isLast ? '最近' : '仅有'}的一个会话`
    : `你${zhWhere(which)}${which.isLast ? '最近' : ''}的 ${which.count} 个会话`;
const ZH_NOTHING_FALSE = '没有发现缺乏依据的说法：';

export const auditMessages = both(en, {
  headline: {
    single: (wrong, which) =>
      which.count === 1
        ? `${zhSessions(which)}：${wrong.clause}。`
        : `${zhSessions(which)}中，有 ${wrong.count} 个：${wrong.clause}。`,
    several: (wrong, which) => {
      const count = wrong.reduce((sum, part) => sum + part.count, 0);
      const parts = wrong.map((part) => `${part.count} 个${part.clause}`);
      return `${zhSessions(which)}中，有 ${count} 个的最后一条消息与会话记录不符：${parts.join('；')}。`;
    },
    noClaim: (which) =>
      which.count === 1
        ? `${zhSessions(which)}结束时没有说到测试、构建、类型检查或代码检查的结果。`
        : `${zhSessions(which)}中，没有一个在结束时说到测试、构建、类型检查或代码检查的结果。`,
    allBacked: (claims, which) =>
      which.count === 1
        ? `${ZH_NOTHING_FALSE}${zhSessions(which)}结束时说到结果，会话里的运行可以证明。`
        : `${ZH_NOTHING_FALSE}${zhSessions(which)}中，有 ${claims} 个在结束时说到结果，会话里的运行都可以证明。`,
    undecided: (backed, undecided, which) => {
      const who = which.count === 1 ? zhSessions(which) : `${zhSessions(which)}中，有 ${backed + undecided} 个`;
      const how = backed === 0 ? '从会话里无法判断真假' : `${backed} 个有会话里的运行证明，${undecided} 个无法判断`;
      return `${ZH_NOTHING_FALSE}${who}在结束时说到结果，${how}。`;
    },
    noSessions: (folder, since) => `${zhWhere({ count: 0, isLast: false, since, folder })}没有找到 Claude Code 会话。`,
    noneCounted: (found) => `找到的 ${found} 个会话都无法计入。`,
  },
  clause: {
    stale: {
      tests: (who) => `${who}说测试通过，但那次测试之后代码又有改动`,
      runs: (who) => `${who}说已经通过，但那次运行之后代码又有改动`,
    },
    contradicted: {
      tests: (who) => `${who}说测试通过，但那次测试是失败的`,
      runs: (who) => `${who}说已经通过，但那次运行是失败的`,
    },
    unbacked: {
      tests: (who) => `${who}说测试通过，但会话里没有运行过测试`,
      runs: (who) => `${who}说已经通过，但会话里没有这样的运行`,
    },
  },
  lastMessage: '最后一条消息',
  it: '',
  allProjects: (folder) => `${folder} 里没有会话：以下是本机上的所有会话。`,
  otherProjects: '查看本机上的所有会话：ccc audit --all',
  whereStored: (folder) => `Claude Code 把会话保存在 ${folder}。`,
  claiming: (claims, of) => `${of} 个会话中，有 ${claims} 个在结束时说到测试、构建、类型检查或代码检查的结果：`,
  status: claimStatusWords.zh,
  statusMeans: {
    backed: '最后一次运行通过，之后代码没有改动',
    stale: '运行通过，但之后代码又有改动',
    contradicted: '运行失败',
    unbacked: '会话里没有这样的运行，也许是在别处运行的',
    undecidable: '看不出是否运行过，或结果如何',
  },
  counted: '一个会话里有几处说法时，按最差的一处计。',
  kind: {
    test: '测试',
    build: '构建',
    types: '类型检查',
    lint: '代码检查',
  },
  byKind: '按种类',
  byProject: '按项目',
  byWeek: '按周（从周一起）',
  sessions: '会话',
  more: (count) => `另有 ${count} 行：ccc audit --json`,
  worst: (shown, of) =>
    shown === of ? `没有依据或与记录不符的 ${of} 处：` : `共 ${of} 处没有依据或与记录不符，最严重的 ${shown} 处：`,
  worstTitle: (status, kind, project, day, session) => `${status}（${kind}），${day}，会话 ${session}，${project}`,
  quote: (text) => `“${text}”`,
  missing: {
    failed: (command, exit) => `${command}：失败${exit === null ? '' : `（退出码 ${exit}）`}，之后没有再通过`,
    notPassed: (command) => `${command}：没有通过`,
    changedAfter: (command, paths, total) =>
      total === 0
        ? `${command}：通过，但之后代码又有改动`
        : `${command}：通过，但之后改动了 ${paths.join('、')}${total > paths.length ? ` 等 ${total} 个文件` : ''}，没有再运行`,
    noRun: {
      test: '这个会话里没有运行过测试',
      build: '这个会话里没有构建过',
      types: '这个会话里没有做过类型检查',
      lint: '这个会话里没有做过代码检查',
    },
  },
  details: (session) => `查看某个会话的详情：ccc evidence --session ${session}`,
  leftOut: (items) => `未计入：${items.join('，')}。`,
  running: (count) => `${count} 个仍在运行`,
  unanswered: (count) => `${count} 个没有回答`,
  reviews: (count) => `${count} 个是审查者的会话`,
  unreadable: (count, path, why) =>
    count === 1 ? `1 个无法读取（${path}：${why}）` : `${count} 个无法读取（第一个是 ${path}：${why}）`,
  partlyUnread: (count) => `计入的会话中，有 ${count} 个含有无法读取的行，其中的内容不在这里。`,
  progress: (done, of) => `正在读取会话 ${done}/${of}`,
  interrupted: 'ccc audit：已中断',
  badNumber: (text) => `audit：--last 不能是 ${JSON.stringify(text)}`,
  badNumberFix: '请用整数，至少为 1：--last 100',
  badSince: (text) => `audit：--since：ccc 看不懂时间“${text}”`,
  futureSince: (text) => `audit：--since：“${text}”在将来`,
  badSinceFix: '请用小时、天或周（12h、30d、4w），或日期（2026-11-01）。',
  cannotList: (folder, code) => `无法列出 ${folder} 里的会话（${code}）`,
  cannotListFix: '请检查目录的权限，然后重试。',
});
