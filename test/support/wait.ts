import { statSync } from 'node:fs';

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
