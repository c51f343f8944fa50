const MB = 1024 * 1024;

/** A whole journal of a version that did not rotate it, or some hundred parts without an index: years of work. */
export const MAX_LOOK_BYTES = 512 * MB;
/** To open a part and to parse a line take as long as to read this much more. */
const COSTS = { read: 1, open: 64 * 1024, parse: 8 };

/**
 * How much one look at the journal may read. The hook does nothing else meanwhile, so that none of its deadlines ends it,
 * and whoever has a shell can make the journal as large as they like. A hole in a file costs as much as what is written:
 * it can be larger than any disk, and to read it takes as long.
 */
export class ReadLimit {
  /** Something was left out: what was not found may be there all the same. */
  isReached = false;
  taken = 0;

  constructor(
    private readonly bytes = MAX_LOOK_BYTES,
    private readonly costs = COSTS,
  ) {}

  /** How many of these bytes may still be read. */
  takeRead(bytes: number): number {
    return this.costs.read === 0 ? bytes : this.take(bytes * this.costs.read);
  }

  takeOpen(): void {
    this.take(this.costs.open);
  }

  takeParse(length: number): void {
    this.take(length * this.costs.parse);
  }

  private take(wanted: number): number {
    const allowed = Math.min(wanted, this.bytes - this.taken);
    if (allowed < wanted) this.isReached = true;
    this.taken += allowed;
    return allowed;
  }
}

/** For commands, which the user can interrupt. */
export const noLimit = (): ReadLimit => new ReadLimit(Number.POSITIVE_INFINITY);
