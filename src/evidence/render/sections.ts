import {
  CHECKED_KINDS,
  type Claim,
  type CommandEvidence,
  type Evidence,
  type LimitedList,
  type VerdictEvidence,
} from '../evidence.ts';
import { fromBothEnds, oneLine } from '../limits.ts';
import {
  checkOriginText,
  checkOutcomeText,
  countWithNoun,
  RAN_ELSEWHERE,
  runOutcomeText,
  timePrefix,
} from './outcome-text.ts';

/** A heading, then lines that each begin with a dash, so that none of them can look like a heading. */
export interface Section {
  title: string;
  items: SectionItem[];
  /** How many there are in all, if more than `items`. */
  total: number;
  /** A higher rank is shortened later. */
  rank: number;
}

/** The text of an item in about `max` characters. */
type SectionItem = (max: number) => string;

/** The evidence in the order in which they are read. */
export function sectionsOf(evidence: Evidence): Section[] {
  const { requests, verdicts, lastMessage } = evidence;
  const latest = requests.items.at(-1);
  const earlier = requests.items.slice(0, -1);
  const repeated = mergeRepeats(verdicts.items);
  const findings = (certain: boolean) =>
    each(
      evidence.findings.filter((finding) => finding.certain === certain),
      ({ text }, max) => oneLine(text, max),
    );
  return [
    section('Certain', 5, findings(true)),
    section('To look into: not certain, and not held against the worker', 4, findings(false)),
    section('What the last message claims', 3, each(evidence.claims, claimText)),
    section('The latest request', 5, each(latest ? [latest] : [], requestText)),
    section('Earlier requests, the first one first', 2, each(earlier, requestText), requests.total - (latest ? 1 : 0)),
    section('The checks at this stop', 4, each(evidence.checks, checkText)),
    section(
      'The last run of each kind',
      5,
      each(CHECKED_KINDS, (kind, max) => kindText(evidence, kind, max)),
    ),
    section(
      'Failed, and not seen to pass since',
      3,
      each(
        evidence.unresolved,
        ({ command, outcome, time, certain }, max) =>
          `${timePrefix(time)}${runOutcomeText(outcome)}${certain ? '' : ', perhaps resolved later'}: ${oneLine(command, max)}`,
      ),
    ),
    section(
      'Tests removed, skipped or weakened',
      3,
      each(
        evidence.weakened.items,
        ({ kind, path, text }, max) => `${kind} in ${oneLine(path, max)}: ${oneLine(text, max)}`,
      ),
      evidence.weakened.total,
    ),
    section(
      'Stub markers and silenced checkers that were added',
      2,
      each(evidence.stubs.items, ({ path, text }, max) => `${oneLine(path, max)}: ${oneLine(text, max)}`),
      evidence.stubs.total,
    ),
    section(
      'To-dos of the worker that are open',
      3,
      each(evidence.todos.open.items, ({ text, status }, max) => `${oneLine(status, 40)}: ${oneLine(text, max)}`),
      evidence.todos.open.total,
    ),
    section('Files changed', 1, each(evidence.files.items, fileText), evidence.files.total),
    section('Commands, the last one first', 0, each(evidence.commands.items, commandText), evidence.commands.total),
    section(
      'Running in the background (a server may run forever)',
      2,
      each(evidence.background.items, oneLine),
      evidence.background.total,
    ),
    section(
      'Earlier verdicts of this task, and what was done after each',
      2,
      each(repeated, verdictText),
      // A merged verdict is not left out.
      verdicts.total - verdicts.items.length + repeated.length,
    ),
    section(
      "The worker's last message",
      4,
      each(lastMessage === null ? [] : [lastMessage], (text, max) => fromBothEnds(oneLine(text, 20_000), max)),
    ),
    section('The session', 1, each(sessionTexts(evidence), oneLine)),
  ];
}

const section = (title: string, rank: number, items: SectionItem[], total = items.length): Section => ({
  title,
  rank,
  items,
  total,
});

const each = <T>(all: readonly T[], text: (item: T, max: number) => string): SectionItem[] =>
  all.map((item) => (max) => text(item, max));

const requestText = ({ time, text }: Evidence['requests']['items'][number], max: number) =>
  `${timePrefix(time)}${oneLine(text, max)}`;

const claimText = ({ kind, status, quote, run }: Claim, max: number) =>
  `${kind}: ${status}${run ? ` (${runOutcomeText(run.outcome)}: ${oneLine(run.command, Math.min(max, 120))})` : ''}: “${oneLine(quote, max)}”`;

const commandText = ({ command, kinds, runs, outcome, time }: CommandEvidence, max: number) =>
  `${timePrefix(time)}[${kinds.join(', ')}] ${runOutcomeText(outcome)}${runs > 1 ? `, ${runs} runs` : ''}: ${oneLine(command, max)}`;

function checkText(check: Evidence['checks'][number], max: number): string {
  const { name, run, outcome, output } = check;
  const text = `${oneLine(name, 80)} (${oneLine(run, Math.min(max, 200))}): ${checkOutcomeText(outcome)}`;
  const origin = checkOriginText(check);
  if (outcome.kind === 'passed' || output.trim() === '') return text + origin;
  return `${text}${origin}; its output ends: ${fromBothEnds(oneLine(output, 20_000), max)}`;
}

