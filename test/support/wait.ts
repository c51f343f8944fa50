import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Guards against a test that hangs. No test expects to get near it, however busy the machine is. */
const LIMIT_MS = 90_000;

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until `check` returns something; returns that. */
export async function until<T>(
  what: string,
  check: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = LIMIT_MS,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${limitMs / 1000} s in vain for ${what}`);
    await sleep(25);
  }
}

/** Waits until what happens next is later than the last change of a file, also by the coarse clock of the kernel. */
export const clockPast = (path: string) =>
  until('the clock to move on', () => Date.now() > statSync(path).mtimeMs + 100);

/** A moment that lies clearly after every file written before the call, and before every file written after it. */
export async function momentBetween(): Promise<Date> {
  await fileClockMoves();
  const moment = new Date();
  await fileClockMoves();
  return moment;
}

/** Waits until a file that is written now is later than all that were written before, by the steps of the kernel's clock. */
async function fileClockMoves(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ccc-clock-'));
  const probe = join(folder, 'probe');
  const written = () => {
    writeFileSync(probe, '');
    return statSync(probe).ctimeMs;
  };
  const start = Math.max(written(), Date.now());
  await until('the clock of files to move on', () => written() > start + 40);
  rmSync(folder, { recursive: true });
}

/** Waits until the clock shows more than `ms` later, for rules that compare times by as much. */
export async function clockAhead(ms: number): Promise<void> {
  const start = Date.now();
  await until('the clock to move on', () => Date.now() > start + ms);
}
