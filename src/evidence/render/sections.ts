import { CHECKED_KINDS, type Facts } from '../facts.ts';
import { fromBothEnds, oneLine } from '../one-line.ts';
import { checkWords, counted, outcomeWords, when } from './outcome-text.ts';
import { folded, roundText } from './rounds.ts';

/** A part of the text: a heading, then lines that each begin with a dash, so that none of them can be a heading. */
export interface Section {
  title: string;
  items: Item[];
  /** How many there are in all, if more than `items`. */
  total: number;
  /** Shortened later than others. */
  rank: number;
}

/** As long as it may be. */
type Item = (max: number) => string;

const plain =
  (text: string): Item =>
  (max) =>
    oneLine(text, max);

/** The facts in the order in which they are read. */
export function sectionsOf(facts: Facts): Section[] {
  const section = (title: string, rank: number, items: Item[], total = items.length): Section => ({
    title,
    rank,
    items,
    total,
  });
  const latest = facts.requests.items.at(-1);
  const earlier = facts.requests.items.slice(0, -1);
  const rounds = folded(facts.verdicts.items);
  return [
    section(
      'Findings',
      4,
      facts.findings.map(({ text }) => plain(text)),
    ),
    section('The latest request', 5, latest ? [(max) => `${when(latest.time)}${oneLine(latest.text, max)}`] : []),
    section(
      'Earlier requests, the first one first',
      2,
      earlier.map(
        ({ time, text }) =>
          (max) =>
            `${when(time)}${oneLine(text, max)}`,
      ),
      facts.requests.total - (latest ? 1 : 0),
    ),
    section('Checks that ran just now', 4, facts.checks.map(checkItem)),
    section(
      'The last run of each kind',
      5,
      CHECKED_KINDS.map((kind) => (max) => kindText(facts, kind, max)),
    ),
    section(
      'Failed, and nothing passed since',
      3,
      facts.unresolved.map(
        ({ command, outcome, time }) =>
          (max) =>
            `${when(time)}${outcomeWords(outcome)}: ${oneLine(command, max)}`,
      ),
    ),
    section(
      'Tests removed, skipped or weakened',
      3,
      facts.weakened.items.map(
        ({ kind, path, text }) =>
          (max) =>
            `${kind} in ${oneLine(path, max)}: ${oneLine(text, max)}`,
      ),
      facts.weakened.total,
    ),
    section(
      'Stub markers and silenced checkers that were added',
      2,
      facts.stubs.items.map(
        ({ path, text }) =>
          (max) =>
            `${oneLine(path, max)}: ${oneLine(text, max)}`,
      ),
      facts.stubs.total,
    ),
    section(
      'To-dos of the worker that are open',
      3,
      facts.todos.open.items.map(
        ({ text, status }) =>
          (max) =>
            `${oneLine(status, 40)}: ${oneLine(text, max)}`,
      ),
      facts.todos.open.total,
    ),
    section('Files changed', 1, facts.files.items.map(fileItem), facts.files.total),
    section(
      'Commands, the last one first',
      0,
      facts.commands.items.map(
        ({ command, kinds, runs, outcome, time }) =>
          (max) =>
            `${when(time)}[${kinds.join(', ')}] ${outcomeWords(outcome)}${runs > 1 ? `, ${runs} runs` : ''}: ${oneLine(command, max)}`,
      ),
      facts.commands.total,
    ),
    section(
      'Running in the background (a server may run for ever)',
      2,
      facts.background.items.map(plain),
      facts.background.total,
    ),
    section(
      'Earlier verdicts of this task, and what was done after each',
      2,
      rounds.map((round) => (max) => roundText(round, max)),
      // What was folded is not left out.
      facts.verdicts.total - facts.verdicts.items.length + rounds.length,
    ),
    section(
      "The worker's last message",
      4,
      facts.lastMessage === null ? [] : [(max) => fromBothEnds(oneLine(facts.lastMessage ?? '', 20_000), max)],
    ),
    section('The session', 1, sessionItems(facts)),
  ];
}

function checkItem({ name, run, outcome, output, reused }: Facts['checks'][number]): Item {
  return (max) =>
    [
      `${oneLine(name, 80)} (${oneLine(run, Math.min(max, 200))}): ${checkWords(outcome)}${reused ? ', from an earlier run on the same content' : ''}`,
      output.trim() !== '' &&
        outcome.kind !== 'passed' &&
        `; its output ends: ${fromBothEnds(oneLine(output, 20_000), max)}`,
    ]
      .filter(Boolean)
      .join('');
}

function kindText(facts: Facts, kind: (typeof CHECKED_KINDS)[number], max: number): string {
  const run = facts.runs[kind];
  if (!run) return `${kind}: none in this session`;
  const { changedAfter } = run;
  const shown = changedAfter.items.slice(0, max > 200 ? 10 : 3).map((path) => oneLine(path, max));
  const rest = changedAfter.total - shown.length;
  const after =
    changedAfter.total === 0
      ? 'no code changed after it'
      : `code changed after it: ${shown.join(', ')}${rest > 0 ? ` (… ${rest} more)` : ''}`;
  const runs = run.runs > 1 ? `, the last of ${run.runs} runs` : '';
  return `${kind}: ${when(run.time)}${outcomeWords(run.outcome)}${runs}; ${after}; ${oneLine(run.command, max)}`;
}

const HOW: Record<Facts['files']['items'][number]['how'], string> = {
  added: 'added',
  modified: 'modified',
  deleted: 'deleted',
  renamed: 'renamed',
  unchanged: 'changed by edit tools, no difference now',
  edited: 'edited',
};

function fileItem({ path, how, from, by }: Facts['files']['items'][number]): Item {
  return (max) => {
    const who = by.includes('subagent') ? ', by a subagent' : by.includes('tool') ? '' : ', not by an edit tool';
    return `${oneLine(path, max)}: ${HOW[how]}${from === undefined ? '' : ` from ${oneLine(from, max)}`}${who}`;
  };
}

function sessionItems({ session, since, git }: Facts): Item[] {
  const parts = [
    `began ${session.startedAt ?? 'at a time that is not known'}, changes are counted from ${since ?? 'then'}`,
    [
      session.toolCalls > 0 && counted(session.toolCalls, 'tool call'),
      session.compactions > 0 && counted(session.compactions, 'compaction'),
      session.subagents > 0 && counted(session.subagents, 'subagent'),
      `transcript of ${session.bytes} bytes`,
    ]
      .filter(Boolean)
      .join(', '),
    session.model && `model ${session.model}, context of ${session.contextTokens ?? '?'} tokens`,
    git
      ? `git: compared with ${git.base ?? 'an empty repository'}`
      : 'no git repository: what edit tools did is all there is',
  ];
  return parts.flatMap((part) => (part ? [plain(part)] : []));
}
