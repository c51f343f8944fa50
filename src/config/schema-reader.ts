import * as v from 'valibot';
import type { ConfigFault, ExpectedValue } from '../i18n/config-problems.ts';
import { isObject } from '../platform/json/parse.ts';
import type { Kind, List, Setting } from './schema.ts';

/** Something that cannot be used, by the keys that lead to it. */
export interface FaultAt {
  path: (string | number)[];
  fault: ConfigFault;
  /** One of a list: the others count, and there is no default for it. */
  leftOut?: true;
}

/** The valibot schema of a value. Its message is the `type` of what is expected, where the kind alone decides that. */
export function schemaOf(kind: Kind): v.GenericSchema {
  switch (kind.type) {
    case 'boolean':
      return v.boolean();
    case 'integer':
      return v.pipe(v.number(), v.integer(), v.minValue(kind.min), v.maxValue(kind.max));
    case 'number':
      return v.pipe(v.number(), v.minValue(kind.min), v.maxValue(kind.max));
    case 'choice':
      return v.picklist(kind.choices);
    case 'string':
      return v.string(expected(kind.meaning ?? 'string'));
    case 'strings':
      return v.array(v.string(expected('strings')), expected('strings'));
    case 'list':
      return v.array(itemSchema(kind));
    case 'variables':
      return v.pipe(object, v.record(v.string(), variable));
    case 'map':
      return v.pipe(object, v.record(v.string(), schemaOf(kind.of)));
    case 'object':
      return kind.keys ? v.pipe(object, openObject(kind.keys)) : object;
  }
}

/** Typed, because valibot takes any string as a message. */
const expected = (type: 'string' | 'strings' | 'object' | 'provider-name' | 'key-command') => type;

const object = v.custom<Record<string, unknown>>(isObject, expected('object'));
const variable = v.pipe(v.union([v.string(), v.number(), v.boolean()], expected('string')), v.transform(String));

/** `null`, which some programs write for what is absent, is absent here. */
const openObject = (keys: Readonly<Record<string, Kind>>) =>
  v.looseObject(Object.fromEntries(Object.entries(keys).map(([name, kind]) => [name, v.nullish(schemaOf(kind))])));

/** One of a list. A required string must not be blank. */
export const itemSchema = ({ of }: List): v.GenericSchema =>
  v.strictObject(
    Object.fromEntries(
      Object.entries(of).map(([name, setting]) => [
        name,
        setting.required ? v.pipe(schemaOf(setting), v.check(isNotBlank)) : v.optional(schemaOf(setting)),
      ]),
    ),
  );

const isNotBlank = (value: unknown) => typeof value !== 'string' || value.trim() !== '';

export function expectedFor(setting: Setting | List): ExpectedValue {
  switch (setting.type) {
    case 'string':
      return { type: setting.meaning ?? 'string' };
    case 'list':
      return { type: 'list', ...keysOf(setting) };
    default:
      return setting;
  }
}

export const expectedItem = (list: List): ExpectedValue => ({ type: 'list-item', ...keysOf(list) });

const keysOf = ({ of }: List) => ({
  required: Object.keys(of).filter((name) => of[name]?.required),
  optional: Object.keys(of).filter((name) => !of[name]?.required),
});
