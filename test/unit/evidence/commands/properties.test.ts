import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startAndEnd } from '../../../../src/evidence/commands/command-end.ts';
import { effectsOf } from '../../../../src/evidence/commands/file-effects.ts';
import { analyseCommand } from '../../../../src/evidence/commands/parts.ts';
import { actionsIn } from '../../../../src/evidence/commands/repository-actions.ts';
import { Runs } from '../../../../src/evidence/commands/runs.ts';
import { CHECKED_KINDS, type RunOutcome } from '../../../../src/evidence/evidence.ts';
import { cpuMs } from '../../cpu-time.ts';

const OUTCOMES: RunOutcome[] = [
  { kind: 'ok' },
  { kind: 'failed', exit: 1 },
  { kind: 'failed', exit: null },
  { kind: 'interrupted' },
  { kind: 'denied' },
  { kind: 'background' },
];

const word = fc.constantFrom(
  ...'npm test run pytest go ./... && || | ; & ( ) { } $( ` " \' > 2>&1 <<EOF tail -40 grep -E cd make -C git commit -m \\ \n # ! for in do done if then fi sudo timeout 60 bash -c $? echo exit: * [ ]'.split(
    ' ',
  ),
);
const commandLine = fc.oneof(
  fc.string(),
  fc.array(word, { maxLength: 25 }).map((words) => words.join(' ')),
);
const printed = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom('3 passing', '1 failing', 'FAIL', 'ok', 'Exit code 1', '$ eslint .', '\x1b[31m', 'error:', '['),
      {
        maxLength: 12,
      },
    )
    .map((lines) => lines.join('\n')),
);

it('nothing throws, whatever the command and its output are', () =>
  fc.assert(
    fc.property(commandLine, printed, fc.constantFrom(...OUTCOMES), (command, output, outcome) => {
      const end = { outcome, output };
      const runs = new Runs({ runners: [{ command: 'x *', kind: 'test' }], findTask: () => command });
      runs.add({ command, cwd: '/p' }, end, { at: 1, order: 1 });
      runs.finish({ command, cwd: '/p' }, end, { at: 2, order: 2 }, { at: 1, order: 1 });
      runs.unresolved();
      runs.failedOthers();
      effectsOf({ command, cwd: '/p' }, end);
      actionsIn(command, end);
      expect(analyseCommand(command).parts.every(({ kind }) => [...CHECKED_KINDS, 'other'].includes(kind))).toBe(true);
    }),
  ));

it('an output without words of a result makes no test run of an opaque command', () =>
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400 }),
      fc.constantFrom('./verify', 'make everything', 'git push'),
      (text, command) => {
        fc.pre(!/pass|fail|ok|error|success|tests?|run|done|[$>✔✖]/i.test(text));
        const runs = new Runs();
        runs.add({ command, cwd: '/p' }, { outcome: { kind: 'ok' }, output: text }, { at: 1, order: 1 });
        expect(runs.lastRunOf('test')).toBeUndefined();
      },
    ),
  ));

it.each([
  ['pipes', '|'],
  ['chains', 'a && '],
  ['parentheses', '('],
  ['substitutions', '$('],
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['tests', 'npm test && '],
  ['pipes of tests', 'npm test | '],
  ['shells', "bash -c '"],
  ['statuses', 'npm test; echo $?; '],
  ['wrappers', 'sudo '],
  ['words', 'npm run a '],
])('4,000 characters of %s', async (_, text) => {
  const command = text.repeat(Math.ceil(4_000 / text.length));
  const took = await cpuMs(() =>
    new Runs().add({ command, cwd: '/p' }, { outcome: OUTCOMES[1] as RunOutcome, output: 'x' }, { at: 1, order: 1 }),
  );
  expect(took).toBeLessThan(2_000);
});

it.each([
  ['one line', 'passed '],
  ['lines', '3 passing\n'],
  ['failures', '--- FAIL: TestA (0.00s)\n'],
  ['errors', 'a.c:1:2: error: x\n'],
  ['blanks', ' '],
  ['empty lines', '\n'],
  ['brackets', '['],
  ['equals signs', '='],
  ['digits', '1'],
  ['skipped', '1 skipped, '],
  ['escape sequences', '\x1b[31m'],
  ['echoed commands', '$ npm test\n'],
  ['prefixes', '12:00:00 [a] a: '],
  ['blanks and errors', '    error '],
])('a megabyte of %s', async (_, text) => {
  const output = startAndEnd(text.repeat(Math.ceil(1_000_000 / text.length)));
  const took = await cpuMs(() => {
    for (const command of ['npm test 2>&1 | tail -40', './verify', 'npx tsc && npm test', 'git push'])
      for (const outcome of OUTCOMES) new Runs().add({ command, cwd: '/p' }, { outcome, output }, { at: 1, order: 1 });
  });
  expect(took).toBeLessThan(8_000);
});
