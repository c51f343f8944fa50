import * as v from 'valibot';
import { isObject } from '../platform/json/parse.ts';
import { camelCase } from '../platform/letter-case.ts';
import { FILE, type List, type Setting, SUPERVISOR, type ValueOf } from './schema.ts';
import { expectedFor, expectedItem, isMatcher, itemSchema, type SchemaProblem, schemaOf } from './schema-reader.ts';

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

/**
 * What becomes of an item with a key that nothing knows: a check in the user's own file is better run without a misspelt
 * `paths` than not at all.
 */
export type OnUnknownItemKey = 'drop-key' | 'drop-item';

/** Pure: `supervisor` of a parsed `ccc.json`, and the keys at its top that nothing knows. */
export function supervisorOf(file: unknown, onUnknownItemKey: OnUnknownItemKey = 'drop-key'): SupervisorSection {
  if (!isObject(file))
    return { ...NO_SUPERVISOR_SECTION, problems: [{ path: [], cause: { code: 'file-not-object' } }] };
  const section = file.supervisor === undefined ? {} : file.supervisor;
  if (!isObject(section)) {
    const cause = { code: 'section-not-object', section: 'supervisor' } as const;
    return { ...NO_SUPERVISOR_SECTION, problems: [{ path: ['supervisor'], cause }] };
  }
  const supervisor: Record<string, unknown> = { ...DEFAULTS };
  const keysInFile: string[] = [];
  const unknown = Object.entries(file).filter(([name]) => !Object.hasOwn(FILE, name));
  const problems = unknown.map(([name, value]) => unknownKey([name], FILE, keyOfSupervisor(name, value)));
  for (const [name, value] of Object.entries(section)) {
    const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    const path = ['supervisor', name];
    if (setting === undefined) {
      problems.push(unknownKey(path, SETTINGS));
      continue;
    }
    keysInFile.push(camelCase(name));
    const read = readValue(setting, path, value, onUnknownItemKey);
    if ('value' in read) supervisor[camelCase(name)] = read.value;
    problems.push(...read.problems);
  }
  return {
    supervisor: supervisor as SupervisorConfig,
    keysInFile: keysInFile as SupervisorSection['keysInFile'],
    problems,
  };
}

const unknownKey = (path: string[], known: object, ofSupervisor?: string): SchemaProblem => ({
  path,
  cause: {
    code: 'unknown-key',
    name: String(path.at(-1)),
    known: Object.keys(known),
    ...(ofSupervisor !== undefined && { ofSupervisor }),
  },
});

/**
 * `"enabled": true` or `"supervisor.enabled": true` at the top is a common mistake; silence would leave them
 * unsupervised. No key of `supervisor` has an object: `"provider": { … }` is meant as `providers`.
 */
function keyOfSupervisor(name: string, value: unknown): string | undefined {
  const key = name.replace(/^supervisor\./, '');
  return Object.hasOwn(SETTINGS, key) && !isObject(value) ? key : undefined;
}

interface ReadValue {
  /** Absent if it cannot be used. */
  value?: unknown;
  problems: SchemaProblem[];
}

function readValue(
  setting: Setting | List,
  path: string[],
  value: unknown,
  onUnknownItemKey: OnUnknownItemKey,
): ReadValue {
  if (setting.type === 'list' && Array.isArray(value)) {
    const items = value.map((item, i) => readItem(setting, [...path, i], item, onUnknownItemKey));
    return {
      value: items.flatMap((item) => ('value' in item ? [item.value] : [])),
      problems: items.flatMap(({ problems }) => problems),
    };
  }
  if (setting.type === 'choices' && Array.isArray(value)) return readChoices(setting, path, value);
  if (setting.type === 'strings' && setting.meaning === 'matchers' && Array.isArray(value))
    return readMatchers(setting.default ?? [], path, value);
  if (setting.type !== 'list' && v.is(schemaOf(setting), value)) return { value, problems: [] };
  return { problems: [{ path, cause: { code: 'wrong-value', expected: expectedFor(setting) } }] };
}

/** With a mistake in it, the list has the default too: a misspelt event must not end supervision. */
function readChoices(
  { choices: known, default: fallback = [] }: Extract<Setting, { type: 'choices' }>,
  path: string[],
  names: unknown[],
): ReadValue {
  const isKnown = (name: unknown) => known.includes(name as string);
  const problems = names.flatMap((name, i): SchemaProblem[] =>
    isKnown(name)
      ? []
      : [{ path: [...path, i], cause: { code: 'unknown-name', name: nameText(name), known }, leftOut: true }],
  );
  return { value: [...new Set([...names.filter(isKnown), ...(problems.length > 0 ? fallback : [])])], problems };
}

/** The same for matchers. */
function readMatchers(fallback: readonly string[], path: string[], matchers: unknown[]): ReadValue {
  const problems = matchers.flatMap((matcher, i): SchemaProblem[] =>
    isMatcher(matcher)
      ? []
      : [{ path: [...path, i], cause: { code: 'wrong-value', expected: { type: 'matcher' } }, leftOut: true }],
  );
  return { value: [...new Set([...matchers.filter(isMatcher), ...(problems.length > 0 ? fallback : [])])], problems };
}

const nameText = (name: unknown) => (typeof name === 'string' ? name : (JSON.stringify(name) ?? ''));

function readItem(
  list: List,
  path: SchemaProblem['path'],
  item: unknown,
  onUnknownItemKey: OnUnknownItemKey,
): ReadValue {
  const known = Object.keys(list.of);
  const entries = isObject(item) ? Object.entries(item) : [];
  const unknown = entries.map(([name]) => name).filter((name) => !known.includes(name));
  const value = unknown.length > 0 ? Object.fromEntries(entries.filter(([name]) => known.includes(name))) : item;
  const isUsable = v.is(itemSchema(list), value);
  // A runner without a misspelt `failed` would take more runs for passed than it should.
  const mayDropKey = onUnknownItemKey === 'drop-key' && list.item === 'check';
  if (isUsable && (unknown.length === 0 || mayDropKey)) {
    const problems = unknown.map((name): SchemaProblem => {
      return { path: [...path, name], cause: { code: 'unknown-item-key', name, known }, leftOut: true };
    });
    return { value, problems };
  }
  const cause: SchemaProblem['cause'] = {
    code: 'unusable-item',
    item: list.item,
    ...nameOf(list, item),
    unknown,
    known,
    ...(isUsable ? {} : { expected: expectedItem(list) }),
  };
  return { problems: [{ path, cause, leftOut: true }] };
}

/** What its user calls it: the value of its first key. */
function nameOf(list: List, item: unknown): { name?: string } {
  const [first = ''] = Object.keys(list.of);
  const name = isObject(item) ? item[first] : undefined;
  return typeof name === 'string' && name.trim() !== '' ? { name } : {};
}
