const MB = 1024 * 1024;

/**
 * One part of a version that did not put parts aside, and, where there is no index, two hundred and fifty-six of those
 * that a part of 1 MB is put aside to: years of work.
 */
export const MAX_LOOK_BYTES = 512 * MB;
/** To open a part and to parse a line take as long as to read this much more. */
export const PART_COST = 64 * 1024;
export const PARSE_COST = 8;

/**
 * How much one look at the journal may read. The hook does nothing else meanwhile, so that none of its deadlines ends it,
 * and whoever has a shell can make the journal as large as they like.
 */
export class ReadLimit {
  /** Something was left out: what was not found may be there all the same. */
  isReached = false;
  taken = 0;

  constructor(private readonly bytes = MAX_LOOK_BYTES) {}

  /** How many of these bytes may still be read. */
  take(wanted: number): number {
    const allowed = Math.min(wanted, this.bytes - this.taken);
    if (allowed < wanted) this.isReached = true;
    this.taken += allowed;
    return allowed;
  }
}

/** For those that somebody waits for who can interrupt them. */
export const noLimit = (): ReadLimit => new ReadLimit(Number.POSITIVE_INFINITY);
