import { Statistics } from '../history/statistics.ts';
import { isDecision, isOverrule } from '../hook/rules/summary.ts';
import type { JournalLine } from '../journal/record.ts';

/** Of so long, lines are kept. The page asks for half of it; the rest is for clocks that differ. */
export const RECENT_MS = 24 * 60 * 60 * 1000;
/** Some milliseconds; then the event loop gets a turn. */
const LINES_AT_A_TIME = 1_000;
/** Those that are too old are removed when there are so many, or twice as many as were left the last time. */
const PRUNE_AT = 10_000;
/** More than anybody has in a day; of a journal that was made up the newest count. */
const MAX_LINES = 250_000;

interface Counted {
  from: string;
  lines: readonly JournalLine[];
  /** The first line that is not in the statistics yet. */
  next: number;
  statistics: Statistics;
}

/**
 * Figures of the last hours, to the minute: `Statistics` counts by whole days. The lines are kept without their texts,
 * because each minute some of them are too old, and no number can be taken out of figures again.
 */
export class RecentStatistics {
  private lines: JournalLine[] = [];
  private oldest = '';
  private pruneAt = PRUNE_AT;
  /** Of the time that was asked for last. What comes later is added to it. */
  private counted: Counted | undefined;

  constructor(private readonly now: () => number = Date.now) {
    this.prune();
  }

  add(line: JournalLine): void {
    const isCounted = isDecision(line) || isOverrule(line) || 'api_error' in line;
    if (!isCounted || line.time < this.oldest) return;
    this.lines.push(withoutTexts(line));
    if (this.lines.length >= this.pruneAt) this.prune();
  }

  /** Of the minute of that time and all after it. */
  async since(time: string): Promise<Statistics> {
    const from = minuteOf(Date.parse(time));
    if (this.counted?.from !== from) {
      this.prune();
      this.counted = { from, lines: this.lines, next: 0, statistics: new Statistics() };
    }
    const { counted } = this;
    // Another request may wait for the same: each line is counted by the one that comes to it first.
    while (counted.next < counted.lines.length) {
      for (const line of counted.lines.slice(counted.next, counted.next + LINES_AT_A_TIME)) {
        if (line.time >= from) counted.statistics.add(line);
        counted.next += 1;
      }
      if (counted.next < counted.lines.length) await new Promise(setImmediate);
    }
    return counted.statistics;
  }

  private prune(): void {
    this.oldest = minuteOf(this.now() - RECENT_MS);
    this.lines = this.lines.filter(({ time }) => time >= this.oldest).slice(-MAX_LINES);
    this.pruneAt = Math.max(PRUNE_AT, 2 * this.lines.length);
    this.counted = undefined;
  }
}

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}:00.000Z`;

/** What `Statistics` counts of a line. */
function withoutTexts(line: JournalLine): JournalLine {
  if (!isDecision(line)) return line;
  const { findings, since_last, changed, questions, ...rest } = line;
  return {
    ...rest,
    ...{ feedback: '', request: null, checks: [], notices: [] },
    ...(line.claims && { claims: line.claims.map(({ status }) => ({ kind: '', quote: '', status })) }),
    ...(line.answers && { answers: line.answers.map(() => ({ question: '', answer: '', ground: '' })) }),
  };
}
