import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Setting } from '../../../src/config/schema.ts';
import { expectedFor, schemaOf } from '../../../src/config/schema-reader.ts';
import { problemText } from '../../../src/i18n/config-problems.ts';

describe('every kind of setting', () => {
  it.each<[setting: Setting, good: unknown[], bad: unknown[], fix: string]>([
    [{ type: 'boolean' }, [true, false], [0, 'true', null, undefined], 'write true or false'],
    [{ type: 'integer', min: 2, max: 4 }, [2, 4], [1, 5, 2.5, '3', null], 'write a whole number from 2 to 4'],
    [{ type: 'number', min: 0, max: 1 }, [0, 0.5, 1], [-0.1, 1.1, '0', null], 'write a number from 0 to 1'],
    [{ type: 'choice', choices: ['a', 'b', 'c'] }, ['a', 'c'], ['d', '', 'A', null], 'write "a" or "b" or "c"'],
    [{ type: 'string' }, ['', 'x'], [1, null, ['x'], undefined], 'write a string'],
    [{ type: 'strings' }, [[], ['x', '']], ['x', [1], [null], {}], 'write a list of strings'],
  ])('$0.type', (setting, good, bad, fix) => {
    for (const value of good) expect(v.is(schemaOf(setting), value), JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(v.is(schemaOf(setting), value), JSON.stringify(value)).toBe(false);
    expect(problemText.en({ code: 'wrong-value', expected: expectedFor(setting) })).toBe(fix);
  });
});
