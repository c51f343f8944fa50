import { SessionList } from '../history/sessions.ts';
import { Statistics } from '../history/statistics.ts';
import { JournalFollower } from '../journal/follow.ts';
import { rawLines } from '../journal/read.ts';
import { type JournalLine, parseLine } from '../journal/record.ts';

/** Then the event loop gets a turn: the page is answered while a large journal is read. */
const LINES_AT_A_TIME = 2_000;
/** More lines are not written between the two moments at which the journal is looked at. */
const MAX_SEEN_TWICE = 200;

/** What the page shows, read from the journal once and kept up to date. */
export class JournalData {
  readonly sessions = new SessionList();
  readonly statistics = new Statistics();
  /** From 0 to 1. */
  progress = 0;
  private follower: JournalFollower | undefined;
  private last: string[] = [];

  constructor(private readonly journal: string) {}

  async load(abortSignal: AbortSignal): Promise<void> {
    // Before the lines are read, so that none is missed in between; one that is seen twice is left out below.
    this.follower = new JournalFollower(this.journal);
    let count = 0;
    for (const { text, read, total } of rawLines(this.journal)) {
      const line = parseLine(text);
      if (line) this.add(line);
      this.last.push(text);
      if (this.last.length > 2 * MAX_SEEN_TWICE) this.last = this.last.slice(-MAX_SEEN_TWICE);
      if (++count % LINES_AT_A_TIME !== 0) continue;
      this.progress = Math.min(0.99, read / Math.max(1, total));
      await new Promise(setImmediate);
      if (abortSignal.aborted) return;
    }
    this.progress = 1;
  }

  /** Whether anything has come. */
  update(): boolean {
    if (this.progress < 1 || !this.follower) return false;
    const seen = new Set(this.last.map((text) => JSON.stringify(parseLine(text))));
    const added = this.follower.next().filter((line) => !seen.has(JSON.stringify(line)));
    this.last = [];
    for (const line of added) this.add(line);
    return added.length > 0;
  }

  close(): void {
    this.follower?.close();
    this.follower = undefined;
  }

  private add(line: JournalLine): void {
    this.sessions.add(line);
    this.statistics.add(line);
  }
}
