import { describe, expect, it } from 'vitest';
import { isObject, type Position, parseJsonc, parseStrict, positionsOf } from '../../../../src/platform/json/parse.ts';
import { firstJsonError } from '../../../../src/platform/json/tree.ts';

describe('JSON with comments', () => {
  it.each<[text: string, value: unknown]>([
    ['{"a": 1}', { a: 1 }],
    ['{"a": [1, 2,], /* b */ "c": "//"}', { a: [1, 2], c: '//' }],
    ['// first\n{}\n// last', {}],
    ['\uFEFF7', 7],
    ['\uFEFF{"a": 1,}', { a: 1 }],
    ['null', null],
  ])('%j is read as %j', async (text, value) => expect(await parseJsonc(text)).toEqual({ value }));

  it.each<[text: string, code: string, at: Position]>([
    ['', 'ValueExpected', { line: 1, column: 1 }],
    ['{"a": }', 'ValueExpected', { line: 1, column: 7 }],
    ['{\n  "a": 1\n  "b": 2\n}', 'CommaExpected', { line: 3, column: 3 }],
    ['{\r\n  "a": nonsense\r\n}', 'InvalidSymbol', { line: 2, column: 8 }],
    ['\uFEFF{"a": 1 "b": 2}', 'CommaExpected', { line: 1, column: 9 }],
    ['{} {}', 'EndOfFileExpected', { line: 1, column: 4 }],
  ])('%j is broken: %s', async (text, code, at) => expect(await parseJsonc(text)).toEqual({ error: { code, ...at } }));
});

describe('JSON as Claude Code reads it', () => {
  it.each<[text: string, value: unknown]>([
    ['{"a": 1}', { a: 1 }],
    ['\uFEFF{}', {}],
  ])('%j is read as %j', async (text, value) => expect(await parseStrict(text)).toEqual({ value }));

  it.each<[text: string, at: Position]>([
    ['{\n  // no\n}', { line: 2, column: 3 }],
    ['{\n  "a": 1,\n}', { line: 3, column: 1 }],
    ['{"a": [1,]}', { line: 1, column: 10 }],
    ['{"a": 1', { line: 1, column: 8 }],
    ['\uFEFF{"a" 1}', { line: 1, column: 6 }],
  ])('%j is broken', async (text, at) =>
    expect(await parseStrict(text)).toEqual({ error: { code: expect.stringMatching(/^[A-Z]\w+$/), ...at } }),
  );
});

it.each([
  ['broken', `//\n${'['.repeat(50_000)}`],
  ['well-formed', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
])('nested too deeply, %s: an error like any other', async (_, text) => {
  const error = { code: 'TooDeep', line: 1, column: 1 };
  expect(await parseStrict(text)).toEqual({ error });
  expect(await parseJsonc(text)).toEqual({ error });
  expect(firstJsonError(text, { strict: false })).toEqual(error);
  expect(await positionsOf(text, [['a']])).toEqual([undefined]);
});

it('brackets in texts are not levels', async () => {
  const value = { a: `${'["'.repeat(2_000)}` };
  expect(await parseStrict(JSON.stringify(value))).toEqual({ value });
});

it('the place of a value, if it has one', async () => {
  const text = '\uFEFF{\n  // so\n  "a": { "b": [1],\n    "c": null, },\n}';
  expect(
    await positionsOf(text, [[], ['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 0], ['a', 'd'], ['x', 'y'], ['a.b']]),
  ).toEqual([
    { line: 1, column: 1 },
    { line: 3, column: 8 },
    { line: 3, column: 15 },
    { line: 4, column: 10 },
    { line: 3, column: 16 },
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['{}', false],
])('%j is an object: %s', (value, expected) => expect(isObject(value)).toBe(expected));
