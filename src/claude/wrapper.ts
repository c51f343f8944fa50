import { closeSync, constants, openSync, readSync } from 'node:fs';

/** What `ccc patch` puts in the place of `claude` begins like this, in every version of ccc. */
export const WRAPPER_MARK = '#!/bin/sh\n# This claude starts ccc.';

/** The name that the real one has meanwhile, in the same folder. */
export const ORIGINAL = 'claude.ccc-original';

/** Reads a few bytes; whatever cannot be read is no wrapper, and a pipe does not hold us. */
export function isWrapper(file: string): boolean {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const head = Buffer.alloc(WRAPPER_MARK.length);
    return readSync(fd, head, 0, head.length, 0) === head.length && head.toString('latin1') === WRAPPER_MARK;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
