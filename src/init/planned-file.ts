import type { ConfigProblem } from '../config/config-file.ts';
import { repositoryConfigIn } from '../config/repository-config.ts';
import { setValue } from '../platform/json/editor.ts';
import { isObject, parseJsonc } from '../platform/json/parse.ts';
import type { Proposal } from './propose.ts';
import { scriptsOf } from './script-names.ts';

/** A repository's `ccc.json` as it is and as it would be. */
export interface PlannedFile {
  before: string | undefined;
  after: string;
  /** What of the proposal it did not have. */
  checks: Proposal['checks'];
  brakes: Partial<Proposal['brakes']>;
}

/** Nothing is added to what cannot be used as it is. */
export interface Misfit {
  problems: ConfigProblem[];
}

/** Pure: what is missing is added; what is there stays as it is, comments included. */
export async function plannedFile(before: string | undefined, proposal: Proposal): Promise<PlannedFile | Misfit> {
  const { problems } = isBlank(before) ? { problems: [] } : await repositoryConfigIn(before ?? '');
  if (problems.length > 0) return { problems };
  const supervisor = await supervisorIn(before);
  const existing = Array.isArray(supervisor.checks) ? supervisor.checks : [];

  const checks = proposal.checks.filter(({ check }) => !existing.some((other) => isSame(check, other)));
  const brakes = proposal.checks.length === 0 || supervisor.stall_after !== undefined ? {} : proposal.brakes;
  let after = before ?? '';
  if (existing.length === 0 && checks.length > 0)
    after = setValue(
      after,
      ['supervisor', 'checks'],
      checks.map(({ check }) => check),
    );
  else
    for (const [i, { check }] of checks.entries())
      after = setValue(after, ['supervisor', 'checks', existing.length + i], check);
  for (const [name, value] of Object.entries(brakes)) after = setValue(after, ['supervisor', name], value);
  return { before, after, checks, brakes };
}

export const isBlank = (text: string | undefined) => (text ?? '').replace('\uFEFF', '').trim() === '';

async function supervisorIn(text: string | undefined): Promise<Record<string, unknown>> {
  const { value } = isBlank(text) ? { value: {} } : ((await parseJsonc(text ?? '')) as { value?: unknown });
  return isObject(value) && isObject(value.supervisor) ? value.supervisor : {};
}

/** Under that name, with that command, or with the same script in other words: then it is there in the user's own way. */
function isSame({ name, run }: { name: string; run: string }, other: unknown): boolean {
  if (!isObject(other)) return false;
  const theirs = String(other.run);
  const [script] = scriptsOf(run);
  return other.name === name || theirs.trim() === run || (script !== undefined && scriptsOf(theirs).includes(script));
}
