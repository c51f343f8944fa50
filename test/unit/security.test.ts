import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { split } from '../../scripts/markdown.ts';
import { ROOT } from '../support/builds.ts';

/** A row of the threat model: what is tried, what comes of it, how, and the test that shows it. */
interface Row {
  attempt: string;
  outcome: string;
  test: string;
}

const OUTCOMES = ['prevented', 'told', 'neither'];
/** What nothing is done about needs no test. */
const NO_TEST = '–';

const rows: Row[] = split(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')).prose.flatMap((line) => {
  const cells = line.startsWith('|') ? line.split('|').map((cell) => cell.trim()) : [];
  const [, attempt = '', outcome = '', , test = ''] = cells;
  return cells.length === 6 && attempt !== '' && !/^-+$/.test(attempt) && outcome !== 'outcome'
    ? [{ attempt, outcome, test }]
    : [];
});

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return listOf(node.quasis)
    .map((part) => (part as { value: { cooked: string } }).value.cooked)
    .join('…');
}

/** What a call is made of: `it`, and the rows of `it.each(rows)`, also in `linuxOnly('…').it.each(rows)(…)`. */
function calleeOf(call: Node): { words: string[]; rows: unknown } {
  const words: string[] = [];
  let rows: unknown;
  let at = call.callee;
  while (isNode(at)) {
    if (at.type === 'Identifier') words.push(String(at.name));
    if (at.type === 'MemberExpression') words.push(String((at.property as Node).name));
    if (at.type === 'CallExpression') rows ??= listOf(at.arguments).at(-1);
    at = at.type === 'CallExpression' ? at.callee : at.object;
  }
  return { words, rows };
}

/** The first text of each row, which is mostly its name. */
function rowNames(rows: unknown): string[] {
  if (!isNode(rows)) return [];
  if (rows.type !== 'ArrayExpression') return childrenOf(rows).flatMap(rowNames);
  return listOf(rows.elements).flatMap((row) => {
    const first = isNode(row) && row.type === 'ArrayExpression' ? listOf(row.elements)[0] : row;
    return textOf(first) ?? rowNames(row);
  });
}

const PLACEHOLDER = /%[a-z]|\$\w+/;

/** Every test, or table of tests, of a file: its titles from the outermost group on, and the same for each of its rows. */
function testsIn(node: Node, groups: string[] = []): string[][] {
  const [title, body] = node.type === 'CallExpression' ? listOf(node.arguments) : [];
  const text = textOf(title);
  if (text === undefined || body === undefined) return childrenOf(node).flatMap((child) => testsIn(child, groups));
  const { words, rows } = calleeOf(node);
  const path = [...groups, text];
  if (words.includes('describe'))
    return listOf(node.arguments)
      .filter(isNode)
      .flatMap((child) => testsIn(child, path));
  if (!words.includes('it')) return childrenOf(node).flatMap((child) => testsIn(child, groups));
  const titles = [text, ...rowNames(rows).map((name) => text.replace(PLACEHOLDER, () => name))];
  return [titles.map((one) => [...groups, one].join(' > '))];
}

const parse = (source: string) => testsIn(parseAst(source, { lang: 'ts' }) as unknown as Node);

/** Why a name does not name a test: it has to say something, and to be in the names of exactly one test or table. */
function problemWith(name: string, tests: string[][]): string | undefined {
  if (!/\p{L}+\P{L}+\p{L}+/u.test(name.replaceAll(new RegExp(PLACEHOLDER, 'g'), ''))) return 'no words';
  const named = tests.filter((titles) => titles.some((title) => title.includes(name)));
  return named.length === 1 ? undefined : `${named.length} tests`;
}

const testsOf = new Map<string, string[][]>();

function problemIn(file: string, name: string): string | undefined {
  const path = join(ROOT, 'test', `${file}.test.ts`);
  if (!existsSync(path)) return 'no such file';
  const tests = testsOf.get(file) ?? parse(readFileSync(path, 'utf8'));
  testsOf.set(file, tests);
  return problemWith(name, tests);
}

describe('SECURITY.md', () => {
  it('has the threat model', () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)('“$attempt” is prevented, told or neither', ({ outcome }) =>
    expect(outcome.split(', ').every((word) => OUTCOMES.includes(word))).toBe(true),
  );

  it.each(rows.filter(({ outcome }) => outcome !== 'neither'))('“$attempt” names one test each', ({ test }) => {
    const named = [...test.matchAll(/`([\w/-]+)` “([^”]+)”/g)];
    expect(named, test).not.toEqual([]);
    const problems = named.map(([all, file = '', name = '']) => ({ all, problem: problemIn(file, name) }));
    expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it('what is neither prevented nor told has no test', () =>
    expect(rows.filter(({ outcome, test }) => outcome === 'neither' && test !== NO_TEST)).toEqual([]));
});

describe('the name of a test', () => {
  const tests = parse(`
    describe.each(BUILDS)('a group, $name', () => {
      it('a test of its own', () => expect('a text in it', 'and why').toBe(1));
      it.each<[what: string]>([['the first row', 1], ...sample(0, [['the last row', 2]])])('%s', f);
      it.each(ROWS)('one of %s', f);
    });
    linuxOnly('/proc').it('one that needs Linux', f);
    describe('another group', () => it.each(['plain row'])('%j', f));
  `);

  it.each<[name: string, problem: string | undefined]>([
    ['test of its own', undefined],
    ['a group, $name > one of %s', undefined],
    ['the last row', undefined],
    ['a group, $name > %s', undefined],
    ['one that needs Linux', undefined],
    ['another group', undefined],
    ['plain row', undefined],
    ['%s', 'no words'],
    ['%j', 'no words'],
    ['> %s', 'no words'],
    ['a group, $name', '3 tests'],
    ['a text in it', '0 tests'],
    ['not there at all', '0 tests'],
  ])('%s', (name, problem) => expect(problemWith(name, tests)).toBe(problem));
});
