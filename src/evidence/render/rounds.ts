import type { Listed, VerdictFact } from '../facts.ts';
import { oneLine } from '../one-line.ts';
import { counted, when } from './outcome-text.ts';

/** The same verdict, given once or several times, and what was done after all of them. */
export interface Round extends VerdictFact {
  /** `time` is that of the last. */
  times: number;
}

const SAME_BEGINNING = 200;

/** Two runs of the same check print different durations. */
const sameness = ({ verdict, cause, feedback }: VerdictFact) =>
  JSON.stringify([
    verdict,
    cause,
    feedback.replaceAll(/\d+(?:\.\d+)? ?(?:ms|s|sec|seconds)\b/g, '').slice(0, SAME_BEGINNING),
  ]);

/** In the order of their last times. */
export function folded(verdicts: VerdictFact[]): Round[] {
  const rounds = new Map<string, Round>();
  for (const verdict of verdicts) {
    const key = sameness(verdict);
    const before = rounds.get(key);
    rounds.delete(key);
    rounds.set(key, before ? joined(before, verdict) : { ...verdict, times: 1 });
  }
  return [...rounds.values()];
}

const joined = ({ times, after }: Round, verdict: VerdictFact): Round => ({
  ...verdict,
  times: times + 1,
  after: {
    toolCalls: after.toolCalls + verdict.after.toolCalls,
    files: union(after.files, verdict.after.files),
    commands: union(after.commands, verdict.after.commands),
  },
});

/** How many of those that are not listed are the same on both sides, nobody knows: at least as many as on one. */
function union(a: Listed<string>, b: Listed<string>): Listed<string> {
  const items = [...new Set([...a.items, ...b.items])];
  return { items, total: items.length + Math.max(a.total - a.items.length, b.total - b.items.length) };
}

export function roundText({ time, times, verdict, cause, feedback, after }: Round, max: number): string {
  const part = Math.floor(max / 2);
  const list = ({ items, total }: Listed<string>) =>
    oneLine(items.join(', '), part) + (total > items.length ? ` (… ${total - items.length} more)` : '');
  const done = [
    counted(after.toolCalls, 'tool call'),
    after.files.total > 0 && `edited ${list(after.files)}`,
    after.commands.total > 0 && `ran ${list(after.commands)}`,
  ];
  const often = times > 1 ? ` (${times} times)` : '';
  return `${when(time)}${verdict} (${oneLine(cause, 40)})${often}: ${oneLine(feedback, max)} → then: ${done.filter(Boolean).join('; ')}`;
}
