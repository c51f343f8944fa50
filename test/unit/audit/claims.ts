import * as fc from 'fast-check';
import type { AuditedSession } from '../../../src/audit/audit-session.ts';
import { AuditTotals, STATUSES } from '../../../src/audit/totals.ts';
import {
  CHECKED_KINDS,
  type CheckedClaim,
  type CheckedKind,
  type ClaimStatus,
} from '../../../src/evidence/evidence.ts';

/** A claim as the evidence would have it. */
export function claim(kind: CheckedKind, status: ClaimStatus, more: Partial<CheckedClaim> = {}): CheckedClaim {
  const outcome = status === 'contradicted' ? ({ kind: 'failed', exit: 1 } as const) : ({ kind: 'ok' } as const);
  const changedAfter = status === 'stale' ? { total: 1, items: ['src/sum.js'] } : { total: 0, items: [] };
  const run = status === 'unbacked' ? null : { command: 'npm test', outcome, time: null, changedAfter };
  return { kind, quote: 'All tests pass.', status, run, ...more };
}

export const session = (claims: CheckedClaim[], more: Partial<AuditedSession> = {}): AuditedSession => ({
  ...{ id: '3f2a9c1e-0000-4000-8000-000000000000', project: '/home/me/shop', time: '2026-11-12T10:00:00.000Z' },
  ...{ claims, unreadLines: 0 },
  ...more,
});

export function totalsOf(sessions: AuditedSession[]): AuditTotals {
  const totals = new AuditTotals();
  for (const one of sessions) totals.add({ kind: 'audited', session: one }, '/t.jsonl');
  return totals;
}

export const anyClaim: fc.Arbitrary<CheckedClaim> = fc
  .tuple(fc.constantFrom(...CHECKED_KINDS), fc.constantFrom(...STATUSES))
  .map(([kind, status]) => claim(kind, status));

export const anySession: fc.Arbitrary<AuditedSession> = fc
  .record({
    claims: fc.array(anyClaim, { maxLength: 3 }),
    project: fc.constantFrom('/home/me/shop', '/home/me/api', '/srv/x'),
    time: fc
      .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    unreadLines: fc.constantFrom(0, 0, 1),
  })
  .map((made) => session(made.claims, made));
