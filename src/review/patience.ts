/** How long a review had to wait for the API. */
export interface ApiWait {
  ms: number;
  /** Requests that failed. */
  failures: number;
  /** The HTTP status of the last one; null: the connection was lost. */
  status: number | null;
}

export interface PatienceLimits {
  /** How long all waits of a review may take together. */
  patienceMs: number;
  /** No wait goes beyond this, counted like `elapsedMs`. */
  untilMs: number;
  elapsedMs(): number;
}

/** A status that says nothing about the request: the same one may succeed a little later. */
export const isTemporary = (status: number): boolean => [408, 409, 425, 429].includes(status) || status >= 500;

/** Between two attempts, beside the short ones that the client makes itself; the last one is repeated. */
const PAUSES_MS = [2_000, 4_000, 8_000, 16_000, 30_000];

/** The client waits as long as a `retry-after` says, but not longer than this: then it gives up at once. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Keeps account of the outages of one review: how long they have lasted, and whether there is time to wait on. */
export class Patience {
  private outageSince: number | undefined;
  private waitedMs = 0;
  private failures = 0;
  private status: number | null = null;
  private pauses = 0;

  constructor(private readonly limits: PatienceLimits) {}

  /** A request failed. */
  recordFailure(status: number | null): void {
    this.outageSince ??= this.limits.elapsedMs();
    this.failures++;
    this.status = status;
  }

  /** The last request that ended has failed. */
  get isOutage(): boolean {
    return this.outageSince !== undefined;
  }

  /** The API answers again, though it may break off. */
  recordResponse(): void {
    this.waitedMs += this.outageMs();
    this.outageSince = undefined;
  }

  /** A whole answer has come: the next outage is another one. */
  recordProgress(): void {
    this.pauses = 0;
  }

  allows(delayMs: number): boolean {
    return delayMs <= this.leftMs();
  }

  /** How long to wait before the next attempt; undefined: no time is left. */
  nextPauseMs(mustWaitLong: boolean): number | undefined {
    const left = this.leftMs();
    if (left <= 0) return undefined;
    const pause = mustWaitLong ? LONGEST_RETRY_AFTER_MS : PAUSES_MS[Math.min(this.pauses++, PAUSES_MS.length - 1)];
    return Math.min(pause as number, left);
  }

  /** Null if no request has failed. */
  wait(): ApiWait | null {
    if (this.failures === 0) return null;
    return { ms: this.waitedMs + this.outageMs(), failures: this.failures, status: this.status };
  }

  private outageMs(): number {
    return this.outageSince === undefined ? 0 : this.limits.elapsedMs() - this.outageSince;
  }

  private leftMs(): number {
    const { patienceMs, untilMs, elapsedMs } = this.limits;
    return Math.min(patienceMs - this.waitedMs - this.outageMs(), untilMs - elapsedMs());
  }
}
