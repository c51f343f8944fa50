import * as v from 'valibot';
import { isObject, type Place, parseJsonc, placesOf } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';
import { FILE, type List, type Setting, SUPERVISOR, type ValueOf } from './schema.ts';
import { fixFor, fixForItem, fixForList, itemReader, readerOf } from './schema-reader.ts';

type Keys = typeof SUPERVISOR;

/** The keys of `supervisor`, named as in this program: `max_iterations` is `maxIterations`. */
export type SupervisorConfig = {
  -readonly [Name in keyof Keys as Camel<Name>]:
    | ValueOf<Keys[Name]>
    | (Keys[Name] extends { default: unknown } ? never : undefined);
};

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** `max_turns` → `maxTurns` */
export const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const SETTINGS: Record<string, Setting | List> = SUPERVISOR;
const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [camel(name), setting.default]),
) as unknown as SupervisorConfig;

/** Something in `ccc.json` that cannot be used, where it is, and what to write instead. */
export interface ConfigProblem extends Partial<Place> {
  /** `supervisor.max_iterations`, or empty for the file as a whole. */
  key: string;
  fix: string;
  /** One of a list: the others count, and there is no default for it. */
  leftOut?: true;
}

export interface Config {
  supervisor: SupervisorConfig;
  problems: ConfigProblem[];
  /** What the file itself has a say in, also where that cannot be used. */
  sets: (keyof SupervisorConfig)[];
}

/** Reads `ccc.json`. What is wrong with it becomes a problem and a default, never an exception: the hook goes on. */
export async function readConfig(path: string): Promise<Config> {
  let text: string | undefined;
  try {
    text = readIfThere(path);
  } catch (error) {
    return wrong('', `make it readable (${errorCode(error)})`);
  }
  if (text === undefined) return { supervisor: DEFAULTS, problems: [], sets: [] };
  const parsed = await parseJsonc(text);
  if (parsed.broken !== undefined)
    return { supervisor: DEFAULTS, problems: [{ key: '', ...parsed.at, fix: parsed.broken }], sets: [] };
  const config = supervisorOf(parsed.value);
  return { ...config, problems: await withPlaces(config.problems, text) };
}

/** Where in the text each of them is. */
export async function withPlaces(problems: ConfigProblem[], text: string): Promise<ConfigProblem[]> {
  if (problems.length === 0) return problems;
  const places = await placesOf(
    text,
    problems.map((problem) => problem.key),
  );
  return problems.map((problem, i) => ({ ...problem, ...places[i] }));
}

/** Pure: the settings in a parsed `ccc.json`, defaults where they are missing or wrong. */
export function supervisorOf(file: unknown): Config {
  if (!isObject(file)) return wrong('', 'write one JSON object: { … }');
  const sections = Object.keys(FILE);
  const problems = Object.keys(file).flatMap((name) => (sections.includes(name) ? [] : [unknown(name, sections)]));
  const section = file.supervisor === undefined ? {} : file.supervisor;
  if (!isObject(section)) return wrong('supervisor', 'write an object: "supervisor": { … }');

  const supervisor: Record<string, unknown> = { ...DEFAULTS };
  const sets: string[] = [];
  for (const [name, value] of Object.entries(section)) {
    const key = `supervisor.${name}`;
    const known = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (known) sets.push(camel(name));
    if (!known) problems.push(unknown(key, Object.keys(SETTINGS)));
    else if (known.type === 'list') {
      const read = listOf(known, key, value);
      supervisor[camel(name)] = read.items;
      problems.push(...read.problems);
    } else if (v.is(readerOf(known), value)) supervisor[camel(name)] = value;
    else problems.push({ key, fix: fixFor(known) });
  }
  return { supervisor: supervisor as SupervisorConfig, problems, sets: sets as Config['sets'] };
}

function listOf(list: List, key: string, value: unknown): { items: unknown[]; problems: ConfigProblem[] } {
  if (!Array.isArray(value)) return { items: [], problems: [{ key, fix: fixForList(list) }] };
  const reader = itemReader(list);
  return {
    items: value.filter((item) => v.is(reader, item)),
    problems: value.flatMap((item, i) =>
      v.is(reader, item) ? [] : [{ key: `${key}.${i}`, fix: fixForItem(list, item), leftOut: true as const }],
    ),
  };
}

/** `"supervisor.enabled": true` at the top is a mistake people make; silence would leave them unsupervised. */
const unknown = (key: string, known: string[]): ConfigProblem => ({
  key,
  fix: `unknown here; known are ${known.join(', ')}`,
});

const wrong = (key: string, fix: string): Config => ({ supervisor: DEFAULTS, problems: [{ key, fix }], sets: [] });
