import type { Pipeline } from '../../platform/shell.ts';
import type { CommandKind } from '../evidence.ts';
import { purposeOf } from './kinds.ts';
import type { Purpose } from './purpose.ts';
import { withoutWrappers } from './wrappers.ts';

/** Programs that do not fail, or whose failure says that nothing else was started. */
const NEVER_FAILS =
  /^(?:cd|pushd|popd|echo|printf|export|set|source|\.|sleep|true|:|unset|mkdir|pwd|date|clear|local|declare|trap)$/;

const lastPurposes = new WeakMap<Pipeline, Purpose>();

/** Whether the failure of the whole may be that of this pipeline, and not that of a run of this kind. */
export function mayFailInstead(pipeline: Pipeline, isBefore: boolean, kind?: CommandKind): boolean {
  const last = pipeline.programs.at(-1) ?? [];
  const [name = ''] = last;
  if (NEVER_FAILS.test(name) || /^\w+=/.test(name)) return false;
  // Every pipeline is asked about by all the others.
  const other = lastPurposes.get(pipeline) ?? purposeOf(withoutWrappers(last));
  lastPurposes.set(pipeline, other);
  // A formatter fails only on code that nothing else could read either. Of several test runs, one has failed.
  if (other.rewrites || (other.kind !== 'other' && other.kind === kind)) return false;
  return isBefore ? pipeline.followedBy === '&&' : true;
}