function kindText(evidence: Evidence, kind: (typeof CHECKED_KINDS)[number], max: number): string {
  const run = evidence.runs[kind];
  if (!run) return `${kind}: none in this session`;
  const { changedAfter } = run;
  const shown = changedAfter.items.slice(0, max > 200 ? 10 : 3).map((path) => oneLine(path, max));
  const rest = changedAfter.total - shown.length;
  const after = run.isElsewhere
    ? `it ${RAN_ELSEWHERE}, and says nothing about the work`
    : changedAfter.total === 0
      ? 'no code changed after it'
      : `code changed after it: ${shown.join(', ')}${rest > 0 ? ` (… ${rest} more)` : ''}`;
  const runs = run.runs > 1 ? `, the last of ${run.runs} runs` : '';
  return `${kind}: ${timePrefix(run.time)}${runOutcomeText(run.outcome)}${runs}; ${after}; ${oneLine(run.command, max)}`;
}

const HOW: Record<Evidence['files']['items'][number]['how'], string> = {
  added: 'added',
  modified: 'modified',
  deleted: 'deleted',
  renamed: 'renamed',
  unchanged: 'changed by edit tools, no difference now',
  edited: 'edited',
};

function fileText({ path, how, from, by }: Evidence['files']['items'][number], max: number): string {
  const who = by.includes('subagent') ? ', by a subagent' : by.includes('tool') ? '' : ', not by an edit tool';
  return `${oneLine(path, max)}: ${HOW[how]}${from === undefined ? '' : ` from ${oneLine(from, max)}`}${who}`;
}

function sessionTexts({ session, since, git }: Evidence): string[] {
  const size = [
    session.toolCalls > 0 && countWithNoun(session.toolCalls, 'tool call'),
    session.compactions > 0 && countWithNoun(session.compactions, 'compaction'),
    session.subagents > 0 && countWithNoun(session.subagents, 'subagent'),
    `transcript of ${session.bytes} bytes`,
  ];
  return [
    `began ${session.startedAt ?? 'at a time that is not known'}, changes are counted from ${since ?? 'then'}`,
    size.filter(Boolean).join(', '),
    session.model ? `model ${session.model}, context of ${session.contextTokens ?? '?'} tokens` : '',
    git
      ? `git: compared with ${git.base ?? 'an empty repository'}`
      : 'no git repository here: changes are known from edits and commands only',
  ].filter(Boolean);
}

/** The same verdict given once or several times, and what was done after all of them. `time` is that of the last. */
interface RepeatedVerdict extends VerdictEvidence {
  times: number;
}

const SAME_BEGINNING = 200;

/** Durations are left out, because two runs of the same check print different ones. */
const repeatKey = ({ verdict, cause, feedback, overruled }: VerdictEvidence) =>
  JSON.stringify([
    verdict,
    cause,
    overruled ?? null,
    feedback.replaceAll(/\d+(?:\.\d+)? ?(?:ms|s|sec|seconds)\b/g, '').slice(0, SAME_BEGINNING),
  ]);

/** In the order of their last times. */
function mergeRepeats(verdicts: VerdictEvidence[]): RepeatedVerdict[] {
  const merged = new Map<string, RepeatedVerdict>();
  for (const verdict of verdicts) {
    const key = repeatKey(verdict);
    const before = merged.get(key);
    merged.delete(key);
    merged.set(key, before ? joined(before, verdict) : { ...verdict, times: 1 });
  }
  return [...merged.values()];
}

const joined = ({ times, after }: RepeatedVerdict, verdict: VerdictEvidence): RepeatedVerdict => ({
  ...verdict,
  times: times + 1,
  after: {
    toolCalls: after.toolCalls + verdict.after.toolCalls,
    files: union(after.files, verdict.after.files),
    commands: union(after.commands, verdict.after.commands),
  },
});

/** Unlisted items of `a` may be the same as those of `b`, so the total is the least that there can be. */
function union(a: LimitedList<string>, b: LimitedList<string>): LimitedList<string> {
  const items = [...new Set([...a.items, ...b.items])];
  return { items, total: items.length + Math.max(a.total - a.items.length, b.total - b.items.length) };
}

function verdictText(repeated: RepeatedVerdict, max: number): string {
  const { time, times, verdict, cause, feedback, overruled, after } = repeated;
  const list = ({ items, total }: LimitedList<string>) =>
    oneLine(items.join(', '), Math.floor(max / 2)) + (total > items.length ? ` (… ${total - items.length} more)` : '');
  const done = [
    countWithNoun(after.toolCalls, 'tool call'),
    after.files.total > 0 && `edited ${list(after.files)}`,
    after.commands.total > 0 && `ran ${list(after.commands)}`,
  ];
  const often = times > 1 ? ` (${times} times)` : '';
  const wrong =
    overruled === undefined ? '' : `; the user says that this was wrong${overruled && `: ${oneLine(overruled, max)}`}`;
  return `${timePrefix(time)}${verdict} (${oneLine(cause, 40)})${often}: ${oneLine(feedback, max)}${wrong} → then: ${done.filter(Boolean).join('; ')}`;
}
