import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pipeline, parseShellLine, quoteForShell, withoutAssignments } from '../../../src/platform/shell.ts';
import { cpuMs } from '../cpu-time.ts';

/** Words joined with a dot, programs with a pipe, then what follows; loops and subshells by their marks. */
const brief = (line: string) =>
  parseShellLine(line)
    .map(({ programs, followedBy, inLoop, subshells }: Pipeline) =>
      [
        programs.map((words) => words.join('.')).join(' | '),
        followedBy,
        inLoop ? 'loop' : '',
        subshells.length > 1 ? `in ${subshells.slice(1).join('>')}` : '',
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join('  ');

describe('command lines', () => {
  it.each<[line: string, parsed: string]>([
    ['', ''],
    ['npm test', 'npm.test'],
    ['a && b || c; d & e', 'a &&  b ||  c ;  d &  e'],
    ['a\nb\r\nc', 'a ;  b ;  c'],
    ['a | b |& c', 'a | b | c'],
    [`echo 'a b' "c 'd'" e\\ f`, "echo.a b.c 'd'.e f"],
    ['a b\\\nc', 'a.bc'],
    ['echo "$(npm test | head)" $(date)', 'echo.$(npm test | head).$(date)'],
    ['a > out 2>&1 < in &> all >> more', 'a'],
    ['a 2> out b', 'a.b'],
    ['a # b && c', 'a'],
    ['a b#c', 'a.b#c'],
    ['if a; then b; else c; fi', 'a ;  b ;  c ;'],
    ['for f in x; do a; b; done; c', 'for.f.in.x ;  a ; loop  b ; loop  c'],
    ['! a', 'a'],
    ['{ a; b; }', 'a ;  b ;'],
    ['(cd x && a); b', 'cd.x && in 1  a ; in 1  b'],
    ['(a; (b)); c', 'a ; in 1  b ; in 1>2  c'],
    ["cat > a.js <<'EOF'\nnpm test\nEOF\nnpm run build", 'cat ;  npm.run.build'],
    ['cat <<-A && b\n\tx\n\tA\nc', 'cat &&  b ;  c'],
  ])('%j', (line, parsed) => expect(brief(line)).toBe(parsed));
});

describe('what no shell would take', () => {
  it.each<[line: string, parsed: string]>([
    ['npm test && echo "unfinished', 'npm.test &&  echo.unfinished'],
    ["npx vitest run 'src/a", 'npx.vitest.run.src/a'],
    ['npm test ) && npm run lint', 'npm.test &&  npm.run.lint'],
    ['npm test;; npm run build', 'npm.test ;  npm.run.build'],
    ['&& npm test', 'npm.test'],
    ['npm test || || npm run lint', 'npm.test ||  npm.run.lint'],
    ['echo $(npm test', 'echo.$(npm test'],
    ['a \\', 'a.'],
  ])('%j', (line, parsed) => expect(brief(line)).toBe(parsed));

  it('anything at all is taken without an error', () => {
    const piece = fc.constantFrom(
      ...[
        'npm test',
        '"',
        "'",
        '`',
        '$(',
        ')',
        '(',
        '{',
        '}',
        '&&',
        '||',
        '|',
        ';',
        '&',
        '\n',
        '\r\n',
        '<<A',
        'A',
        '\\',
      ],
      ...['$', '#', 'do', 'done', 'case x in', 'esac', '[[', '>', '2>&1', '<', '\0', '\ud800', 'C:\\x.exe', ' '],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        for (const { programs } of parseShellLine(pieces.join('')))
          expect(programs.flat().every((word) => typeof word === 'string')).toBe(true);
      }),
    );
  });

  it.each(['cat << A\n', '"', '(', '$(', '<<A\n', 'a && ', '\\', '`', '${x:-'])('many %j take no time', async (text) =>
    expect(await cpuMs(() => parseShellLine(text.repeat(20_000)))).toBeLessThan(1_000),
  );
});

it('assignments before a program', () => {
  expect(withoutAssignments(['A=1', 'B=', 'npm', 'C=2'])).toEqual(['npm', 'C=2']);
  expect(withoutAssignments(['A=1'])).toEqual([]);
  expect(withoutAssignments([])).toEqual([]);
});

it('a brace is an argument, unless it closes one', () => {
  const words = (line: string) => parseShellLine(line).flatMap(({ programs }) => programs);
  expect(words('echo }')).toEqual([['echo', '}']]);
  expect(words('{ npm test }')).toEqual([['npm', 'test']]);
  expect(words('{ npm test; }')).toEqual([['npm', 'test']]);
});

it('a quoted word is one word again', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (word) => {
      fc.pre(!word.includes('<<'));
      expect(parseShellLine(`a ${quoteForShell(word)}`)).toMatchObject([{ programs: [['a', word]] }]);
    }),
  );
});

it.each<[line: string, marks: string]>([
  ['if a; then b; else c; fi; d', 'a condition, b perhaps, c perhaps, d'],
  ['f() { a; }; b', 'a perhaps in f, b'],
  ['function f { a; }; b', 'a perhaps in f, b'],
  ['function f() { a; }; b', 'a perhaps in f, b'],
  ['f () { a; }\nb', 'a perhaps in f, b'],
  ['while a; do b; done; c', 'a condition, b, c'],
  ['case x in x) a;; esac; b', 'case perhaps, esac, b'],
  ['{ a; b; }; c', 'a, b, c'],
])('what of %j may not be reached', (line, expected) => {
  const marked = parseShellLine(line).map(({ programs, isCondition, isConditional, definition }) => {
    const marks = [isCondition && 'condition', isConditional && 'perhaps', definition && `in ${definition}`];
    return [programs[0]?.[0], ...marks].filter(Boolean).join(' ');
  });
  expect(marked.join(', ')).toBe(expected);
});

it('where output and errors go', () => {
  const [first, second, third] = parseShellLine('a > x 2>&1; b > /dev/null 2>&1; c < in >&2');
  expect(first?.writes).toEqual(['x', 'x']);
  expect(second?.discards).toEqual({ output: true, errors: true });
  expect(third).toMatchObject({ reads: ['in'], toErrors: true });
});
