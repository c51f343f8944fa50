import { describe, expect, it } from 'vitest';
import { type CheckResult, isBlocking } from '../../../src/checks/check.ts';
import { telemetryRecord, traceContextOf } from '../../../src/deliver/telemetry-record.ts';
import type { JournalCheck, JournalLine } from '../../../src/journal/record.ts';
import { madeUpDecision, madeUpJournal } from '../../support/made-up-journal.ts';

const lines = madeUpJournal();
const [block, , , , apiError] = lines as [JournalLine, JournalLine, JournalLine, JournalLine, JournalLine];
const overrule = {
  ...{ v: 2, time: block.time, session_id: 's', supervisor_id: 's', by: 'command', why: 'SECRET-WORDS' },
  overruled: { time: block.time, event: 'Stop', verdict: 'block', cause: 'review', feedback: 'SECRET-WORDS' },
} as never as JournalLine;

describe('a record for telemetry', () => {
  it('has what a team asks for', () => {
    expect(telemetryRecord(block, false)).toMatchObject({
      ...{ eventName: 'ccc.decision', body: 'sent-back (review)', isFailure: false, time: new Date(block.time) },
      attributes: {
        ...{ 'event.name': 'ccc.decision', 'session.id': 'aaaa1111', 'prompt.id': 'p', event: 'Stop' },
        ...{ outcome: 'sent-back', verdict: 'block', cause: 'review' },
        ...{ provider: 'anthropic', model: 'reviewer-model', project: 'shop', cost_usd: 0.04, duration_ms: 8_000 },
        ...{ 'tokens.input': 900, 'claims.contradicted': 1, 'claims.backed': 1 },
      },
    });
    const { measurements } = telemetryRecord(block, false);
    expect(measurements.map(({ metric, value }) => `${metric} ${value}`)).toEqual([
      ...['reviews 1', 'duration 8', 'cost 0.04', 'tokens 900', 'tokens 120', 'tokens 9000', 'tokens 300'],
      ...['claims 1', 'claims 1'],
    ]);
  });

  it('has no text of anybody unless it is asked for', () => {
    const secret = (line: JournalLine) => ({
      ...line,
      ...('verdict' in line && { feedback: 'SECRET-WORDS' }),
      ...('request' in line && { request: 'SECRET-WORDS' }),
      ...('message' in line && { message: 'SECRET-WORDS' }),
      ...('claims' in line && { claims: [{ kind: 'test', quote: 'SECRET-WORDS', status: 'backed' }] }),
      ...('findings' in line && { findings: [{ kind: 'stub', certain: true, text: 'SECRET-WORDS' }] }),
    });
    for (const line of [...lines.map(secret), overrule] as JournalLine[]) {
      expect(JSON.stringify(telemetryRecord(line, false))).not.toContain('SECRET-WORDS');
      expect(JSON.stringify(telemetryRecord(line, true))).toContain('SECRET-WORDS');
    }
  });

  it('says once why it came to that', () => {
    const bodyOf = (cause: string) => telemetryRecord({ ...block, verdict: 'allow', cause } as JournalLine, false).body;
    expect([bodyOf('stall'), bodyOf('review')]).toEqual(['stall', 'approved (review)']);
  });

  it('has the ids of session and prompt, and the metrics have not', () => {
    const { attributes, measurements } = telemetryRecord(block, false);
    expect(attributes).toMatchObject({ 'session.id': 'aaaa1111', 'prompt.id': 'p' });
    const names = ['outcome', 'verdict', 'cause', 'event', 'provider', 'model', 'project', 'type', 'status'];
    for (const one of measurements) expect(names).toEqual(expect.arrayContaining(Object.keys(one.attributes)));
  });

  it('of an API error is a failure', () => {
    const { eventName, isFailure, attributes } = telemetryRecord(apiError, false);
    expect([eventName, isFailure, attributes['error.type']]).toEqual(['ccc.api_error', true, 'rate_limit']);
  });
});

describe('checks', () => {
  const checksIn = (...checks: Partial<JournalCheck>[]) => {
    const all = checks.map((one) => ({ name: 'test', outcome: 'failed', reused: false, ms: 1, ...one }));
    const { attributes } = telemetryRecord(madeUpDecision('a', block.time, { checks: all }), false);
    return Object.fromEntries(Object.entries(attributes).filter(([name]) => name.startsWith('checks.')));
  };

  it('are counted by how they ended', () => {
    expect(checksIn()).toEqual({ 'checks.blocking': 0 });
    expect(
      checksIn({}, { failed_before: true }, { outcome: 'timed-out' }, { outcome: 'passed' }, { outcome: 'passed' }),
    ).toEqual({ 'checks.failed': 2, 'checks.timed_out': 1, 'checks.passed': 2, 'checks.blocking': 1 });
  });

  const outcomes = ['passed', 'failed', 'timed-out', 'not-started', 'skipped', 'not-run', 'interrupted'] as const;
  const before = [{}, { failed_before: true as const }, { changed_before: true as const }];
  it.each(outcomes.flatMap((outcome) => before.map((fields) => ({ outcome, ...fields }))))(
    'block as where they are run: %o',
    (check) => {
      const { outcome, failed_before, changed_before } = {
        failed_before: undefined,
        changed_before: undefined,
        ...check,
      };
      const result = { outcome: { kind: outcome }, failedBefore: failed_before, changedBefore: changed_before };
      expect(checksIn(check)['checks.blocking']).toBe(Number(isBlocking(result as CheckResult)));
    },
  );
});

const [TRACE, SPAN] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

describe('TRACEPARENT', () => {
  it.each([`00-${TRACE}-${SPAN}-01`, ` 00-${TRACE}-${SPAN}-01\n`, `01-${TRACE}-${SPAN}-01-more`])('%j', (text) =>
    expect(traceContextOf(text)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags: 1 }),
  );

  it.each([
    ...[undefined, 7, '', 'x', `ff-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01-more`, `00-${TRACE}-${SPAN}`],
    ...[`00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ])('is ignored: %j', (text) => expect(traceContextOf(text)).toBeUndefined());
});
