import type { CheckedClaim, CheckedKind, ClaimStatus } from '../evidence/evidence.ts';
import type { AuditedSession, AuditResult } from './audit-session.ts';
import type { UnreadableFile } from './session-files.ts';
import { weekOf } from './week.ts';

/** From the worst to the best. A session with several claims is counted once, under the worst of them. */
export const STATUSES = ['contradicted', 'stale', 'unbacked', 'undecidable', 'backed'] as const;
/** What the session does not bear out. */
export const UNSUPPORTED = ['contradicted', 'stale', 'unbacked'] as const;

/** Sessions, and how many of them end with a claim, by its status. */
export interface Counts extends Record<ClaimStatus, number> {
  sessions: number;
}

/** What all claims of one status are about: it decides how the headline may be worded. */
export type Subject = 'tests' | 'runs';

/** One claim, with the session that ends with it. */
export interface ClaimRow extends CheckedClaim {
  session: string;
  project: string;
  time: string;
  week: string;
}

const SHOWN_WORST = 10;
const SHOWN_UNREADABLE = 20;

/** What the audited sessions add up to. It grows with projects and weeks, not with sessions. */
export class AuditTotals {
  readonly all: Counts = noCounts();
  readonly byKind = new Map<CheckedKind, Counts>();
  readonly byProject = new Map<string, Counts>();
  /** By the name of the week. */
  readonly byWeek = new Map<string, Counts & { from: string }>();
  /** The worst claim of each session that has an unsupported one; the worst sessions first, then the latest. */
  readonly worst: ClaimRow[] = [];
  /** Not counted above. */
  readonly leftOut = { running: 0, unanswered: 0, reviews: 0, unreadable: 0 };
  readonly unreadable: UnreadableFile[] = [];
  /** Of the sessions that are counted: those with lines that could not be read. */
  partlyUnread = 0;
  private readonly kindsOf = new Map<ClaimStatus, Set<CheckedKind>>();

  add(result: AuditResult, path: string): void {
    switch (result.kind) {
      case 'audited':
        this.addSession(result.session);
        break;
      case 'unanswered':
        this.leftOut.unanswered++;
        break;
      case 'review':
        this.leftOut.reviews++;
        break;
      case 'unreadable':
        this.addUnreadable({ path, why: result.why });
        break;
      case 'other':
        break;
    }
  }

  addUnreadable(file: UnreadableFile): void {
    this.leftOut.unreadable++;
    if (this.unreadable.length < SHOWN_UNREADABLE) this.unreadable.push(file);
  }

  private addSession(session: AuditedSession): void {
    const { claims, project, time, unreadLines } = session;
    if (unreadLines > 0) this.partlyUnread++;
    const { name: week, from } = weekOf(new Date(time));
    const status = worstOf(claims)?.status;
    count(this.all, status);
    count(entryOf(this.byProject, project, noCounts), status);
    count(
      entryOf(this.byWeek, week, () => ({ ...noCounts(), from })),
      status,
    );
    for (const kind of new Set(claims.map((claim) => claim.kind)))
      count(entryOf(this.byKind, kind, noCounts), worstOf(claims.filter((claim) => claim.kind === kind))?.status);
    for (const claim of claims)
      if (claim.status === status) entryOf(this.kindsOf, status, () => new Set<CheckedKind>()).add(claim.kind);
    this.addToWorst(session, week);
  }

  private addToWorst(session: AuditedSession, week: string): void {
    const claim = worstOf(session.claims);
    if (!claim || !isUnsupported(claim.status)) return;
    this.worst.push(rowOf(claim, session, week));
    this.worst.sort((a, b) => severity(a) - severity(b) || (a.time < b.time ? 1 : -1));
    if (this.worst.length > SHOWN_WORST) this.worst.pop();
  }

  /** What the claims are about that give their sessions this status. */
  subjectOf(status: ClaimStatus): Subject {
    return [...(this.kindsOf.get(status) ?? [])].every((kind) => kind === 'test') ? 'tests' : 'runs';
  }
}

/** The claims of a session, one row each. */
export const rowsOf = (session: AuditedSession): ClaimRow[] =>
  session.claims.map((claim) => rowOf(claim, session, weekOf(new Date(session.time)).name));

const rowOf = (claim: CheckedClaim, { id, project, time }: AuditedSession, week: string): ClaimRow => ({
  session: id,
  ...{ project, time, week },
  ...claim,
});

/** How many sessions end with a claim. */
export const claiming = (counts: Counts): number => STATUSES.reduce((sum, status) => sum + counts[status], 0);

/** How many end with one that the session does not bear out. */
export const unsupported = (counts: Counts): number => UNSUPPORTED.reduce((sum, status) => sum + counts[status], 0);

type Group = readonly [name: string, counts: Counts];
/** The order of the tables. */
export const mostFirst = ([a, left]: Group, [b, right]: Group): number =>
  right.sessions - left.sessions || (a < b ? -1 : 1);
export const worstFirst = (a: Group, b: Group): number => unsupported(b[1]) - unsupported(a[1]) || mostFirst(a, b);

const isUnsupported = (status: ClaimStatus) => (UNSUPPORTED as readonly string[]).includes(status);

const severity = ({ status }: { status: ClaimStatus }) => STATUSES.indexOf(status);

const worstOf = (claims: readonly CheckedClaim[]): CheckedClaim | undefined =>
  claims.reduce<CheckedClaim | undefined>(
    (worst, claim) => (worst && severity(worst) <= severity(claim) ? worst : claim),
    undefined,
  );

function noCounts(): Counts {
  return { sessions: 0, contradicted: 0, stale: 0, unbacked: 0, undecidable: 0, backed: 0 };
}

function count(counts: Counts, status: ClaimStatus | undefined): void {
  counts.sessions++;
  if (status !== undefined) counts[status]++;
}

function entryOf<K, V>(map: Map<K, V>, key: K, made: () => V): V {
  const entry = map.get(key) ?? made();
  map.set(key, entry);
  return entry;
}
