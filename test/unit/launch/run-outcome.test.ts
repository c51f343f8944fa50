import { describe, expect, it } from 'vitest';
import type { JournalEntry, JournalLine, OverruleEntry } from '../../../src/journal/record.ts';
import { approvalExitCode, linesOfRun, type RunOutcome, runOutcome } from '../../../src/launch/run-outcome.ts';

const stop = (verdict: JournalEntry['verdict'], cause: string, more: Partial<JournalEntry> = {}): JournalEntry =>
  ({
    time: '1',
    session_id: 's',
    supervisor_id: 'i',
    event: 'Stop',
    verdict,
    cause,
    feedback: 'No tests.\nAdd some.',
    ...more,
  }) as JournalEntry;
const APPROVED = stop('allow', 'review');
const SENT_BACK = stop('block', 'review');
const overruled = (time: string, why: string) =>
  ({ time: '9', session_id: 's', supervisor_id: 'i', overruled: { time }, why }) as OverruleEntry;

const outcome = (lines: JournalLine[], wentOn = false) => runOutcome(lines, () => wentOn);

describe('a run ended as its last stop did', () => {
  it.each<[what: string, lines: JournalLine[], outcome: RunOutcome, exitCode: number]>([
    ['approved', [SENT_BACK, APPROVED], { kind: 'approved' }, 0],
    ['nothing changed since an approval', [APPROVED, stop('allow', 'unchanged')], { kind: 'unchanged' }, 4],
    ['sent back', [APPROVED, SENT_BACK], { kind: 'sent-back', why: 'No tests.' }, 3],
    ['sent back by a check', [stop('block', 'check')], { kind: 'sent-back', why: 'No tests.' }, 3],
    ['off after an approval', [APPROVED, stop('allow', 'off')], { kind: 'off' }, 3],
    ['gave up', [SENT_BACK, stop('allow', 'stall')], { kind: 'stalled', why: 'No tests.' }, 3],
    ['no money left', [APPROVED, stop('allow', 'budget')], { kind: 'budget' }, 3],
    ['no rounds left', [SENT_BACK, stop('allow', 'limit')], { kind: 'limit', why: 'No tests.' }, 3],
    ['no rounds left after an approval', [APPROVED, stop('allow', 'limit')], { kind: 'limit', why: '' }, 3],
    [
      'no rounds left, and no review of the last stop',
      [SENT_BACK, stop('failed', 'api', { feedback: 'API error 529' }), stop('allow', 'limit')],
      { kind: 'failed', why: 'API error 529' },
      4,
    ],
    ['let through by the user', [stop('allow', 'overruled')], { kind: 'overruled', why: 'No tests.' }, 3],
    ['overruled later', [APPROVED, overruled('1', 'It is wrong.')], { kind: 'overruled', why: 'It is wrong.' }, 3],
    ['an earlier one overruled', [overruled('0', 'x'), APPROVED], { kind: 'approved' }, 0],
    ['the review failed', [APPROVED, stop('failed', 'api')], { kind: 'failed', why: 'No tests.' }, 4],
    ['the deadline passed', [stop('failed', 'deadline')], { kind: 'failed', why: 'No tests.' }, 4],
    ['the hook was ended, and could record it', [APPROVED, stop('failed', 'interrupted')], { kind: 'cut-off' }, 4],
    ['subagents still work', [APPROVED, stop('allow', 'background')], { kind: 'background' }, 4],
    // A cause that this file does not know is never taken for an approval.
    ['another reason', [stop('allow', 'something-new')], { kind: 'not-judged', why: 'No tests.' }, 4],
    ['no event at all', [], { kind: 'no-stop', called: false }, 4],
    ['no stop', [stop('allow', 'review', { event: 'PreToolUse' })], { kind: 'no-stop', called: true }, 4],
    ['a question after it', [APPROVED, stop('block', 'review', { event: 'PreToolUse' })], { kind: 'approved' }, 0],
    ['a subagent after it', [APPROVED, stop('block', 'review', { event: 'SubagentStop' })], { kind: 'approved' }, 0],
  ])('%s', (_, lines, expected, exitCode) => {
    expect(outcome(lines)).toEqual(expected);
    expect(approvalExitCode(expected)).toBe(exitCode);
  });

  it('an approval is none if the worker went on after it, and nothing says what came of that', () => {
    expect(outcome([APPROVED], true)).toEqual({ kind: 'unrecorded' });
    expect(outcome([stop('allow', 'unchanged')], true)).toEqual({ kind: 'unrecorded' });
    expect(approvalExitCode({ kind: 'unrecorded' })).toBe(4);
    // What was no approval stays what it was.
    expect(outcome([SENT_BACK], true)).toEqual({ kind: 'sent-back', why: 'No tests.' });
    expect(outcome([stop('allow', 'off')], true)).toEqual({ kind: 'off' });
  });

  it('a round that was begun and has no line was cut off, whatever was decided before it', () => {
    const judged = stop('allow', 'review', { count: 1, time: '3' });
    const begun = (count: number, at: string) => runOutcome([judged], () => false, { count, at });
    expect(begun(1, '2')).toEqual({ kind: 'approved' });
    expect(begun(2, '4')).toEqual({ kind: 'cut-off' });
    // The first round of the next task has the same number.
    expect(begun(1, '4')).toEqual({ kind: 'cut-off' });
    expect(runOutcome([], () => false, { count: 1, at: '1' })).toEqual({ kind: 'cut-off' });
    expect(approvalExitCode({ kind: 'cut-off' })).toBe(4);
  });

  it('an approval is none if what decides about the review changed, at any event of the run', () => {
    const changed = ['/home/u/.claude/ccc.json'];
    const sentBack = stop('block', 'review', { changed_settings: changed });
    expect(outcome([sentBack, APPROVED])).toEqual({ kind: 'settings-changed', files: changed });
    expect(outcome([sentBack])).toEqual({ kind: 'sent-back', why: 'No tests.' });
    expect(approvalExitCode({ kind: 'settings-changed', files: changed })).toBe(3);
    expect(approvalExitCode({ kind: 'files-removed' })).toBe(4);
  });

  it('an approval of files that changed during the review is none', () => {
    expect(outcome([stop('allow', 'review', { touched: ['a.txt'] })])).toEqual({
      kind: 'files-changed',
      files: ['a.txt'],
    });
    expect(approvalExitCode({ kind: 'files-changed', files: [] })).toBe(3);
  });

  it('a line whose feedback is not text does not break it', () => {
    expect(outcome([stop('block', 'review', { feedback: 7 as never })])).toEqual({ kind: 'sent-back', why: '' });
  });
});

