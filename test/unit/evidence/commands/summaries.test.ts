import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Runs } from '../../../../src/evidence/commands/runs.ts';
import { ShownRuns } from '../../../../src/evidence/commands/summaries.ts';
import { CHECKED_KINDS, type CheckedKind, type RunOutcome } from '../../../../src/evidence/evidence.ts';

/** What a tool really printed, shortened to the lines that matter. */
interface ToolOutput {
  tool: string;
  command: string;
  /** Null: it tests, builds and checks nothing. */
  kind: CheckedKind | null;
  /** `none`: nothing of that kind ran, whatever the exit code. */
  outcome: 'passed' | 'failed' | 'none';
  exit: number;
  /** Behind a pipe these lines do not tell how it ended. */
  tail?: 'unknown';
  output: string;
}

const ROWS: ToolOutput[] = readFileSync(join(import.meta.dirname, '../../../fixtures/tool-outputs.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

function kindsShown(command: string, outcome: RunOutcome, output: string): Partial<Record<CheckedKind, string>> {
  const runs = new Runs();
  runs.add({ command, cwd: '/project' }, { outcome, output }, { at: 1, order: 1 });
  return Object.fromEntries(
    CHECKED_KINDS.flatMap((kind) => {
      const last = runs.lastRunOf(kind)?.outcome.kind;
      return last ? [[kind, last === 'ok' ? 'passed' : last]] : [];
    }),
  );
}

const expectShown = ({ kind, outcome }: ToolOutput, shown: Partial<Record<CheckedKind, string>>, isUnknown = false) => {
  if (kind === null) expect(shown).toEqual({});
  else if (outcome === 'none') expect([undefined, 'unknown']).toContain(shown[kind]);
  else expect(shown[kind]).toBe(isUnknown ? 'unknown' : outcome);
};

describe('outputs of real tools', () => {
  const named = ROWS.map((row) => [`${row.tool}, ${row.kind} ${row.outcome}: ${row.command}`, row] as const);

  it.each(named)('%s', (_, row) => {
    const { command, exit, output } = row;
    const outcome: RunOutcome = exit === 0 ? { kind: 'ok' } : { kind: 'failed', exit };
    expectShown(row, kindsShown(command, outcome, exit === 0 ? output : `Exit code ${exit}\n${output}`));
  });

  it.each(named)('%s | tail', (_, row) => {
    const shown = kindsShown(`${row.command} 2>&1 | tail -40`, { kind: 'ok' }, row.output);
    expectShown(row, shown, row.tail === 'unknown');
  });
});

it.each([
  ['mise', '[test] 3 passed in 0.12s'],
  ['turbo', 'web:test: Tests:       3 passed, 3 total'],
  ['turbo with a scope', '@demo/web:test: # pass 3'],
  ['pnpm', 'packages/web test:  Test Files  1 passed (1)'],
  ['compose', 'web-1  | ===== 3 passed in 0.12s ====='],
  ['maven', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0'],
  ['a time', '12:03:04.123 3 passing (12ms)'],
  ['a time and a level', '12:03:04 [INFO] 3 passing (12ms)'],
  ['a mark', '✓ 3 passed (1.2s)'],
  ['colours', '\x1b[1m\x1b[32m3 passing\x1b[39m\x1b[22m'],
  ['an indent', '\t    3 passing'],
  ['a carriage return', 'running\r3 passing\r\n'],
  ['blanks at the end', '3 passing   '],
])('a summary behind %s', (_, output) => {
  const shown = new ShownRuns(output);
  expect([shown.hasRun('test'), shown.outcome('test')]).toEqual([true, 'passed']);
});

it.each([
  ['a sentence', 'The 3 passing tests were removed.'],
  ['code', "  expect(summary).toBe('3 passing');"],
  ['a listing', '-rw-r--r-- 1 me me 120 passing.test.ts'],
  ['a diff', '+test result: ok. 3 passed; 0 failed, as before'],
  ['a line of 500 characters', `3 passing (${'x'.repeat(500)})`],
  ['nothing', ''],
])('no summary: %s', (_, output) => {
  const shown = new ShownRuns(output);
  expect([shown.hasRun('test'), shown.outcome('test')]).toEqual([false, undefined]);
});

it.each<[output: string, whole: string | undefined, filtered: string | undefined]>([
  ['      Tests  3 passed (3)', 'passed', 'passed'],
  ['3 passing', 'passed', undefined],
  ['PASS', 'passed', undefined],
  ['3 passing\n1 failing', 'failed', 'failed'],
  ['FAIL', 'failed', 'failed'],
  // A line that would name failures outweighs one that only looks like a failure.
  ['FAIL\n      Tests  3 passed (3)', 'passed', 'passed'],
])('%j: %s as a whole, %s behind a filter', (output, whole, filtered) => {
  expect([new ShownRuns(output).outcome('test'), new ShownRuns(output).outcome('test', true)]).toEqual([
    whole,
    filtered,
  ]);
});

it('a summary of one kind is none of another', () => {
  const shown = new ShownRuns('Success: no issues found in 12 source files');
  expect(CHECKED_KINDS.filter((kind) => shown.hasRun(kind))).toEqual(['types']);
});

it('a filter hides how many tests failed, but not how a build ended', () => {
  expect(new ShownRuns('BUILD SUCCESSFUL in 1s').outcome('build', true)).toBe('passed');
});

it('the first and the last of very many lines count', () => {
  const noise = 'warning: unused\n'.repeat(5_000);
  expect(new ShownRuns(`${noise}3 passing\n`).outcome('test')).toBe('passed');
  expect(new ShownRuns(`not ok 1\n${noise}`).outcome('test')).toBe('failed');
  expect(new ShownRuns(`${noise}3 passing\n${noise}`).outcome('test')).toBeUndefined();
});

it.each([
  ['Ran 0 tests in 0.000s', true, true],
  ['running 0 tests', true, false],
  ['running 0 tests\ntest result: ok. 3 passed; 0 failed', false, false],
  ['3 passing', false, false],
])('%j tested nothing: %s if complete, %s if cut', (output, complete, cut) => {
  const shown = new ShownRuns(output);
  expect([shown.testedNothing(true), shown.testedNothing(false)]).toEqual([complete, cut]);
});
