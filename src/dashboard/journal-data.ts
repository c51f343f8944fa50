import { SessionList } from '../history/sessions.ts';
import { Statistics } from '../history/statistics.ts';
import { JournalFollower } from '../journal/follow.ts';
import { rawLines } from '../journal/read.ts';
import { type JournalLine, parseLine } from '../journal/record.ts';

/** Then the event loop gets a turn: the page is answered while a large journal is read. */
const LINES_AT_A_TIME = 2_000;
/** More lines are not written between the two moments at which the journal is looked at. */
const MAX_SEEN_TWICE = 200;
/** Nor is more text, whatever a line may hold. */
const MAX_SEEN_TEXT = 8 * 1024 * 1024;

/** What the page shows, read from the journal once and kept up to date. */
export class JournalData {
  readonly sessions = new SessionList();
  readonly statistics = new Statistics();
  /** From 0 to 1. */
  progress = 0;
  private follower: JournalFollower | undefined;
  private last: string[] = [];
  private lastLength = 0;

  constructor(private readonly journal: string) {}

  async load(abortSignal: AbortSignal): Promise<void> {
    // Before the lines are read, so that none is missed in between; one that is seen twice is left out below.
    this.follower = new JournalFollower(this.journal);
    let count = 0;
    for (const { text, read, total } of rawLines(this.journal)) {
      const line = parseLine(text);
      if (line) this.add(line);
      this.remember(text);
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

  private remember(text: string): void {
    this.last.push(text);
    this.lastLength += text.length;
    if (this.last.length <= 2 * MAX_SEEN_TWICE && this.lastLength <= 2 * MAX_SEEN_TEXT) return;
    let [from, length] = [this.last.length, 0];
    while (from > 0 && this.last.length - from < MAX_SEEN_TWICE && length < MAX_SEEN_TEXT)
      length += (this.last[--from] as string).length;
    this.last = this.last.slice(from);
    this.lastLength = length;
  }

  private add(line: JournalLine): void {
    this.sessions.add(line);
    this.statistics.add(line);
  }
}
