import * as v from 'valibot';
import { isObject } from '../platform/json/parse.ts';
import type { List, Setting } from './schema.ts';

/** What reads one value. Its message for what cannot be used is a `Fix`, if the setting has one. */
export function readerOf(setting: Setting): v.GenericSchema {
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
      return v.string(setting.fix);
    case 'strings':
      return v.array(v.string(setting.fix), setting.fix);
  }
}

/** What to write instead, for the hook, which speaks to logs and to other programs as well: in English. */
export function fixFor(setting: Setting): string {
  switch (setting.type) {
    case 'boolean':
      return 'write true or false';
    case 'integer':
      return `write a whole number from ${setting.min} to ${setting.max}`;
    case 'number':
      return `write a number from ${setting.min} to ${setting.max}`;
    case 'choice':
      return `write ${setting.choices.map((choice) => JSON.stringify(choice)).join(' or ')}`;
    case 'string':
      return 'write a string';
    case 'strings':
      return 'write a list of strings';
  }
}

/** What reads one of a list. What has to be there has to say something. */
export const itemReader = ({ of }: List): v.GenericSchema =>
  v.strictObject(
    Object.fromEntries(
      Object.entries(of).map(([name, setting]) => [
        name,
        setting.required ? v.pipe(readerOf(setting), v.check(isSaid)) : v.optional(readerOf(setting)),
      ]),
    ),
  );

const isSaid = (value: unknown) => typeof value !== 'string' || value.trim() !== '';

export const fixForList = ({ of }: List) => `write a list of ${exampleOf(of)}`;

/** A key that is not known is what is wrong most often. */
export function fixForItem({ of }: List, item: unknown): string {
  const known = Object.keys(of);
  const unknown = isObject(item) ? Object.keys(item).filter((name) => !known.includes(name)) : [];
  const written = unknown.map((name) => JSON.stringify(name.slice(0, 40))).join(', ');
  return unknown.length > 0 ? `unknown here: ${written}; known are ${known.join(', ')}` : `write ${exampleOf(of)}`;
}

function exampleOf(of: List['of']): string {
  const required = Object.keys(of).filter((name) => of[name]?.required);
  const others = Object.keys(of).filter((name) => !of[name]?.required);
  return `{ ${required.map((name) => `"${name}": "…"`).join(', ')} }, with ${others.join(' and ')} if you like`;
}
