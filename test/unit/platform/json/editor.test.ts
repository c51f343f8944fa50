import fc from 'fast-check';
import { getNodeValue, type Node, visit } from 'jsonc-parser/lib/esm/main.js';
import { describe, expect, it } from 'vitest';
import { JsonEditor, setValue } from '../../../../src/platform/json/editor.ts';
import { parseJsonc } from '../../../../src/platform/json/parse.ts';
import { applyChange, jsonOnOneLine } from '../../../../src/platform/json/text-changes.ts';
import { firstJsonError, membersOf, treeOf } from '../../../../src/platform/json/tree.ts';
import { bySize } from '../../../support/builds.ts';
import { settingsFile } from '../../../support/settings-files.ts';

type Path = (string | number)[];

describe('a value is set, the rest stays as it is', () => {
  it.each<[why: string, before: string, path: Path, value: unknown, after: string]>([
    ['nothing there yet', '', ['a'], 1, '{\n  "a": 1\n}\n'],
    ['only white space', '\n', ['a'], 1, '{\n  "a": 1\n}\n'],
    ['only a byte order mark', '\uFEFF', ['a'], 1, '\uFEFF{\n  "a": 1\n}\n'],
    [
      'parents are made',
      '{}\n',
      ['p', 'x', 'env'],
      { K: 'v' },
      '{\n  "p": {\n    "x": {\n      "env": {\n        "K": "v"\n      }\n    }\n  }\n}\n',
    ],
    ['a list is made where a number leads', '{}', ['h', 0], 'x', '{\n  "h": [\n    "x"\n  ]\n}'],
    ['replaced', '{\n  "a": 1, // one\n  "b": 2\n}', ['a'], 3, '{\n  "a": 3, // one\n  "b": 2\n}'],
    ['replaced by an object', '{\n\t"a": 1\n}', ['a'], { x: 1 }, '{\n\t"a": {\n\t\t"x": 1\n\t}\n}'],
    [
      'behind the comment of the one before',
      '{\n  "a": 1 // about a\n  // the end\n}\n',
      ['b'],
      2,
      '{\n  "a": 1, // about a\n  "b": 2\n  // the end\n}\n',
    ],
    ['after a trailing comma', '{\n  "a": 1, // about a\n}\n', ['b'], 2, '{\n  "a": 1, // about a\n  "b": 2,\n}\n'],
    ['into nothing but a comment', '{\n  // none yet\n}\n', ['a'], 1, '{\n  // none yet\n  "a": 1\n}\n'],
    ['into a block comment on one line', '{ /* none */ }', ['a'], 1, '{ /* none */\n  "a": 1\n}'],
    ['on one line', '{"a":1}', ['b'], 2, '{"a":1, "b": 2}'],
    ['an object on one line', '{"a":1}', ['b'], { c: 1 }, '{"a":1,\n  "b": {\n    "c": 1\n  }}'],
    ['with tabs', '{\n\t"a": {}\n}', ['a', 'b'], 1, '{\n\t"a": {\n\t\t"b": 1\n\t}\n}'],
    [
      'with four spaces',
      '{\n    "a": {\n        "x": 1\n    }\n}',
      ['a', 'y'],
      2,
      '{\n    "a": {\n        "x": 1,\n        "y": 2\n    }\n}',
    ],
    [
      'with Windows line ends',
      '{\r\n  "a": 1\r\n}\r\n',
      ['b'],
      { c: 1 },
      '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 1\r\n  }\r\n}\r\n',
    ],
    [
      'oddly laid out neighbours',
      '{ "a" :  [1,\n2],\n   "b":{}}',
      ['b', 'c'],
      1,
      '{ "a" :  [1,\n2],\n   "b":{\n     "c": 1\n   }}',
    ],
    [
      'appended to a list',
      '{\n  "h": [\n    1 // one\n  ]\n}',
      ['h', 1],
      2,
      '{\n  "h": [\n    1, // one\n    2\n  ]\n}',
    ],
    ['the last of two with one name', '{"a": 1, "a": 2}', ['a'], 3, '{"a": 1, "a": 3}'],
    ['a name with dots and quotes', '{}', ['a.b"c'], 1, '{\n  "a.b\\"c": 1\n}'],
  ])('%s', (_, before, path, value, after) => expect(setValue(before, path, value)).toBe(after));
});

