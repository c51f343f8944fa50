import * as v from 'valibot';
import type { Setting } from './schema.ts';

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
