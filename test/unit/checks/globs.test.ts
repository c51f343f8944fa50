import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basesOf, covers } from '../../../src/checks/globs.ts';
import { bySize } from '../../support/builds.ts';

describe('one pattern', () => {
  it.each<[pattern: string, yes: string[], no: string[]]>([
    ['src/**', ['src/a', 'src/a/b', 'src/.a/.b'], ['src', 'srcs/a', 'a/src/b']],
    ['src', ['src', 'src/a', 'src/a/b'], ['srcs', 'a/src']],
    ['src/', ['src/a/b'], ['srcs/a']],
    ['./src', ['src/a'], ['a/src']],
    ['/src', ['src/a'], ['a/src']],
    ['.', ['a', 'a/b'], []],
    ['./', ['a', 'a/b'], []],
    ['**', ['a', '.a', 'a/b'], []],
    ['**/', ['a', 'a/b'], []],
    ['*', ['a', '.a'], ['a/b']],
    ['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx', 'a.ts/b']],
    ['**/*.ts', ['a.ts', 'a/b.ts', '.a/.b.ts'], ['a.js']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b', 'a/b/c'], ['ab', 'a/xb']],
    ['a/**/**/b', ['a/b', 'a/x/b'], ['ab']],
    ['a/**/**', ['a/b', 'a/b/c'], ['a', 'b/a']],
    ['a**b', ['ab', 'axb'], ['a/b']],
    ['src/*', ['src/a'], ['src/a/b']],
    ['packages/*/src', ['packages/x/src/a'], ['packages/src/a', 'packages/x/y/src/a']],
    ['?', ['a', '中', '🙂'], ['ab', '']],
    ['a?c', ['abc'], ['a/c', 'ac']],
    ['[a-c]x', ['ax', 'cx'], ['dx', '-x']],
    ['[!a-c]x', ['dx'], ['ax', '/x']],
    ['[^a]', ['b'], ['a']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a-]', ['a', '-'], ['b']],
    ['[\\]]', [']'], ['\\']],
    ['x[/]y', [], ['x/y', 'xy']],
    ['x[a/]y', ['xay'], ['x/y', 'xy']],
    ['[a', ['[a', '[a/b'], ['a']],
    ['[!]', ['[!]', '[!]/a'], ['a']],
    ['[[:digit:]]', ['1'], ['a', ':]']],
    ['[a]+', ['a+'], ['aa']],
    ['"*"', ['"a"'], ['"*', 'a']],
    ['a\\d', ['ad'], ['a1']],
    ['app/(auth)/*', ['app/(auth)/a'], ['app/auth/a']],
    ['a|b', ['a|b'], ['a', 'b']],
    ['a\\\\\\\\', ['a\\\\', 'a\\\\/b'], ['a', 'a\\']],
    ['[\\\\a]', ['\\', 'a'], ['b']],
    ['{a,b}', ['a', 'b', 'a/x'], ['c', '{a,b}']],
    ['{src,test}/**/*.{ts,tsx}', ['src/a.ts', 'test/x/b.tsx'], ['src/a.js', 'lib/a.ts']],
    ['{src/**,test}', ['src/a', 'test/a', 'test'], ['src']],
    ['*{.ts,.js}', ['a.ts', 'a.js'], ['a.ts/b']],
    ['a{b,{c,d}e}f', ['abf', 'acef', 'adef'], ['acf']],
    ['a{,b}c', ['ac', 'abc'], ['a{,b}c']],
    ['{a}', ['{a}'], ['a']],
    ['{a,b', ['{a,b'], ['a']],
    ['a,b}', ['a,b}'], ['a']],
    ['{**/,}x', ['x', 'a/x', 'a/b/x'], ['ax']],
    ['\\*', ['*', '*/a'], ['a']],
    ['\\{a,b}', ['{a,b}'], ['a']],
    ['a+(b).c', ['a+(b).c'], ['abb.c']],
    ['文档/*.md', ['文档/说明.md'], ['文档/x/说明.md']],
  ])('%s', (pattern, yes, no) => {
    const isCovered = covers([pattern]);
    expect([yes.filter((path) => !isCovered(path)), no.filter(isCovered)]).toEqual([[], []]);
  });
});

describe('a list', () => {
  it.each<[patterns: string[], yes: string[], no: string[]]>([
    [[], [], ['a']],
    [['a', 'b'], ['a', 'b/c'], ['c']],
    [['src', '!src/gen'], ['src/a'], ['src/gen/a', 'x']],
    [['src', '!src/gen', 'src/gen/kept.ts'], ['src/a', 'src/gen/kept.ts'], ['src/gen/a']],
    [['!src/gen', 'src'], ['src/gen/a', 'x'], []],
    [['!docs/**'], ['a', 'src/b'], ['docs/a']],
    [['!./docs'], ['a'], ['docs/a']],
    [['!!a'], ['a'], ['b']],
  ])('%j', (patterns, yes, no) => {
    const isCovered = covers(patterns);
    expect([yes.filter((path) => !isCovered(path)), no.filter(isCovered)]).toEqual([[], []]);
  });
});