describe('the lines of a run', () => {
  const RUN = { launcher: 6, client: 7 };
  const mine = stop('allow', 'review', { client_pid: 7 });
  const nested = stop('allow', 'review', { client_pid: 8, session_id: 'nested' });
  const picked = stop('allow', 'review', { client_pid: 7, supervisor_id: 'of the session', session_id: 'picked' });

  it('are those of its client: not of one below it, and under whatever id', () => {
    expect(linesOfRun([nested, mine, picked, overruled('1', 'x')], 'i', RUN)).toEqual([
      mine,
      picked,
      overruled('1', 'x'),
    ]);
  });

  it('are not those of another client that resumed the same session meanwhile', () => {
    const sentBack = stop('block', 'review', { client_pid: 7 });
    const others = stop('allow', 'review', { client_pid: 8 });
    expect(linesOfRun([sentBack, others], 'i', RUN)).toEqual([sentBack]);
  });

  it('are those of a client that its launcher is known to have started, as by a script', () => {
    const started = stop('allow', 'review', { client_pid: 9, launcher_pid: 6 });
    expect(linesOfRun([nested, started], 'i', RUN)).toEqual([started]);
  });

  it('are not those of another client under its id, also if there are no others', () => {
    expect(linesOfRun([nested], 'i', RUN)).toEqual([]);
  });

  it('an error of the API that no client has sent is not one of the run', () => {
    const error = { time: '9', session_id: 's', supervisor_id: 'i', api_error: 'overloaded', message: 'All was fine' };
    const lines = (client_pid: number | null) =>
      linesOfRun([SENT_BACK, { ...error, client_pid } as JournalLine], 'i', RUN);
    expect(outcome(lines(null))).toEqual({ kind: 'sent-back', why: 'No tests.' });
    expect(outcome(lines(RUN.client))).toEqual({ kind: 'api-error', why: 'All was fine' });
  });

  it('are those of its id where no line names its client', () => {
    expect(linesOfRun([APPROVED, stop('allow', 'review', { supervisor_id: 'other' })], 'i', RUN)).toEqual([APPROVED]);
  });
});
