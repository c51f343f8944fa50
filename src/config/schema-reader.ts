import * as v from 'valibot';
import type { ExpectedValue, ProblemCause } from '../i18n/config-problems.ts';
import type { List, Setting } from './schema.ts';

/** A value that cannot be used, by its path in the file. */
export interface SchemaProblem {
  path: (string | number)[];
  cause: ProblemCause;
  /** See `ConfigProblem`. */
  leftOut?: true;
}

/** The valibot schema of one value. Its message is the `type` of what is expected. */
export function schemaOf(setting: Setting): v.GenericSchema {
  switch (setting.type) {
    case 'boolean':
      return v.boolean();
    case 'integer':
      return v.pipe(v.number(), v.integer(), v.minValue(setting.min), v.maxValue(setting.max));
    case 'number':
      return v.pipe(v.number(), v.minValue(setting.min), v.maxValue(setting.max));
    case 'choice':
      return v.picklist(setting.choices);
    case 'string':
      return v.string(expectedType(setting.meaning ?? 'string'));
    case 'strings': {
      const type = expectedType(setting.meaning ?? 'strings');
      return v.array(setting.meaning === 'matchers' ? v.custom<string>(isMatcher, type) : v.string(type), type);
    }
    case 'choices':
      return v.array(v.picklist(setting.choices));
  }
}

/** Typed, because valibot takes any string as a message. */
export const expectedType = (type: 'string' | 'strings' | 'matchers' | 'object' | 'provider-name' | 'key-command') =>
  type;

/** The schema of one item of a list setting, such as one check. A required string must not be blank. */
export const itemSchema = ({ of }: List): v.GenericSchema =>
  v.strictObject(
    Object.fromEntries(
      Object.entries(of).map(([name, setting]) => [
        name,
        setting.required ? v.pipe(schemaOf(setting), v.check(isNotBlank)) : v.optional(schemaOf(setting)),
      ]),
    ),
  );

/** As Claude Code reads it: names, or an expression. One that does not compile would match nothing, without a word. */
export function isMatcher(text: unknown): text is string {
  if (typeof text !== 'string' || text !== text.trim()) return false;
  // A permission rule, as in `Bash(git push:*)`, compiles and matches nothing.
  if (text.trim() === '' || /^\w+\(.*\)$/.test(text)) return false;
  if (text === '*') return true;
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

const isNotBlank = (value: unknown) => typeof value !== 'string' || value.trim() !== '';

export function expectedFor(setting: Setting | List): ExpectedValue {
  switch (setting.type) {
    case 'string':
    case 'strings':
      return { type: setting.meaning ?? setting.type };
    case 'list':
      return { type: 'list', ...keysOf(setting) };
    default:
      return setting;
  }
}

export const expectedItem = (list: List): ExpectedValue => ({ type: 'list-item', ...keysOf(list) });

const keysOf = ({ of }: List) => ({
  required: Object.entries(of).flatMap(([name, setting]) =>
    setting.required ? [{ name, ...('choices' in setting && { choices: setting.choices }) }] : [],
  ),
  optional: Object.keys(of).filter((name) => !of[name]?.required),
});
