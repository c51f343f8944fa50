import { randomBytes } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { hostTag, isRunning } from '../platform/process-alive.ts';
import { type ChildProcess, exitCode, runSync, start } from '../platform/spawn.ts';

/** A named pipe, read by a `cat` whose stdout we read. */
export interface OutputPipe {
  path: string;
  reader: ChildProcess;
  stdout: Readable;
  remove(): void;
}

/** The pipe's name in its folder. */
export const PIPE_NAME = 'output';

const FOLDER_NAME = /^ccc-check-(.+)\.(\d+)\.[0-9a-f]{16}$/;

/** A folder for the pipe, not created yet. Its name has our process id, so that others know when it is abandoned. */
export const newOutputFolder = () =>
  join(tmpdir(), `ccc-check-${hostTag()}.${process.pid}.${randomBytes(8).toString('hex')}`);

/**
 * What Node and Bun call a pipe is a socket, and a socket cannot be opened by its path: `echo … > /dev/stderr` would fail
 * in every check that does it. Undefined if no named pipe can be made; a socket has to do then.
 */
export function openOutputPipe(folder: string, path = '/usr/bin:/bin'): OutputPipe | undefined {
  // Not the check's environment: with its tag, the reader would be killed with it and the last output lost.
  const env = { PATH: path };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    return undefined;
  }
  try {
    const pipe = join(folder, PIPE_NAME);
    if (exitCode(runSync('mkfifo', ['-m', '600', pipe], { env })) !== 0) throw new Error('no mkfifo');
    const reader = start('cat', [pipe], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    if (reader.pid === undefined || reader.stdout === null) throw new Error('no cat');
    return { path: pipe, reader, stdout: reader.stdout, remove };
  } catch {
    remove();
    return undefined;
  }
}

/** Removes folders of processes that were killed together with the shell of `killIfOrphaned` that would have removed them. */
export function removeAbandonedFolders(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const [, host, pid] = FOLDER_NAME.exec(name) ?? [];
      if (host === hostTag() && !isRunning(Number(pid))) removeIfOurs(join(tmpdir(), name));
    }
  } catch {
    // The temporary folder cannot be read: nothing is removed.
  }
}

function removeIfOurs(folder: string): void {
  try {
    const stat = lstatSync(folder);
    if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return;
    releaseReader(join(folder, PIPE_NAME));
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another process is removing it.
  }
}

/** A `cat` that waits for a writer gets one that closes at once, reads the end and exits. */
function releaseReader(pipe: string): void {
  try {
    if (lstatSync(pipe).isFIFO()) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  } catch {
    // There is none.
  }
}
