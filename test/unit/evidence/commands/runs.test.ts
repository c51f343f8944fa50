import { expect, it } from 'vitest';
import { Runs } from '../../../../src/evidence/commands/runs.ts';
import type { RunOutcome } from '../../../../src/evidence/evidence.ts';

const ok: RunOutcome = { kind: 'ok' };
const red: RunOutcome = { kind: 'failed', exit: 1 };
type Step = [command: string, outcome?: RunOutcome, output?: string, cwd?: string];

function after(...steps: Step[]): Runs {
  const runs = new Runs();
  for (const [at, [command, outcome = ok, output = '', cwd = '/p']] of steps.entries())
    runs.add({ command, cwd }, { outcome, output }, { at: at + 1, order: at });
  return runs;
}
const unresolved = (runs: Runs) =>
  runs.unresolved().map(({ run, certain }) => `${run.command}${certain ? '' : ', perhaps'}`);

const GO_FAIL = 'Exit code 1\n--- FAIL: TestX (0.00s)\nFAIL\texample.com/a\t0.1s';

it.each<[what: string, steps: Step[], left: string[]]>([
  ['the same passes', [['npm test', red], ['npm test']], []],
  [
    'the same fails again',
    [
      ['npm test', red],
      ['npm test', red],
    ],
    ['npm test'],
  ],
  ['it passed before', [['npm test'], ['npm test', red]], ['npm test']],
  ['a wider one passes', [['pytest tests/a.py', red], ['pytest']], []],
  ['a narrower one passes', [['go test ./...', red], ['go test ./a']], ['go test ./..., perhaps']],
  ['one that names what failed', [['go test ./...', red, GO_FAIL], ['go test -run TestX ./...']], []],
  ['one that names something else', [['go test ./...', red, GO_FAIL], ['go test -run TestY ./...']], ['go test ./...']],
  ['another kind passes', [['npm test', red], ['npm run lint']], ['npm test']],
  ['another ecosystem passes', [['cargo test', red], ['go test ./...']], ['cargo test']],
  // Of a script only the name is known.
  ['what a script may have run', [['npm test', red], ['go test ./...']], ['npm test, perhaps']],
  [
    'another folder',
    [
      ['npm test', red],
      ['npm test', ok, '', '/q'],
    ],
    ['npm test, perhaps'],
  ],
  ['something unknown ran later', [['npm test', red], ['./verify']], ['npm test, perhaps']],
  ['something unknown ran before', [['./verify'], ['npm test', red]], ['npm test']],
  [
    'it was not allowed later',
    [
      ['npm test', red],
      ['npm test', { kind: 'denied' }],
    ],
    ['npm test'],
  ],
  [
    'it was not started later',
    [
      ['npm test', red],
      ['npm test', red, 'Exit code 1\nnpm error Missing script: "test"'],
    ],
    ['npm test'],
  ],
  [
    'it was hidden later',
    [
      ['npm test', red],
      ['npm test | tail -3', ok, '…'],
    ],
    ['npm test, perhaps'],
  ],
  ['a build that a test run compiles', [['cargo build', red], ['cargo test']], ['cargo build, perhaps']],
  ['a linter of another name', [['npx eslint .', red], ['npm run lint']], []],
  ['never started', [['npm test', red, 'Exit code 1\nnpm error Missing script: "test"']], []],
  [
    'no folder of that name',
    [['cd nowhere && npm test', red, 'Exit code 1\ncd: nowhere: No such file or directory']],
    [],
  ],
  ['interrupted', [['npm test', { kind: 'interrupted' }]], []],
  [
    'two of them',
    [
      ['npm test', red],
      ['npm run lint', red],
    ],
    ['npm run lint', 'npm test'],
  ],
])('%s', (_, steps, left) => expect(unresolved(after(...steps))).toEqual(left));

