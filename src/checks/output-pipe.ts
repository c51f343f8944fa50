import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ChildProcess, exitCode, runSync, start } from '../platform/spawn.ts';
import { PIPE_NAME } from './output-folder.ts';

/** A pipe with a name, read by a `cat` whose stdout is ours. */
export interface OutputPipe {
  path: string;
  reader: ChildProcess;
  stdout: Readable;
  remove(): void;
}

/**
 * What Node and Bun call a pipe is a socket, and no process can open that anew: `echo … > /dev/stderr` would fail in
 * every check that does it. Undefined if the system has no such pipes for us; a socket has to do then.
 */
export function outputPipe(folder: string, path = '/usr/bin:/bin'): OutputPipe | undefined {
  // Not the check's own: with its mark, the reader would be ended with it and what was said last be lost.
  const env = { PATH: path };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    return undefined;
  }
  try {
    const output = join(folder, PIPE_NAME);
    if (exitCode(runSync('mkfifo', ['-m', '600', output], { env })) !== 0) throw new Error('no mkfifo');
    const reader = start('cat', [output], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    if (reader.pid === undefined || reader.stdout === null) throw new Error('no cat');
    return { path: output, reader, stdout: reader.stdout, remove };
  } catch {
    remove();
    return undefined;
  }
}
