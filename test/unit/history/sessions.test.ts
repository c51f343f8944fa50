import { describe, expect, it } from 'vitest';
import { SessionList } from '../../../src/history/sessions.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { decision, other, SESSION } from './lines.ts';

const at = (second: number) => `2026-01-02T03:05:${String(second).padStart(2, '0')}.000Z`;

function history(...lines: JournalLine[]) {
  const list = new SessionList();
  for (const line of lines) list.add(line);
  return list.get(SESSION);
}

const BLOCK = decision({ time: at(1), verdict: 'block', feedback: 'no test' });

describe('what stands of a session', () => {
  it.each<[string, object, string, string]>([
    ['an approval', {}, 'approved', 'all there'],
    ['what was sent back', { verdict: 'block', feedback: 'no test' }, 'sent-back', 'no test'],
    ['a failing check', { verdict: 'block', cause: 'check' }, 'sent-back', 'all there'],
    ['a failed review', { verdict: 'failed', cause: 'timeout', feedback: 'too slow' }, 'failed', 'too slow'],
    ['a review that was cut off', { verdict: 'failed', cause: 'interrupted' }, 'cut-off', ''],
    ['a stall', { cause: 'stall' }, 'stall', 'all there'],
    ['the budget', { cause: 'budget' }, 'budget', ''],
    ['files that changed during the review', { touched: ['a.ts', 'b.ts'] }, 'files-changed', 'a.ts, b.ts'],
    ['settings that changed', { changed_settings: ['SUPERVISOR.md'] }, 'settings-changed', 'SUPERVISOR.md'],
    ['the impossible', { cause: 'impossible' }, 'impossible', 'all there'],
    ['supervision that is off', { cause: 'off', feedback: '' }, 'off', ''],
    ['a stop while subagents work', { cause: 'background' }, 'not-reviewed', ''],
    ['a call without an objection', { event: 'PreToolUse' }, 'not-reviewed', ''],
    ['a cause of a later version', { cause: 'moon' }, 'not-reviewed', ''],
  ])('%s', (_, fields, outcome, why) => expect(history(decision(fields))).toMatchObject({ outcome, why }));

  it('is what was sent back last when the limit lets a stop through', () => {
    expect(history(BLOCK, decision({ time: at(2), cause: 'limit', feedback: '' }))).toMatchObject({
      outcome: 'limit',
      why: 'no test',
    });
  });

  it('is the last stop that was judged, not what was let through after it', () => {
    const unchanged = decision({ time: at(3), cause: 'unchanged' });
    expect(history(BLOCK, decision({ time: at(2) }), unchanged)?.outcome).toBe('approved');
  });

  it('is by the review that began last, whichever ended first', () => {
    const early = decision({ time: at(20), duration_ms: 19_000 });
    const late = decision({ time: at(10), duration_ms: 2_000, verdict: 'block' });
    expect(history(late, early)).toMatchObject({ outcome: 'sent-back', approvals: 1, blocks: 1, rounds: 2 });
  });

  it.each([
    ['a clock that was set back between them', at(50)],
    ['a time that somebody has made up', '2099-01-01T00:00:00.000Z'],
  ])('is by the line that was written last, after %s', (_, time) => {
    const before = decision({ time, duration_ms: 0 });
    expect(history(before, decision({ time: at(2), verdict: 'block' }))).toMatchObject({ outcome: 'sent-back' });
    const apiError = other({ time: at(2), api_error: 'server_error', message: 'down', client_pid: 7 });
    expect(history(before, apiError)).toMatchObject({ outcome: 'api-error' });
  });

  it('counts no approval of files or by settings that have changed', () => {
    const doubted = [decision({ touched: ['a.ts'] }), decision({ changed_settings: ['ccc.json'] })];
    expect(history(decision(), ...doubted)).toMatchObject({ rounds: 3, approvals: 1 });
  });

  it('waits for an answer until it is turned off', () => {
    const asked = decision({ event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which tax?'] });
    expect(history(asked)?.asked).toMatchObject({ what: 'question', text: 'Which tax?' });
    expect(history(asked, other({ mode: 'off' }))?.asked).toBeNull();
  });

  it('has the provider of its reviews, whatever the worker uses', () => {
    const of = (session: string) => other({ session, why: 'startup', folder: '/shop', provider: 'anthropic' });
    expect(history(of('started'))?.provider).toBe('anthropic');
    expect(history(of('started'), decision({ provider: 'kimi' }), of('ended'))?.provider).toBe('kimi');
  });

  it('is overruled if that verdict was, and not if an earlier one was', () => {
    const overrule = other({
      ...{ time: at(5), why: 'the test is there', by: '/overrule' },
      overruled: { time: at(1), verdict: 'block', event: 'Stop', tool: null, cause: 'review', feedback: 'no test' },
    });
    expect(history(BLOCK, overrule)).toMatchObject({ outcome: 'overruled', why: 'the test is there', overruled: 1 });
    expect(history(BLOCK, decision({ time: at(2) }), overrule)).toMatchObject({ outcome: 'approved', overruled: 1 });
  });

  it('is an error of the API until a stop is judged again', () => {
    const error = other({
      client_pid: 7,
      time: at(2),
      api_error: 'rate_limit',
      message: 'Try later',
      folder: '/shop',
      request: 'x',
    });
    expect(history(BLOCK, error)).toMatchObject({ outcome: 'api-error', why: 'Try later', request: 'x' });
    expect(history(error, decision({ time: at(9) }))).toMatchObject({
      outcome: 'approved',
      apiError: { error: 'rate_limit', message: 'Try later', time: at(2) },
    });
  });

  it('is not decided by a second client in which the session is open', () => {
    const second = decision({ time: at(2), supervisor_id: `${SESSION}.4711` });
    expect(history(BLOCK, second)).toMatchObject({ outcome: 'sent-back', supervisorId: 'run-1', rounds: 2 });
    // The worker can start one, and have it say anything.
    expect(history(second)).toMatchObject({ outcome: 'not-reviewed' });
    expect(history({ ...second, verdict: 'block', feedback: 'no' })).toMatchObject({ outcome: 'sent-back', why: 'no' });
  });

  it('is not an approval if the settings of the review changed before it in the same run', () => {
    const changed = decision({ time: at(1), verdict: 'block', changed_settings: ['ccc.json'], client_pid: 7 });
    expect(history(changed, decision({ time: at(2), client_pid: 7 }))?.outcome).toBe('settings-changed');
    expect(history(changed, decision({ time: at(2), client_pid: 8 }))?.outcome).toBe('approved');
  });

  it('is not decided by an error of the API that no client has sent', () => {
    const error = { time: at(2), api_error: 'overloaded', message: 'It was fine', folder: '/shop', request: null };
    expect(history(BLOCK, other({ ...error, client_pid: null }))).toMatchObject({
      outcome: 'sent-back',
      why: 'no test',
    });
    expect(history(BLOCK, other({ ...error, client_pid: 7 }))).toMatchObject({ outcome: 'api-error' });
  });

  it('is by a review that begins in the moment in which an earlier verdict is overruled', () => {
    const overruled = { time: at(1), verdict: 'allow', event: 'Stop', tool: null, cause: 'review', feedback: 'fine' };
    const overrule = other({ time: at(6), why: 'the footer is missing', by: '/overrule', overruled });
    // The hook records what was typed, and then reviews.
    const next = decision({ time: at(8), duration_ms: 3_000 });
    expect(history(decision({ time: at(1) }), overrule)).toMatchObject({ outcome: 'overruled' });
    expect(history(decision({ time: at(1) }), overrule, next)).toMatchObject({ outcome: 'approved' });
  });

  it('the budget is used up: what was sent back last is why', () => {
    expect(history(BLOCK, decision({ time: at(2), cause: 'budget' }))).toMatchObject({
      outcome: 'budget',
      why: 'no test',
    });
  });
});

describe('the row of a session', () => {
  it('adds up what was judged', () => {
    const claims = [
      { kind: 'tests', quote: 'all pass', status: 'contradicted' },
      { kind: 'build', quote: 'it builds', status: 'backed' },
      null,
      { kind: 'tests', quote: 7, status: 'contradicted' },
    ];
    const answers = [{ question: 'Which?', answer: 'A', ground: 'README' }];
    expect(
      history(
        other({ time: at(0), session: 'started', why: 'startup', folder: '/shop', branch: null, provider: 'p' }),
        decision({ time: at(1), verdict: 'block', claims }),
        decision({ time: at(2), event: 'PreToolUse', cause: 'answered', answers, cost_usd: null }),
        decision({ time: at(3), verdict: 'failed', cause: 'api', cost_usd: 'a lot', duration_ms: -5 }),
        decision({ time: at(4), claims, request: 'Add a basket', model: null }),
        decision({ time: at(5), cause: 'off', folder: null, branch: null, request: null, cost_usd: null }),
        other({ time: at(6), session: 'ended', why: 'other' }),
      ),
    ).toMatchObject({
      ...{ id: SESSION, supervisorId: 'run-1', startedAt: at(0), lastAt: at(6), endedAt: at(6) },
      ...{ folder: '/shop', branch: 'main', request: 'Add a basket', provider: 'p', model: 'm' },
      ...{ rounds: 4, approvals: 1, blocks: 1, failures: 1, answers: 1, falseClaims: 1, costUsd: 0.02, reviewMs: 3000 },
    });
  });

  const QUESTION = { event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which one?', 7, 'And why?'] };
  it.each<[what: string, fields: object, asked: object | null]>([
    ['a question that was let through', QUESTION, { what: 'question', text: 'Which one? / And why?' }],
    ['one whose review failed', { ...QUESTION, verdict: 'failed', cause: 'api' }, { what: 'question' }],
    ['one at the limit', { ...QUESTION, cause: 'limit' }, { what: 'question' }],
    ['one that was sent back', { ...QUESTION, verdict: 'block' }, null],
    ['one that the reviewer answered', { ...QUESTION, cause: 'answered' }, null],
    ['one while supervision was off', { ...QUESTION, cause: 'off' }, null],
    ['a plan', { event: 'PreToolUse', tool: 'ExitPlanMode' }, { what: 'plan', text: '' }],
    ['a plan that the reviewer approved', { event: 'PreToolUse', tool: 'ExitPlanMode', plan_approved: true }, null],
    ['another tool', { event: 'PreToolUse', tool: 'Bash' }, null],
  ])('says what the user was asked: %s', (_, fields, asked) => {
    const question = decision({ time: at(1), ...fields });
    const found = history(question)?.asked ?? null;
    if (asked === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ time: at(1), ...asked });
    expect(history(question, decision({ time: at(2) }))?.asked).toBeNull();
  });

  it('says what the last task has changed, and what stood of those before it', () => {
    const changed = (...files: unknown[]) => ({ changed: { files, more_files: 2 } });
    const first = decision({ time: at(1), request: 'Add a cart', ...changed('cart.ts', 7) });
    expect(history(first)).toMatchObject({ changed: { files: ['cart.ts'], more: 2 }, earlier: [] });
    const second = decision({ time: at(2), request: 'Say hi' });
    expect(history(first, second)).toMatchObject({
      ...{ request: 'Say hi', changed: null, earlier: [{ request: 'Add a cart', outcome: 'approved' }] },
    });
    const many = Array.from({ length: 9 }, (_, n) => decision({ time: at(n + 3), request: `Task ${n}` }));
    expect(history(first, ...many)?.earlier.map(({ request }) => request)).toEqual(
      [3, 4, 5, 6, 7].map((n) => `Task ${n}`),
    );
  });

  it('has no end if something came after it', () => {
    const ended = other({ time: at(1), session: 'ended', why: 'other' });
    expect(history(ended, other({ time: at(2), mode: 'on' }))?.endedAt).toBeNull();
  });

  it('counts nothing of a review by hand, and has no row for it', () => {
    expect(
      history(other({ by_hand: { verdict: 'block', event: 'Stop', cause: 'review', feedback: '', cost_usd: 1 } })),
    ).toBeUndefined();
  });

  it('takes lines of version 1', () => {
    const { v: _, folder: __, branch: ___, request: ____, ...old } = decision();
    expect(history(old as JournalLine)).toMatchObject({ rounds: 1, folder: null, branch: null, request: null });
  });

  it('comes with the newest first', () => {
    const list = new SessionList();
    for (const [session_id, second] of [
      ['a', 1],
      ['b', 3],
      ['a', 2],
    ] as const)
      list.add(decision({ session_id, time: at(second) }));
    expect(list.all().map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('more sessions than fit in memory', () => {
  const of = (n: number, fields: object = {}) => decision({ session_id: `s${n}`, supervisor_id: `s${n}`, ...fields });
  function listOf(max: { rows: number; length: number }, ...lines: JournalLine[]) {
    const list = new SessionList(max);
    for (const line of lines) list.add(line);
    return list;
  }

  it('by their number: those that had no line for the longest are left out, whatever the time of their lines', () => {
    const many = Array.from({ length: 100 }, (_, n) => of(n, { time: at(n === 3 ? 59 : 1) }));
    const list = listOf({ rows: 20, length: 1e6 }, of(200), ...many.flatMap((line) => [line, of(200)]));
    expect(list.all().length).toBeLessThanOrEqual(20);
    expect([list.get('s200')?.rounds, list.get('s99')?.rounds, list.get('s3')]).toEqual([101, 1, undefined]);
    expect(list.all().length + list.leftOut).toBe(101);
  });

  it('by their texts', () => {
    const long = (n: number) => of(n, { verdict: 'block', feedback: 'x'.repeat(4_000) });
    const list = listOf({ rows: 1_000, length: 50_000 }, ...Array.from({ length: 100 }, (_, n) => long(n)));
    expect(JSON.stringify(list.all()).length).toBeLessThan(70_000);
    expect(list.get('s99')).toBeDefined();
    expect(list.all().length + list.leftOut).toBe(100);
    expect(listOf({ rows: 1, length: 1 }, long(1), long(2)).all()).toMatchObject([{ id: 's2' }]);
  });

  it('of a session whose settings changed again and again, only so many names are kept', () => {
    const line = (n: number) => decision({ changed_settings: Array.from({ length: 100 }, (_, k) => `${n}-${k}`) });
    const [row] = listOf({ rows: 9, length: 1e6 }, ...Array.from({ length: 50 }, (_, n) => line(n))).all();
    expect(row?.why.split(', ')).toHaveLength(50);
  });
});
