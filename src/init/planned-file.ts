import { withValue } from '../config/edit.ts';
import { isObject, type Place, parseJsonc, placesOf } from '../config/jsonc.ts';
import type { Proposal } from './propose.ts';

/** A repository's `ccc.json` as it is and as it would be. */
export interface PlannedFile {
  before: string | undefined;
  after: string;
  /** What of the proposal it did not have. */
  checks: Proposal['checks'];
  brakes: Partial<Proposal['brakes']>;
}

/** Nothing can be added where something else stands. */
export interface Misfit {
  key: string;
  at: Place | undefined;
  what: string;
}

/** Pure: what is missing is added; what is there stays as it is, comments included. */
export async function plannedFile(before: string | undefined, proposal: Proposal): Promise<PlannedFile | Misfit> {
  const parsed = isBlank(before) ? { value: {} } : await parseJsonc(before ?? '');
  if (parsed.broken !== undefined) return { key: '', at: parsed.at, what: parsed.broken };
  const file = parsed.value;
  const misfit = async (key: string, what: string): Promise<Misfit> => {
    const [at] = await placesOf(before ?? '', [key]);
    return { key, at, what };
  };
  if (!isObject(file)) return misfit('', 'write one JSON object: { … }');
  const { supervisor = {} } = file;
  if (!isObject(supervisor)) return misfit('supervisor', 'write an object: "supervisor": { … }');
  const { checks: existing = [] } = supervisor;
  if (!Array.isArray(existing)) return misfit('supervisor.checks', 'write a list: "checks": [ … ]');

  const checks = proposal.checks.filter(({ check }) => !existing.some((other) => isSame(check, other)));
  const brakes = proposal.checks.length === 0 || supervisor.stall_after !== undefined ? {} : proposal.brakes;
  let after = before ?? '';
  if (existing.length === 0 && checks.length > 0)
    after = await withValue(
      after,
      ['supervisor', 'checks'],
      checks.map(({ check }) => check),
    );
  else
    for (const [i, { check }] of checks.entries())
      after = await withValue(after, ['supervisor', 'checks', existing.length + i], check);
  for (const [name, value] of Object.entries(brakes)) after = await withValue(after, ['supervisor', name], value);
  return { before, after, checks, brakes };
}

export const isBlank = (text: string | undefined) => (text ?? '').replace('\uFEFF', '').trim() === '';

/** Under that name, or with that command: then it is there in the user's own way. */
const isSame = (check: { name: string; run: string }, other: unknown) =>
  isObject(other) && (other.name === check.name || String(other.run).trim() === check.run);
