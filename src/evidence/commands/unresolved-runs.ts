import { isAfter, type Moment } from '../moment.ts';
import type { KindRun, RecordedRun } from './kind-run.ts';
import { isSameRun, mayResolve, resolves } from './resolution.ts';

/** A failed run that no later one resolved. */
export interface UnresolvedRun {
  run: KindRun;
  /** False: something that ran later may have resolved it. */
  certain: boolean;
}

/** The runs that failed, and that no later run resolved. The newest first. */
export function unresolvedAmong(
  runs: readonly KindRun[],
  opaque: readonly { ended: Moment }[],
  all: readonly RecordedRun[],
): UnresolvedRun[] {
  const failed = runs.filter((run) => run.outcome.kind === 'failed' && !runs.some((later) => resolves(later, run)));
  const newest = failed.filter(
    (run) => !failed.some((later) => isAfter(later.ended, run.ended) && isSameRun(later, run)),
  );
  return newest
    .sort((a, b) => (isAfter(a.ended, b.ended) ? -1 : 1))
    .map((run) => ({
      run,
      certain:
        !runs.some((later) => isAfter(later.ended, run.ended) && mayResolve(later, run)) &&
        !opaque.some(({ ended }) => isAfter(ended, run.ended)) &&
        !(run.kind === 'lint' && all.some((later) => isAfter(later.ended, run.ended) && mayFix(later, run))),
    }));
}

/** A formatter, or the fixing form of the same tool: `sqlfluff fix`. */
function mayFix({ line, command }: RecordedRun, { part: { tool = '' } }: KindRun): boolean {
  if (line.rewrites) return true;
  const [name = ''] = tool.split(' ');
  return (
    name !== '' && command.includes(name) && /\bfix\b|--write\b|--auto-?correct\b|\s-[aA]\b|\bformat\b/.test(command)
  );
}
