import { doubtAbout, isApproval } from '../hook/rules/approval.ts';
import { isDecision, isJudged, isOverrule } from '../hook/rules/summary.ts';
import { type JournalEntry, type JournalLine, originOf } from '../journal/record.ts';
import { dayOf } from '../platform/local-time.ts';
import { MAX_KEPT, pathOrNull, shortOrNull } from './bounds.ts';

export const CLAIM_STATUSES = ['backed', 'stale', 'contradicted', 'unbacked', 'undecidable'] as const;
type ClaimStatus = (typeof CLAIM_STATUSES)[number];

const TOKEN_KINDS = ['input', 'output', 'cache_read', 'cache_write'] as const;

export interface Totals {
  /** Judged events. Each is one of the next eight. */
  rounds: number;
  /** Stops that a reviewer approved. */
  approvals: number;
  /** The same, but files changed during the review, or what decides about it before: NOT approved. */
  doubted: number;
  /** Of the tasks that were approved, all together. */
  roundsOfApprovedTasks: number;
  blocks: number;
  failures: number;
  impossible: number;
  /** Given up, after equal objections. */
  stalls: number;
  /** Questions that the reviewer answered. */
  answered: number;
  /** Any other event that went through. */
  noObjections: number;
  /** Stops that went through unjudged, because the rounds or the budget were used up. */
  limits: number;
  overruled: number;
  falseClaims: number;
  claims: Record<ClaimStatus, number>;
  answers: number;
  apiErrors: number;
  costUsd: number;
  reviewMs: number;
  tokens: Record<(typeof TOKEN_KINDS)[number], number>;
}

/** What was counted of one day, provider, model and project; an empty text where a line does not say. */
export interface Group {
  day: string;
  provider: string;
  /** Of the reviewer. */
  model: string;
  project: string;
  totals: Totals;
}

type Place = Omit<Group, 'day' | 'totals'>;

/** A group with the counts behind `roundsToApproval` and `latency`. Most groups have few numbers of each. */
interface Counted {
  group: Group;
  /** By how many rounds a task took until it was approved: how many tasks. */
  rounds: Map<number, number>;
  latencies: Map<number, number>;
  longestMs: number;
}

/** More than anybody has; of a journal that was made up, the rest counts as one of each day, and then as one. */
const MAX_GROUPS = 100_000;
/** The same, in characters of their names. */
const MAX_NAMES = 32 * 1024 * 1024;
/** A verdict is overruled soon after it was given. */
const MAX_PLACES = 5_000;

/** What the journal comes to. What is kept does not grow with the number of lines. */
export class Statistics {
  private readonly grouped = new Map<string, Counted>();
  /** Of the last verdict of a session: the line that overrules it does not say the model. */
  private readonly places = new Map<string, Place>();
  private readonly day = dayReader();
  private namesLength = 0;
  private lastDay: string | undefined;

  constructor(private readonly maxGroups = MAX_GROUPS) {}

  add(line: JournalLine): void {
    if (isOverrule(line))
      this.groupOf(line.time, this.places.get(line.session_id) ?? placeOf(line)).group.totals.overruled += 1;
    else if ('api_error' in line) this.groupOf(line.time, placeOf(line)).group.totals.apiErrors += 1;
    else if (isDecision(line)) this.addDecision(line);
  }

  private addDecision(entry: JournalEntry): void {
    const { time, event, verdict, cause, session_id } = entry;
    if (!isJudged(entry)) {
      if (event === 'Stop' && (cause === 'limit' || cause === 'budget'))
        this.groupOf(time, placeOf(entry)).group.totals.limits += 1;
      return;
    }
    const place = placeOf(entry);
    this.remember(session_id, place);
    const counted = this.groupOf(time, place);
    const { group, rounds, latencies } = counted;
    const { totals } = group;
    totals.rounds += 1;
    if (isApproval(entry) && doubtAbout(entry)) totals.doubted += 1;
    else if (isApproval(entry)) {
      totals.approvals += 1;
      const { count } = entry;
      if (Number.isSafeInteger(count) && (count as number) > 0) {
        addTo(rounds, count as number, 1);
        totals.roundsOfApprovedTasks += count as number;
      }
    } else if (verdict === 'block') totals.blocks += 1;
    else if (verdict === 'failed') totals.failures += 1;
    else if (cause === 'impossible') totals.impossible += 1;
    else if (cause === 'stall') totals.stalls += 1;
    else if (cause === 'answered') totals.answered += 1;
    else totals.noObjections += 1;
    totals.falseClaims += falseClaimsIn(entry);
    for (const { status } of entry.claims ?? []) if (isClaimStatus(status)) totals.claims[status] += 1;
    totals.answers += entry.answers?.length ?? 0;
    totals.costUsd += entry.cost_usd ?? 0;
    totals.reviewMs += entry.duration_ms;
    for (const kind of TOKEN_KINDS) totals.tokens[kind] += entry.tokens?.[kind] ?? 0;
    addTo(latencies, bucketOf(entry.duration_ms), 1);
    counted.longestMs = Math.max(counted.longestMs, entry.duration_ms);
  }

  /** The same of some groups alone. */
  where(isWanted: (group: Group) => boolean): Statistics {
    const found = new Statistics();
    for (const [key, counted] of this.grouped) if (isWanted(counted.group)) found.grouped.set(key, counted);
    return found;
  }

  get groups(): readonly Group[] {
    return [...this.grouped.values()].map(({ group }) => group);
  }

  get total(): Totals {
    return this.groups.reduce((sum, { totals }) => plus(sum, totals), noTotals());
  }

  /** By how many rounds a task took until it was approved: how many tasks. */
  get roundsToApproval(): Map<number, number> {
    return this.sumOf('rounds');
  }

