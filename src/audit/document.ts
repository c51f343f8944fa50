import type { CheckedClaim } from '../evidence/evidence.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import type { AuditRequest } from './request.ts';
import {
  type AuditTotals,
  type ClaimRow,
  type Counts,
  claiming,
  mostFirst,
  unsupported,
  worstFirst,
} from './totals.ts';

/** What `ccc audit --json` prints. */
export function auditDocument(
  totals: AuditTotals,
  { folder, since, last }: AuditRequest,
  headline: string,
  claims: readonly ClaimRow[],
): object {
  const { all, leftOut, partlyUnread, unreadable } = totals;
  return withSnakeCaseKeys({
    headline,
    scope: { project: folder ?? null, since: since?.toISOString() ?? null, last: last ?? null },
    ...figures(all),
    notCounted: leftOut,
    partlyUnread,
    unreadable,
    byKind: [...totals.byKind].sort(mostFirst).map(([kind, counts]) => ({ kind, ...figures(counts) })),
    byProject: [...totals.byProject].sort(worstFirst).map(([project, counts]) => ({ project, ...figures(counts) })),
    byWeek: [...totals.byWeek]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([week, counts]) => ({ week, from: counts.from, ...figures(counts) })),
    worst: totals.worst.map(asData),
    claims: claims.map(asData),
  });
}

/** Sessions; those that end with a claim, by its status. */
const figures = (counts: Counts) => {
  const { sessions, backed, stale, contradicted, unbacked, undecidable } = counts;
  return {
    sessions,
    endWithClaim: claiming(counts),
    unsupported: unsupported(counts),
    ...{ backed, stale, contradicted, unbacked, undecidable },
  };
};

/** The claim as in `ccc evidence --json`, and whose it is. */
function asData({ session, project, time, week, ...claim }: ClaimRow): object {
  const { kind, quote, status, run }: CheckedClaim = claim;
  return { sessionId: session, project, time, week, kind, quote, status, run };
}
