import { describe, expect, it } from 'vitest';
import { telemetryRecord, traceContextOf } from '../../../src/deliver/telemetry-record.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { madeUpJournal } from '../../support/made-up-journal.ts';

const lines = madeUpJournal();
const [block, , , , apiError] = lines as [JournalLine, JournalLine, JournalLine, JournalLine, JournalLine];
const overrule = {
  ...{ v: 2, time: block.time, session_id: 's', supervisor_id: 's', by: 'command', why: 'SECRET-WORDS' },
  overruled: { time: block.time, event: 'Stop', verdict: 'block', cause: 'review', feedback: 'SECRET-WORDS' },
} as never as JournalLine;

describe('a record for telemetry', () => {
  it('has what a team asks for', () => {
    expect(telemetryRecord(block, false)).toMatchObject({
      ...{ eventName: 'ccc.decision', body: 'block (review)', isFailure: false, time: new Date(block.time) },
      attributes: {
        ...{ 'session.id': 'aaaa1111', 'prompt.id': 'p', event: 'Stop', verdict: 'block', cause: 'review' },
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

  it('of an API error is a failure', () => {
    const { eventName, isFailure, attributes } = telemetryRecord(apiError, false);
    expect([eventName, isFailure, attributes['error.type']]).toEqual(['ccc.api_error', true, 'rate_limit']);
  });
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