  get byDay(): Map<string, Totals> {
    return this.by('day');
  }

  get byProvider(): Map<string, Totals> {
    return this.by('provider');
  }

  get byModel(): Map<string, Totals> {
    return this.by('model');
  }

  get byProject(): Map<string, Totals> {
    return this.by('project');
  }

  /** What half, 90 % and 99 % of the judged events took at most, in milliseconds; less than 5 % too much. */
  latency(): { p50: number; p90: number; p99: number } {
    const buckets = [...this.sumOf('latencies')].sort(([a], [b]) => a - b);
    // The end of a bucket may be above all that is in it.
    let longestMs = 0;
    for (const counted of this.grouped.values()) longestMs = Math.max(longestMs, counted.longestMs);
    const of = (part: number) => Math.min(longestMs, percentile(buckets, part));
    return { p50: of(0.5), p90: of(0.9), p99: of(0.99) };
  }

  private by(key: keyof Omit<Group, 'totals'>): Map<string, Totals> {
    const sums = new Map<string, Totals>();
    for (const group of this.groups) sums.set(group[key], plus(sums.get(group[key]) ?? noTotals(), group.totals));
    return sums;
  }

  private sumOf(counts: 'rounds' | 'latencies'): Map<number, number> {
    const sums = new Map<number, number>();
    for (const counted of this.grouped.values()) for (const [key, count] of counted[counts]) addTo(sums, key, count);
    return sums;
  }

  private groupOf(time: string, place: Place): Counted {
    return this.groupOfDay(this.day(time), place);
  }

  private groupOfDay(day: string, place: Place): Counted {
    const key = `${day}\0${place.provider}\0${place.model}\0${place.project}`;
    const known = this.grouped.get(key);
    if (known) return known;
    const isFull = this.grouped.size >= this.maxGroups || this.namesLength >= MAX_NAMES;
    if (isFull && key !== `${day}\0\0\0`) return this.groupOfDay(day, NOWHERE);
    // There are millions of days too.
    if (this.grouped.size >= 2 * this.maxGroups && this.lastDay !== undefined && this.lastDay !== day)
      return this.groupOfDay(this.lastDay, NOWHERE);
    if (isFull) this.lastDay = day;
    this.namesLength += key.length;
    const group = { day, ...(isFull ? NOWHERE : place), totals: noTotals() };
    const counted = { group, rounds: new Map(), latencies: new Map(), longestMs: 0 };
    this.grouped.set(key, counted);
    return counted;
  }

  private remember(session: string, place: Place): void {
    this.places.delete(session);
    this.places.set(session, place);
    if (this.places.size <= MAX_PLACES) return;
    const [oldest] = this.places.keys();
    this.places.delete(oldest as string);
  }
}

/** Claims that the evidence contradicts and that did not get past the review. */
export const falseClaimsIn = ({ verdict, claims = [] }: JournalEntry): number =>
  verdict === 'block' ? claims.filter(({ status }) => status === 'contradicted').length : 0;

const NOWHERE: Place = { provider: '', model: '', project: '' };

const placeOf = (line: JournalLine): Place => {
  const { provider, model, folder } = originOf(line);
  return {
    provider: shortOrNull(provider, MAX_KEPT.name) ?? '',
    model: shortOrNull(model, MAX_KEPT.name) ?? '',
    project: pathOrNull(folder) ?? '',
  };
};

const isClaimStatus = (status: string): status is ClaimStatus => (CLAIM_STATUSES as readonly string[]).includes(status);

const addTo = (counts: Map<number, number>, key: number, more: number) =>
  counts.set(key, (counts.get(key) ?? 0) + more);

export const noTotals = (): Totals => ({
  ...{
    rounds: 0,
    approvals: 0,
    doubted: 0,
    roundsOfApprovedTasks: 0,
    blocks: 0,
    failures: 0,
    impossible: 0,
    stalls: 0,
    answered: 0,
    noObjections: 0,
  },
  ...{ limits: 0, overruled: 0, falseClaims: 0 },
  claims: { backed: 0, stale: 0, contradicted: 0, unbacked: 0, undecidable: 0 },
  ...{ answers: 0, apiErrors: 0, costUsd: 0, reviewMs: 0 },
  tokens: { input: 0, output: 0, cache_read: 0, cache_write: 0 },
});

/** Adds to the first and returns it. */
function plus<T extends object>(sum: T, more: T): T {
  for (const key of Object.keys(more) as (keyof T)[]) {
    const value = more[key];
    if (typeof value === 'number') (sum[key] as number) += value;
    else plus(sum[key] as object, value as object);
  }
  return sum;
}

/** The local day of a time. Lines come in order, so that mostly it is the day of the one before. */
function dayReader(): (time: string) => string {
  let minute = '';
  let day = '';
  return (time) => {
    // Everywhere a day begins with a minute of UTC.
    const these = time.slice(0, 16);
    if (these !== minute || !time.endsWith('Z')) {
      minute = these;
      day = dayOf(new Date(time));
    }
    return day;
  };
}

/** Buckets of milliseconds grow by 5 %, up to a week. */
const GROWTH = Math.log(1.05);
const MAX_BUCKET = 420;

const bucketOf = (ms: number): number => Math.min(MAX_BUCKET, Math.round(Math.log(Math.max(1, ms)) / GROWTH));

/** Of buckets in their order. */
function percentile(buckets: readonly [bucket: number, count: number][], part: number): number {
  let left = Math.ceil(part * buckets.reduce((sum, [, count]) => sum + count, 0));
  for (const [bucket, count] of buckets) {
    left -= count;
    // The end of the bucket: nothing that is said to have taken at most that took longer.
    if (left <= 0) return Math.ceil(Math.exp((bucket + 0.5) * GROWTH));
  }
  return 0;
}