/** The same rules once more, by trying everything: slow, and short enough to be seen to be right. */
function naive(pattern: string, path: string): boolean {
  const brace = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (brace) {
    const [before, after] = [pattern.slice(0, brace.index), pattern.slice(brace.index + brace[0].length)];
    return (brace[1] as string).split(',').some((branch) => naive(before + branch + after, path));
  }
  const names = pattern.split('/');
  return segments(names, path.split('/'), !/[*?[]/.test(names.at(-1) as string));
}

function segments([first, ...rest]: string[], path: string[], open: boolean): boolean {
  if (first === undefined) return path.length === 0 || open;
  if (first === '**' && rest.length === 0) return path.length > 0;
  if (first === '**') return path.some((_, skipped) => segments(rest, path.slice(skipped), open));
  return path.length > 0 && inName(first, path[0] as string) && segments(rest, path.slice(1), open);
}

function inName(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  if (pattern[0] === '*') return inName(pattern.slice(1), name) || (name !== '' && inName(pattern, name.slice(1)));
  const [, set = '', not = '', chars = ''] = /^(\[(!?)([ab]+)\])/.exec(pattern) ?? [];
  const fits = set ? chars.includes(name[0] as string) !== (not === '!') : pattern[0] === '?' || pattern[0] === name[0];
  return name !== '' && fits && inName(pattern.slice(set.length || 1), name.slice(1));
}

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '*',
  '?',
  '[ab]',
  '[!a]',
  '{a,b}',
  '{a*,b}',
  '{ab,}',
  '{a/b,?}',
  '{a/**,b}',
);
const name = fc.oneof(
  fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('').replaceAll(/\*\*+(?!,)/g, '*')),
  fc.constant('**'),
);
const pattern = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))
  // A last name that may be empty, a first that may be `.`, and a `**` that is glued to something: nobody writes these to mean anything.
  .filter(
    (text) =>
      !/(?:^|\/)(?:\{ab,\})+(?:\/|$)|^\.+(?:\/|$)|\*\*,b\}[^/]|\*(?:\{ab,\})+\*|^(?:\{ab,\})*\.(?:\{ab,\})*\//.test(
        text,
      ),
  )
  // From nine braces on there are more alternatives than are tried: then a check runs.
  .filter((text) => text.split('{').length <= 9);
const path = fc
  // No file is called `.` or `..`.
  .array(
    fc.stringMatching(/^[ab.]{1,3}$/).filter((one) => one !== '.' && one !== '..'),
    { minLength: 1, maxLength: 4 },
  )
  .map((names) => names.join('/'));

describe('any pattern', () => {
  it('means what trying everything says', () =>
    fc.assert(
      fc.property(pattern, fc.array(path, { minLength: 5, maxLength: 5 }), (glob, tried) => {
        const isCovered = covers([glob]);
        for (const one of tried) expect([one, isCovered(one)]).toEqual([one, naive(glob, one)]);
      }),
      { numRuns: bySize(600, 3000) },
    ));

  it('is taken, whatever is in it', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'ab/*?[]{},!^-\\.') })), path, (globs, one) => {
        expect(typeof covers(globs)(one)).toBe('boolean');
      }),
    ));

  const hostilePath = `${'a'.repeat(3000)}/${'a/'.repeat(300)}x.c`;

  it.each([
    ['double stars', '**/'.repeat(200)],
    ['nested braces', `${'{a,'.repeat(200)}b${'}'.repeat(200)}`],
    ['open braces', '{'.repeat(5000)],
    ['open brackets', '['.repeat(3000)],
    ['braces around stars', '{*a,**/a}'.repeat(60)],
  ])('many %s end', (_, glob) => expect(covers([glob])(hostilePath)).toBe(glob.includes('**')));

  it.each([
    ['many stars', '*a'.repeat(200)],
    ['many braces', '{a,aa}'.repeat(200)],
    ['a few stars and a long name', '*a*a*a*b'],
    ['no valid pattern', '[z-a]'],
  ])('a check runs where %s would take too long or say nothing', (_, glob) => {
    expect(covers([glob])(hostilePath)).toBe(true);
    expect(covers(['**', `!${glob}`])(hostilePath)).toBe(true);
  });

  it('a few stars decide about names of usual length', () => {
    expect(covers(['*a*b*.c'])(`${'a'.repeat(80)}.c`)).toBe(false);
    expect(covers(['**/a/**/b/**/*.c'])(`${'a/b/'.repeat(20)}x.d`)).toBe(false);
  });
});

describe('where a list of patterns can match', () => {
  it.each<[patterns: string[], bases: string[] | undefined]>([
    [
      ['src/**', './a.js', '/b/', '**/*.ts'],
      ['src', 'a.js', 'b', ''],
    ],
    [['src/{a,b/c}/*.js'], ['src/b/c', 'src/a']],
    [['src/**', '!src/x'], ['src']],
    [['!!src'], ['']],
    [['!docs', 'src'], ['']],
    [['a\\*b/c[de]'], ['a*b']],
    [['.'], ['']],
    [['src', '../shared/**'], undefined],
    [['src/../../shared'], undefined],
    [['{src,..}/a'], undefined],
    [['~/shared'], undefined],
    [['src', '!../x'], ['src']],
    [['..x/a'], ['..x/a']],
    [['{a,b}'.repeat(12)], ['']],
  ])('%j', (patterns, bases) => expect(basesOf(patterns)).toEqual(bases));
});
