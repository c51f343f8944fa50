import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A pipe with a name, read by a `cat` whose stdout is ours. */
export interface OutputPipe {
  folder: string;
  path: string;
  reader: ChildProcess & { stdout: Readable };
  remove(): void;
}

/**
 * What Node and Bun call a pipe is a socket, and no process can open that anew: `echo … > /dev/stderr` would fail in
 * every check that does it. Undefined if the system has no such pipes for us; a socket has to do then.
 */
export function outputPipe(path = '/usr/bin:/bin'): OutputPipe | undefined {
  // Not the check's own: with its mark, the reader would be ended with it and what was said last be lost.
  const env = { PATH: path };
  let folder: string | undefined;
  const remove = () => folder && rmSync(folder, { recursive: true, force: true });
  try {
    folder = mkdtempSync(join(tmpdir(), 'ccc-check-'));
    const output = join(folder, 'output');
    execFileSync('mkfifo', ['-m', '600', output], { env, stdio: 'ignore' });
    const reader = spawn('cat', [output], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    reader.on('error', () => {});
    if (reader.pid === undefined) throw new Error('no cat');
    return { folder, path: output, reader, remove };
  } catch {
    remove();
    return undefined;
  }
}
