import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A real folder that goes with the test it was made in. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ccc-unit-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function write(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

/** The permission bits, as `ls` would count them: 0600 is 0o600. */
export const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Makes `file` the program that this process was started as, until the test ends. */
export function startedAs(file: string): string {
  const before = process.argv[1] as string;
  process.argv[1] = file;
  onTestFinished(() => {
    process.argv[1] = before;
  });
  return realpathSync(file);
}