describe('a value is removed, the rest stays as it is', () => {
  it.each<[why: string, before: string, path: Path, after: string]>([
    ['the first', '{\n  "a": 1,\n  "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
    ['the last', '{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
    ['the last with a trailing comma', '{\n  "a": 1,\n  "b": 2,\n}', ['b'], '{\n  "a": 1,\n}'],
    ['the only one', '{\n  "a": {\n    "b": 1\n  }\n}', ['a', 'b'], '{\n  "a": {}\n}'],
    ['the only one, with a trailing comma', '{\n  "a": 1,\n}', ['a'], '{}'],
    ['the only one beside a comment', '{\n  "a": 1, // about a\n}', ['a'], '{\n  // about a\n}'],
    [
      'between comments',
      '{\n  "a": 1, // about a\n  // above b\n  "b": 2 // about b\n  // end\n}',
      ['b'],
      '{\n  "a": 1 // about a\n  // above b\n  // about b\n  // end\n}',
    ],
    ['a comment before its comma', '{"a": 1 /* x */, "b": 2}', ['a'], '{/* x */ "b": 2}'],
    ['on one line, the first', '{"a": 1, "b": 2}', ['a'], '{"b": 2}'],
    ['on one line, the last', '{"a": 1, "b": 2}', ['b'], '{"a": 1}'],
    ['before a brace on its line', '{"a": 1, // a\n  "b": 2}', ['b'], '{"a": 1 // a\n  }'],
    ['commas first', '{\n  "a": 1\n  , "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
    ['out of a list', '{"h": [1, 2, 3]}', ['h', 1], '{"h": [1, 3]}'],
    ['with Windows line ends', '{\r\n  "a": 1,\r\n  "b": 2\r\n}', ['a'], '{\r\n  "b": 2\r\n}'],
    ['what is not there', '{"a": 1}', ['b', 'c'], '{"a": 1}'],
  ])('%s', (_, before, path, after) => expect(setValue(before, path, undefined)).toBe(after));
});

/** JSON texts as people write them: comments, odd white space, trailing commas. */
const space = fc.constantFrom('', ' ', '\n', '\n  ', '\n\t', ' /* c */ ', ' // c\n');
const plain = fc.constantFrom('', ' ', '\n  ');
const key = fc.constantFrom('a', 'b', 'c', 'd');
const { value: jsonText } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom('1', '"x // y"', 'true', 'null', '[1, /* c */ 2]'), tie('object')),
  object: fc
    .tuple(
      fc.uniqueArray(key, { maxLength: 4 }),
      fc.array(fc.tuple(space, plain, plain, tie('value'), space)),
      fc.boolean(),
      space,
    )
    .map(([names, parts, trailing, end]) => {
      const items = names.slice(0, parts.length).map((name, i) => {
        const [a, b, c, value, d] = parts[i] as [string, string, string, string, string];
        return `${a}"${name}"${b}:${c}${value}${d}`;
      });
      return `{${items.join(',')}${trailing && items.length > 0 ? ',' : ''}${end}}`;
    }),
}));
const object = fc
  .tuple(jsonText, fc.constantFrom('\n', '\r\n'))
  .map(([text, eol]) => (text.startsWith('{') ? text : `{"a": ${text}}`).replaceAll('\n', eol));

const read = async (text: string) => {
  const parsed = await parseJsonc(text);
  if (parsed.error !== undefined) throw new Error(`${parsed.error.code} in ${JSON.stringify(text)}`);
  return parsed.value as Record<string, unknown>;
};
const comments = (text: string) => text.replaceAll('"x // y"', '').match(/\/\*.*?\*\/|\/\/[^\r\n]*/g) ?? [];
const fresh = fc.constantFrom<unknown>(1, 'x', { n: { m: 1 } }, [], {});

