import * as v from 'valibot';
import { isObject } from '../platform/json/parse.ts';
import { camelCase } from '../platform/letter-case.ts';
import { FILE, type List, type Setting, SUPERVISOR, type ValueOf } from './schema.ts';
import { expectedFor, expectedItem, itemSchema, type SchemaProblem, schemaOf } from './schema-reader.ts';

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
const SETTINGS: Record<string, Setting | List> = SUPERVISOR;
const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [camelCase(name), setting.default]),
) as unknown as SupervisorConfig;

export interface SupervisorSection {
  /** Complete: the default stands where a value is missing or wrong. */
  supervisor: SupervisorConfig;
  /** The keys that are in the file, those with a wrong value included. */
  keysInFile: (keyof SupervisorConfig)[];
  problems: SchemaProblem[];
}

export const NO_SUPERVISOR_SECTION: SupervisorSection = { supervisor: DEFAULTS, keysInFile: [], problems: [] };

/** Pure: `supervisor` of a parsed `ccc.json`, and the keys at its top that nothing knows. */
export function supervisorOf(file: unknown): SupervisorSection {
  if (!isObject(file))
    return { ...NO_SUPERVISOR_SECTION, problems: [{ path: [], cause: { code: 'file-not-object' } }] };
  const section = file.supervisor === undefined ? {} : file.supervisor;
  if (!isObject(section)) {
    const cause = { code: 'section-not-object', section: 'supervisor' } as const;
    return { ...NO_SUPERVISOR_SECTION, problems: [{ path: ['supervisor'], cause }] };
  }
  const supervisor: Record<string, unknown> = { ...DEFAULTS };
  const keysInFile: string[] = [];
  const unknown = Object.keys(file).filter((name) => !Object.hasOwn(FILE, name));
  const problems = unknown.map((name) => unknownKey([name], FILE));
  for (const [name, value] of Object.entries(section)) {
    const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    const path = ['supervisor', name];
    if (setting === undefined) {
      problems.push(unknownKey(path, SETTINGS));
      continue;
    }
    keysInFile.push(camelCase(name));
    const read = readValue(setting, path, value);
    if ('value' in read) supervisor[camelCase(name)] = read.value;
    problems.push(...read.problems);
  }
  return {
    supervisor: supervisor as SupervisorConfig,
    keysInFile: keysInFile as SupervisorSection['keysInFile'],
    problems,
  };
}

/** `"supervisor.enabled": true` at the top is a common mistake; silence would leave them unsupervised. */
const unknownKey = (path: string[], known: object): SchemaProblem => ({
  path,
  cause: { code: 'unknown-key', name: String(path.at(-1)), known: Object.keys(known) },
});

function readValue(
  setting: Setting | List,
  path: string[],
  value: unknown,
): { value?: unknown; problems: SchemaProblem[] } {
  if (setting.type === 'list' && Array.isArray(value)) return itemsOf(setting, path, value);
  if (setting.type !== 'list' && v.is(schemaOf(setting), value)) return { value, problems: [] };
  return { problems: [{ path, cause: { code: 'wrong-value', expected: expectedFor(setting) } }] };
}

function itemsOf(list: List, path: string[], items: unknown[]): { value: unknown[]; problems: SchemaProblem[] } {
  const schema = itemSchema(list);
  const isUsable = (item: unknown) => v.is(schema, item);
  return {
    value: items.filter(isUsable),
    problems: items.flatMap((item, i) =>
      isUsable(item) ? [] : [{ path: [...path, i], cause: itemCause(list, item), leftOut: true as const }],
    ),
  };
}

/** An unknown key is the most common mistake. */
function itemCause(list: List, item: unknown): SchemaProblem['cause'] {
  const known = Object.keys(list.of);
  const keys = isObject(item) ? Object.keys(item).filter((name) => !known.includes(name)) : [];
  if (keys.length > 0) return { code: 'unknown-item-keys', keys, known };
  return { code: 'wrong-value', expected: expectedItem(list) };
}
