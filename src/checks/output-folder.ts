import { randomBytes } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostTag, isRunning } from '../platform/process-alive.ts';

/** The pipe in the folder. */
export const PIPE_NAME = 'output';

const NAME = /^ccc-check-(.+)\.(\d+)\.[0-9a-f]{16}$/;

/** A place for a check's output, not made yet. It says whose it is, so that others know when nobody needs it any more. */
export const outputFolder = () =>
  join(tmpdir(), `ccc-check-${hostTag()}.${process.pid}.${randomBytes(8).toString('hex')}`);

/** Removes what was left where both we and the one who watched were killed outright. */
export function sweepOutputFolders(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const [, host, pid] = NAME.exec(name) ?? [];
      if (host === hostTag() && !isRunning(Number(pid))) removeOurs(join(tmpdir(), name));
    }
  } catch {
    // Another's temporary folder, or none: the check has to do without.
  }
}

function removeOurs(folder: string): void {
  try {
    const stat = lstatSync(folder);
    if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return;
    releaseReader(join(folder, PIPE_NAME));
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Somebody else is at it.
  }
}

/** Whoever waits for the pipe to be opened reads its end now, and ends too. */
function releaseReader(pipe: string): void {
  try {
    if (lstatSync(pipe).isFIFO()) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  } catch {
    // There is none.
  }
}
