import type { ConfigProblem } from '../config/config-file.ts';
import { repositoryConfigIn } from '../config/repository-config.ts';
import { setValue } from '../platform/json/editor.ts';
import { isObject, parseJsonc } from '../platform/json/parse.ts';
import { parseShellLine, type ShellWords, withoutAssignments } from '../platform/shell.ts';
import type { Proposal } from './propose.ts';

/** A repository's `ccc.json` before and after. */
export interface PlannedFile {
  before: string | undefined;
  after: string;
  /** The part of the proposal that the file does not have yet. */
  checks: Proposal['checks'];
  limits: Partial<Proposal['limits']>;
  /** Checks in the file that have the name of a proposed one, and another command. */
  otherCommands: { name: string; run: string }[];
}

/** A file with errors is not added to. */
export interface InvalidFile {
  problems: ConfigProblem[];
}

/** Adds what is missing. What is there stays as it is, comments included. */
export async function plannedFile(before: string | undefined, proposal: Proposal): Promise<PlannedFile | InvalidFile> {
  const { problems } = isBlank(before) ? { problems: [] } : await repositoryConfigIn(before ?? '');
  if (problems.length > 0) return { problems };
  const supervisor = await supervisorIn(before);
  const existing = Array.isArray(supervisor.checks) ? supervisor.checks : [];

  const checks = proposal.checks.filter(({ check }) => !existing.some((other) => isSame(check, other)));
  const otherCommands = existing
    .filter(isCheck)
    .filter((other) =>
      proposal.checks.some(({ check }) => check.name === other.name && !runsSame(check.run, other.run)),
    );
  const limits = proposal.checks.length === 0 || supervisor.stall_after !== undefined ? {} : proposal.limits;
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
  for (const [name, value] of Object.entries(limits)) after = setValue(after, ['supervisor', name], value);
  return { before, after, checks, limits, otherCommands };
}

export const isBlank = (text: string | undefined) => (text ?? '').replace('\uFEFF', '').trim() === '';

async function supervisorIn(text: string | undefined): Promise<Record<string, unknown>> {
  const { value } = isBlank(text) ? { value: {} } : ((await parseJsonc(text ?? '')) as { value?: unknown });
  return isObject(value) && isObject(value.supervisor) ? value.supervisor : {};
}

const isCheck = (value: unknown): value is { name: string; run: string } =>
  isObject(value) && typeof value.name === 'string' && typeof value.run === 'string';

/** Has the same name, or the same command. */
const isSame = ({ name, run }: { name: string; run: string }, other: unknown): boolean =>
  isCheck(other) && (other.name === name || runsSame(run, other.run));

/** The same command, or another that runs the same script. */
function runsSame(run: string, other: string): boolean {
  const [script] = scriptsOf(run);
  return other.trim() === run || (script !== undefined && scriptsOf(other).includes(script));
}

/** The scripts of package.json that a command runs, however it is written: `npm t`, `pnpm test`, `npm run test -- --ci`. */
function scriptsOf(run: string): string[] {
  const steps = parseShellLine(run).map(({ programs: [first = []] }) => first);
  // What follows runs in another folder.
  const away = steps.findIndex(([name = '']) => /^(?:cd|pushd)$/.test(name));
  return steps.slice(0, away === -1 ? undefined : away).flatMap((step) => scriptOf(step) ?? []);
}

/** Options that change only what is printed. */
const HARMLESS = /^(?:-s|-q|-d|--silent|--quiet|--verbose|--if-present|--color|--no-color|--loglevel=\S+)$/;

const TEST = ['test', 't', 'tst'];

/** Undefined if it runs none, or if an option may choose another folder. */
function scriptOf(step: ShellWords): string | undefined {
  const [manager = '', ...rest] = withoutAssignments(step);
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  const words = own.filter((word) => !HARMLESS.test(word));
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager) || words.some((word) => word.startsWith('-'))) return undefined;
  const [verb = '', name] = words;
  if (['run', 'run-script'].includes(verb)) return name;
  // `bun test` is bun's own test runner.
  if (manager === 'bun' && verb === 'test') return undefined;
  if (TEST.includes(verb)) return 'test';
  return manager === 'npm' ? undefined : verb;
}
