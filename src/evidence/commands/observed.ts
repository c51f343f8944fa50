import { CHECKED_KINDS, type CheckedKind } from '../evidence.ts';
import type { CommandEnd } from './command-end.ts';
import type { CommandLine, CommandPart } from './command-part.ts';
import { echoedParts } from './echoed.ts';
import { ownOutput, shownIn } from './outcome.ts';

/**
 * Runs that the command line does not name but its output shows: by the summary of a tool, or by the command lines that
 * a task runner prints before it runs them.
 */
export function observedParts({ opaque, parts }: CommandLine, { outcome, output }: CommandEnd): CommandPart[] {
  const runner = parts.findLast(mayRunMore) ?? opaque.findLast(({ isInline }) => !isInline);
  const own = runner && ownOutput(runner, output);
  if (!runner || own === undefined || outcome.kind === 'denied') return [];
  const isKnown = (kind: CheckedKind) => parts.some((part) => part.kind === kind);
  // Compiling, checking types or linting as a step of a task with another purpose is not a run of its own.
  const isStep = (kind: CheckedKind) => kind !== 'test' && parts.some((part) => part.kind !== 'other');
  const possible = CHECKED_KINDS.filter((kind) => !isKnown(kind) && !isStep(kind));
  if (possible.length === 0) return [];
  const isGit = runner.ecosystem === 'git';
  const ends = endsOf(own);
  const shown = shownIn(isGit ? withoutGitLines(ends) : ends);
  const echoed = echoedParts(ends, isGit).map(({ kind }) => kind);
  return possible
    .filter((kind) => shown.hasRun(kind) || echoed.includes(kind))
    .map((kind) => ({
      ...runner,
      kind,
      tool: undefined,
      isOpaque: false,
      // `-node --test` in a Makefile: the task ends well, and what it shows says otherwise.
      isStatusSure: runner.isStatusSure && shown.outcome(kind) !== 'failed',
      targets: [],
      // Something else in the same command may fail in its place.
      hasRivals: true,
      isFollowed: true,
    }));
}

/** `mvn package` and a task that builds may also test; the tests themselves run nothing else. */
const mayRunMore = ({ kind, ecosystem, tool, tasks }: CommandPart) =>
  kind !== 'other' &&
  (tasks.length > 0 ||
    ecosystem === 'script' ||
    (ecosystem === 'jvm' && kind === 'build') ||
    (tool === undefined && kind !== 'test'));

/** Most commands of which nothing is known run no test, and print much: their ends are enough. */
const endsOf = (output: string) =>
  output.length > 2_000 ? `${output.slice(0, 400)}\n${output.slice(-1_600)}` : output;

const withoutGitLines = (output: string) => output.replaceAll(/^\[\S+(?: \([\w-]+\))? [0-9a-f]{7,}\].*$/gm, '');
