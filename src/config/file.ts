import * as v from 'valibot';
import { codeOf } from '../problem.ts';
import { readIfThere } from '../store/private-file.ts';
import { isObject, type Place, parseJsonc, placesOf } from './jsonc.ts';

const DEFAULTS = {
  enabled: false,
  maxIterations: 20,
  timeoutSeconds: 600,
  questionTimeoutSeconds: 30,
  onFailure: 'deny' as 'deny' | 'ask',
};

export type SupervisorConfig = typeof DEFAULTS;

/** Something in `ccc.json` that cannot be used, where it is, and what to write instead. */
export interface ConfigProblem extends Partial<Place> {
  /** `supervisor.max_iterations`, or empty for the file as a whole. */
  key: string;
  fix: string;
}

export interface Config {
  supervisor: SupervisorConfig;
  problems: ConfigProblem[];
}

const range = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const KEYS = {
  enabled: { to: 'enabled', schema: v.boolean(), fix: 'write true or false' },
  max_iterations: { to: 'maxIterations', schema: range(1, 100), fix: 'write a whole number from 1 to 100' },
  timeout_seconds: { to: 'timeoutSeconds', schema: range(10, 3600), fix: 'write a whole number from 10 to 3600' },
  question_timeout_seconds: {
    to: 'questionTimeoutSeconds',
    schema: range(5, 600),
    fix: 'write a whole number from 5 to 600',
  },
  on_failure: { to: 'onFailure', schema: v.picklist(['deny', 'ask']), fix: 'write "deny" or "ask"' },
} as const;

/** What may stand at the top of the file. The original's other sections are kept and not read here. */
const SECTIONS = ['$schema', 'settings', 'claude_args', 'current_provider', 'providers', 'supervisor'];

/** Reads `ccc.json`. What is wrong with it becomes a problem and a default, never an exception: the hook goes on. */
export async function readConfig(path: string): Promise<Config> {
  let text: string | undefined;
  try {
    text = readIfThere(path);
  } catch (error) {
    return { supervisor: DEFAULTS, problems: [{ key: '', fix: `make it readable (${codeOf(error)})` }] };
  }
  if (text === undefined) return { supervisor: DEFAULTS, problems: [] };
  const parsed = await parseJsonc(text);
  if (parsed.broken !== undefined)
    return { supervisor: DEFAULTS, problems: [{ key: '', ...parsed.at, fix: parsed.broken }] };
  const { supervisor, problems } = supervisorOf(parsed.value);
  if (problems.length === 0) return { supervisor, problems };
  const places = await placesOf(
    text,
    problems.map((problem) => problem.key),
  );
  return { supervisor, problems: problems.map((problem, i) => ({ ...problem, ...places[i] })) };
}

/** Pure: the settings in a parsed `ccc.json`, defaults where they are missing or wrong. */
export function supervisorOf(file: unknown): Config {
  if (!isObject(file)) return wrong('', 'write one JSON object: { … }');
  const problems = Object.keys(file).flatMap((name) => (SECTIONS.includes(name) ? [] : [unknown(name, SECTIONS)]));
  const section = file.supervisor === undefined ? {} : file.supervisor;
  if (!isObject(section)) return wrong('supervisor', 'write an object: "supervisor": { … }');

  const supervisor: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, value] of Object.entries(section)) {
    const key = `supervisor.${name}`;
    const known = Object.hasOwn(KEYS, name) ? KEYS[name as keyof typeof KEYS] : undefined;
    if (!known) problems.push(unknown(key, Object.keys(KEYS)));
    else if (v.is(known.schema, value)) supervisor[known.to] = value;
    else problems.push({ key, fix: known.fix });
  }
  return { supervisor: supervisor as SupervisorConfig, problems };
}

/** `"supervisor.enabled": true` at the top is a mistake people make; silence would leave them unsupervised. */
const unknown = (key: string, known: string[]): ConfigProblem => ({
  key,
  fix: `unknown here; known are ${known.join(', ')}`,
});

const wrong = (key: string, fix: string): Config => ({ supervisor: DEFAULTS, problems: [{ key, fix }] });