describe('whatever the text', () => {
  it('setting changes exactly that value and no comment', () =>
    fc.assert(
      fc.asyncProperty(object, key, fresh, async (text, name, value) => {
        const after = setValue(text, [name], value);
        expect(await read(after)).toEqual({ ...(await read(text)), [name]: value });
        const had = Object.hasOwn(await read(text), name);
        if (!had) expect(comments(after)).toEqual(comments(text));
      }),
      { numRuns: bySize(80, 400) },
    ));

  it('removing takes exactly that value, and only comments inside it', () =>
    fc.assert(
      fc.asyncProperty(object, key, async (text, name) => {
        const { [name]: gone, ...rest } = await read(text);
        const after = setValue(text, [name], undefined);
        expect(await read(after)).toEqual(rest);
        if (typeof gone !== 'object') expect(comments(after)).toEqual(comments(text));
      }),
      { numRuns: bySize(80, 400) },
    ));

  it('what was added and is removed again leaves the text as it was, white space apart', () =>
    fc.assert(
      fc.asyncProperty(object, fresh, async (text, value) => {
        const once = setValue(text, ['new'], value);
        expect(setValue(once, ['new'], undefined).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
      { numRuns: bySize(80, 400) },
    ));
});

/** One item on a line, as most files are. */
const neat = fc
  .tuple(
    fc.dictionary(key, fc.oneof(fc.integer(), fc.dictionary(key, fc.integer(), { minKeys: 1 })), { minKeys: 1 }),
    fc.constantFrom('  ', '    ', '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', ' // c', ' /* c */'),
  )
  .map(([value, indent, eol, note]) => JSON.stringify(value, null, indent).replaceAll('\n', note + eol));

it('in a file with one item on a line, exactly as it was', () =>
  fc.assert(
    fc.asyncProperty(neat, fresh, async (text, value) => {
      const once = setValue(text, ['new'], value);
      expect(setValue(once, ['new'], undefined)).toBe(text);
    }),
  ));

const TEXTS = Array.from({ length: 100 }, (_, i) => settingsFile(1000 + i).text.replace(/^\uFEFF/, ''));

const containers = (node: Node): Node[] => [
  ...(node.type === 'object' || node.type === 'array' ? [node] : []),
  ...membersOf(node).flatMap(containers),
];
/** A property is not a value by itself. */
const valueIn = (member: Node) =>
  member.type === 'property' ? membersOf(member).map(getNodeValue) : getNodeValue(member);
/** Where they stand and what they say. */
function commentsWithOffsets(text: string): { at: number; said: string }[] {
  const all: { at: number; said: string }[] = [];
  visit(text, { onComment: (at, length) => void all.push({ at, said: text.slice(at, at + length) }) });
  return all;
}
const error = (text: string) => firstJsonError(text, { strict: false });

describe('in every object and list of 100 files', () => {
  it('a first member can be added, and taken out again without a trace', () => {
    for (const text of TEXTS)
      for (const [i, container] of containers(treeOf(text)).entries()) {
        const content = container.type === 'object' ? '"new": [1, 2]' : '[1, 2]';
        const editor = new JsonEditor(text);
        editor.addFirst(containers(editor.tree)[i] as Node, () => content);
        const added = editor.text;
        expect(error(added), added).toBeUndefined();
        const grown = containers(editor.tree)[i] as Node;
        expect(membersOf(grown)).toHaveLength(membersOf(container).length + 1);
        editor.remove(membersOf(grown)[0] as Node);
        expect(editor.text).toBe(text);
        expect(editor.changes.reduce(applyChange, text)).toBe(text);
      }
  });

  it('any member can be taken out, and the others and every comment stay', () => {
    for (const text of TEXTS)
      for (const [i, container] of containers(treeOf(text)).entries())
        for (const [j, member] of membersOf(container).entries()) {
          const editor = new JsonEditor(text);
          editor.remove(membersOf(containers(editor.tree)[i])[j] as Node);
          const left = editor.text;
          expect(error(left), left).toBeUndefined();
          const rest = membersOf(containers(treeOf(left))[i]).map(valueIn);
          expect(rest).toEqual(membersOf(container).toSpliced(j, 1).map(valueIn));
          const outside = commentsWithOffsets(text).filter(
            ({ at }) => at < member.offset || at >= member.offset + member.length,
          );
          expect(commentsWithOffsets(left).map(({ said }) => said)).toEqual(outside.map(({ said }) => said));
        }
  });
});

it.each<[value: unknown, text: string]>([
  [{}, '{}'],
  [[], '[]'],
  [{ a: [1, { b: null }], 'c"': 'd' }, '{ "a": [1, { "b": null }], "c\\"": "d" }'],
])('%j on one line', (value, text) => expect(jsonOnOneLine(value)).toBe(text));
