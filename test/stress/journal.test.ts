import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fullParts } from '../../src/journal/parts.ts';
import { journalEntries, newestFirst } from '../../src/journal/read.ts';
import type { JournalEntry } from '../../src/journal/record.ts';
import { bySize, ROOT, SINGLE_BINARY } from '../support/builds.ts';
import { finish, outcome } from '../support/processes.ts';
import { NO_API, Sandbox } from '../support/sandbox.ts';
import { until } from '../support/wait.ts';

const SECONDS = bySize(4, 60);
const WRITERS = ['writer-1', 'writer-2'];
/** Far more than they write in the time. */
const MOST = 1_000_000;
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const BUN = join(ROOT, 'node_modules/.bin/bun');

let box: Sandbox;
beforeEach(() => {
  box = new Sandbox(SINGLE_BINARY, NO_API);
});
afterEach(() => box.close());

it(`two writers and readers for ${SECONDS} s: no line is lost, torn or read twice, and parts are put aside meanwhile`, async () => {
  const journal = join(box.cccDir, 'reviews.jsonl');
  // A first line, so that there is a journal to follow.
  expect((await box.hook({ session_id: 'hook' })).code).toBe(0);

  const follower = box.start(['log', '--follow', '--json']);
  const followed: Record<string, number[]> = { 'writer-1': [], 'writer-2': [], hook: [] };
  createInterface({ input: follower.stdout as NodeJS.ReadableStream }).on('line', (text) => {
    const entry: JournalEntry = JSON.parse(text);
    followed[entry.session_id]?.push(entry.count ?? 0);
  });
  const followerEnded = outcome(follower);
  await until('the follower to show what is there', () => followed.hook?.length === 1);

  const writers = WRITERS.map((name) =>
    box.spawn(BUN, [join(ROOT, 'test/support/journal-writer.ts'), journal, name, String(MOST)], { stdio: 'pipe' }),
  );
  const writersEnded = writers.map(outcome);

  let hooks = 1;
  let reads = 0;
  let slowly = beginToRead(journal);
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; reads++) {
    // A real hook is a third writer.
    const hook = finish(box.start(['supervisor-hook']), { session_id: 'hook' });
    expectNoGap(numbersIn(journalEntries(journal)));
    expectNoGap(numbersIn(reversed(newestFirst(journal))));
    if (slowly.isOvertaken()) {
      expectNoGap(numbersIn(slowly.finish()));
      slowly = beginToRead(journal);
    }
    expect((await hook).code).toBe(0);
    hooks += 1;
  }
  await until('a part to be put aside while the journal is read', slowly.isOvertaken);
  expectNoGap(numbersIn(slowly.finish()));
  for (const { stdin } of writers) stdin?.end();
  const written = (await Promise.all(writersEnded)).map(({ stdout }) => Number(stdout));
  const expected = { 'writer-1': upTo(written[0] as number), 'writer-2': upTo(written[1] as number) };

  // Every line of every file, as it stands there.
  const files = [...fullParts(journal).map(({ path }) => path), journal];
  const lines = files.flatMap((path) => readFileSync(path, 'utf8').split('\n').filter(Boolean));
  expect(numbersIn(lines.map((text) => JSON.parse(text)))).toEqual(expected);
  expect(lines.length).toBe((written[0] as number) + (written[1] as number) + hooks);
  expect(fullParts(journal).length).toBeGreaterThan(bySize(1, 20));
  expect(reads).toBeGreaterThan(1);

  const total = lines.length;
  const shown = () => Object.values(followed).reduce((sum, { length }) => sum + length, 0);
  await until('the follower to show every line', () => shown() >= total);
  follower.kill('SIGINT');
  expect((await followerEnded).code).toBe(0);
  const { hook, ...byWriters } = followed;
  expect(hook).toHaveLength(hooks);
  // A line that comes late into a part that was put aside may be shown after a newer one.
  expect(Object.values(byWriters).map(ascending)).toEqual(Object.values(expected));
});

/** Reads the newest line, and the others when it is told to: without a pause, hardly a reader sees a part put aside. */
function beginToRead(journal: string) {
  const before = fullParts(journal).length;
  const lines = newestFirst(journal);
  const newest = lines.next().value as JournalEntry;
  return {
    isOvertaken: () => fullParts(journal).length > before,
    finish: () => reversed([newest, ...lines]),
  };
}

/** The numbers of each writer's lines, in the order in which they were read. */
function numbersIn(entries: Iterable<JournalEntry>): Record<string, number[]> {
  const numbers: Record<string, number[]> = Object.fromEntries(WRITERS.map((name) => [name, []]));
  for (const { session_id, count, feedback } of entries) {
    const of = numbers[session_id];
    if (!of) continue;
    expect(feedback.length).toBe(((count as number) * 7919) % 1_300);
    of.push(count as number);
  }
  return numbers;
}

/** Whoever reads while others write sees the first lines of each, all of them up to some number. */
function expectNoGap(numbers: Record<string, number[]>): void {
  for (const of of Object.values(numbers)) expect(ascending(of)).toEqual(upTo(of.length));
}

const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const reversed = <T>(lines: Iterable<T>) => [...lines].reverse() as unknown as JournalEntry[];
