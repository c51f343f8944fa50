import { isDecision, isJudged, isOverrule } from '../hook/rules/summary.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { dayOf } from '../platform/local-time.ts';
import { amount, answersIn, claimsIn, falseClaimsIn, isApproval, isUsable, textOrNull } from './usable-line.ts';

export const CLAIM_STATUSES = ['backed', 'stale', 'contradicted', 'unbacked', 'undecidable'] as const;
type ClaimStatus = (typeof CLAIM_STATUSES)[number];

const TOKEN_KINDS = ['input', 'output', 'cache_read', 'cache_write'] as const;

export interface Totals {
  /** Judged events. */
  reviews: number;
  approvals: number;
  blocks: number;
  failures: number;
  impossible: number;
  /** Stops that a limit let through: of rounds, of equal objections, of the budget. */
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

/** More than anybody has; of a journal that was made up, the rest counts as one. */
const MAX_GROUPS = 100_000;
/** A verdict is overruled soon after it was given. */
const MAX_PLACES = 5_000;

/** What the journal comes to. What is kept does not grow with the number of lines. */
export class Statistics {
  /** By how many rounds a task took until it was approved: how many tasks. */
  readonly roundsToApproval = new Map<number, number>();
  private readonly grouped = new Map<string, Group>();
  private readonly histogram = new Histogram();
  /** Of the last verdict of a session: the line that overrules it does not say. */
  private readonly places = new Map<string, Place>();
  private readonly day = dayReader();

  add(line: JournalLine): void {
    if (!isUsable(line)) return;
    if (isOverrule(line)) this.groupOf(line.time, this.places.get(line.session_id) ?? NOWHERE).overruled += 1;
    else if ('api_error' in line) this.groupOf(line.time, placeOf(line)).apiErrors += 1;
    else if (isDecision(line)) this.addDecision(line);
  }

  private addDecision(entry: JournalEntry): void {
    const { time, event, verdict, cause, session_id } = entry;
    if (!isJudged(entry)) {
      if (event === 'Stop' && (cause === 'limit' || cause === 'budget')) this.groupOf(time, placeOf(entry)).limits += 1;
      return;
    }
    const place = placeOf(entry);
    this.remember(session_id, place);
    const totals = this.groupOf(time, place);
    totals.reviews += 1;
    if (isApproval(entry)) {
      totals.approvals += 1;
      const rounds = entry.count;
      if (Number.isSafeInteger(rounds) && (rounds as number) > 0) increment(this.roundsToApproval, rounds as number);
    } else if (verdict === 'block') totals.blocks += 1;
    else if (verdict === 'failed') totals.failures += 1;
    else if (cause === 'impossible') totals.impossible += 1;
    else if (cause === 'stall') totals.limits += 1;
    totals.falseClaims += falseClaimsIn(entry);
    for (const { status } of claimsIn(entry)) if (isClaimStatus(status)) totals.claims[status] += 1;
    totals.answers += answersIn(entry).length;
    totals.costUsd += amount(entry.cost_usd);
    totals.reviewMs += amount(entry.duration_ms);
    for (const kind of TOKEN_KINDS) totals.tokens[kind] += amount(entry.tokens?.[kind]);
    this.histogram.add(amount(entry.duration_ms));
  }

  get groups(): readonly Group[] {
    return [...this.grouped.values()];
  }

  get total(): Totals {
    return this.groups.reduce((sum, { totals }) => plus(sum, totals), noTotals());
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

  /** How long judging an event took, in milliseconds, within 3 %. */
  latency(): { p50: number; p90: number; p99: number } {
    const { histogram } = this;
    return { p50: histogram.percentile(0.5), p90: histogram.percentile(0.9), p99: histogram.percentile(0.99) };
  }

  private by(key: keyof Omit<Group, 'totals'>): Map<string, Totals> {
    const sums = new Map<string, Totals>();
    for (const group of this.grouped.values())
      sums.set(group[key], plus(sums.get(group[key]) ?? noTotals(), group.totals));
    return sums;
  }

  private groupOf(time: string, place: Place): Totals {
    const day = this.day(time);
    const key = `${day}\0${place.provider}\0${place.model}\0${place.project}`;
    const known = this.grouped.get(key);
    if (known) return known.totals;
    const isFull = this.grouped.size >= MAX_GROUPS;
    const group = { day, ...(isFull ? NOWHERE : place), totals: noTotals() };
    if (isFull && key !== `${day}\0\0\0`) return this.groupOf(time, NOWHERE);
    this.grouped.set(key, group);
    return group.totals;
  }

  private remember(session: string, place: Place): void {
    this.places.delete(session);
    this.places.set(session, place);
    if (this.places.size <= MAX_PLACES) return;
    const [oldest] = this.places.keys();
    this.places.delete(oldest as string);
  }
}

const NOWHERE: Place = { provider: '', model: '', project: '' };

const placeOf = (line: JournalLine): Place => {
  const { provider, model, folder } = line as Partial<JournalEntry>;
  return { provider: textOrNull(provider) ?? '', model: textOrNull(model) ?? '', project: textOrNull(folder) ?? '' };
};

const isClaimStatus = (status: string): status is ClaimStatus => (CLAIM_STATUSES as readonly string[]).includes(status);

const increment = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

export const noTotals = (): Totals => ({
  ...{ reviews: 0, approvals: 0, blocks: 0, failures: 0, impossible: 0, limits: 0, overruled: 0, falseClaims: 0 },
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

/** Counts in buckets that grow by 5 %, from a millisecond to a week. */
class Histogram {
  private readonly buckets = new Float64Array(420);
  private size = 0;

  add(ms: number): void {
    const at = Math.min(this.buckets.length - 1, Math.round(Math.log(Math.max(1, ms)) / GROWTH));
    this.buckets[at] = (this.buckets[at] as number) + 1;
    this.size += 1;
  }

  percentile(part: number): number {
    let left = Math.ceil(part * this.size);
    for (const [at, count] of this.buckets.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return Math.round(Math.exp(at * GROWTH));
    }
    return 0;
  }
}

const GROWTH = Math.log(1.05);