it.each<[what: string, steps: Step[], outcome: string | undefined, runs: number | undefined]>([
  ['none', [['ls']], undefined, undefined],
  ['the newest', [['npm test', red], ['npm test']], 'ok', 2],
  ['one that is hidden', [['npm test'], ['npm test | tail -1', ok, '…']], 'unknown', 2],
  ['one that shows something', [['npm test'], ['npm test', { kind: 'interrupted' }]], 'ok', 2],
  ['only hidden ones', [['npm test | tail -1', ok, '…']], 'unknown', 1],
  [
    'not a denied one',
    [
      ['npm test', red],
      ['npm test', { kind: 'denied' }],
    ],
    'failed',
    1,
  ],
  ['not one that never started', [['npm test', red, 'Exit code 127\nnpm: command not found']], undefined, undefined],
])('the last test run: %s', (_, steps, outcome, times) => {
  const last = after(...steps).lastRunOf('test');
  expect([last?.outcome.kind, last?.runs]).toEqual([outcome, times]);
});

it.each<[steps: Step[], command: string | undefined]>([
  [[['npm test'], ['npm test | tail -1', ok, '…']], 'npm test'],
  [[['npm test'], ['npx jest', red]], undefined],
  // How the last one ended is known.
  [[['npx jest', red], ['npm test']], undefined],
  [[], undefined],
])('%j: passed last by %s', (steps, command) => expect(after(...steps).lastPassed('test')?.command).toBe(command));

it('only commands that may have run are opaque', () => {
  const runs = after(
    ['./verify'],
    ['./denied', { kind: 'denied' }],
    ['ls -la'],
    ['git commit -m x', ok, '[main 1a2b3c4] x\n 1 file changed'],
    ['git commit -m y', ok, 'husky > pre-commit\n[main 1a2b3c4] y'],
    ['./ci.sh', ok, '      Tests  3 passed (3)'],
  );
  expect(runs.opaque.map(({ command }) => command)).toEqual(['./verify', 'git commit -m y']);
});

it('a background run that began first is not the newest because it ended last', () => {
  const runs = new Runs();
  const call = { command: 'npm test &', cwd: '/p' };
  runs.add(call, { outcome: { kind: 'background' }, output: '' }, { at: 1, order: 1 });
  runs.add({ command: 'npx jest', cwd: '/p' }, { outcome: ok, output: '' }, { at: 2, order: 2 });
  runs.finish(call, { outcome: red, output: '' }, { at: 3, order: 3 }, { at: 1, order: 1 });
  expect(runs.lastRunOf('test')).toMatchObject({ command: 'npx jest', outcome: ok });
});

it('a background run that ends counts once', () => {
  const runs = new Runs();
  const call = { command: 'npm test', cwd: '/p' };
  runs.add(call, { outcome: { kind: 'background' }, output: '' }, { at: 1, order: 1 });
  runs.finish(call, { outcome: red, output: '' }, { at: 2, order: 2 }, { at: 1, order: 1 });
  expect([runs.all().map((run) => [run.outcome.kind, run.runs]), runs.lastRunOf('test')?.runs]).toEqual([
    [['failed', 1]],
    1,
  ]);
});

it('a command with several runs has the worst outcome, and each kind its own', () => {
  const runs = after(['npm run lint; npm test', red, 'Exit code 1\n      Tests  1 failed (1)']);
  expect(runs.lastRunOf('test')?.outcome.kind).toBe('failed');
  expect(runs.all()[0]).toMatchObject({ kinds: ['lint', 'test'], outcome: { kind: 'failed' } });
});

it('very many commands are bounded, and failures are kept longest', () => {
  const runs = new Runs();
  runs.add({ command: 'npm test', cwd: '/p' }, { outcome: red, output: '' }, { at: 1, order: 1 });
  for (let at = 2; at < 3_000; at++)
    runs.add({ command: `echo ${at}`, cwd: '/p' }, { outcome: ok, output: '' }, { at, order: at });
  expect([runs.total, runs.all().length <= 800, runs.all().some(({ command }) => command === 'npm test')]).toEqual([
    2_999,
    true,
    true,
  ]);
});

it('very many runs of one kind are bounded, and failures are kept longest', () => {
  const runs = new Runs();
  for (let at = 1; at < 1_000; at++)
    runs.add(
      { command: `npx jest ${at}.test.js`, cwd: '/p' },
      { outcome: at === 1 ? red : ok, output: '' },
      { at, order: at },
    );
  expect([runs.lastRunOf('test')?.runs, unresolved(runs)]).toEqual([999, ['npx jest 1.test.js, perhaps']]);
});
