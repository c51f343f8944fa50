import { read } from 'node:fs';
import { isatty } from 'node:tty';
import { InputError } from './protocol/input.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Everything on stdin as text, within a time limit. Claude Code sends one JSON object and closes it. */
export interface Stdin {
  isTerminal(): boolean;
  readAll(limitMs: number): Promise<string>;
}

/** Reads the descriptor itself: `process.stdin` would cost the pass-through several milliseconds. */
export const processStdin: Stdin = {
  isTerminal: () => isatty(0),
  readAll: async (limitMs) => {
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new InputError(`stdin did not end within ${limitMs / 1000} s`)), limitMs);
    });
    try {
      return decode(await Promise.race([readBytes(), tooSlow]));
    } finally {
      clearTimeout(timer);
    }
  },
};

async function readBytes(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = await readChunk();
    if (chunk.length === 0) return Buffer.concat(chunks, total);
    total += chunk.length;
    if (total > MAX_BYTES) throw new InputError(`larger than ${MAX_BYTES / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
}

function readChunk(): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  return new Promise((resolve, reject) => {
    const attempt = () =>
      read(0, buffer, 0, buffer.length, null, (error, length) => {
        if (!error) resolve(buffer.subarray(0, length));
        else if (error.code === 'EAGAIN') setTimeout(attempt, 5);
        else if (error.code === 'EOF') resolve(buffer.subarray(0, 0));
        else reject(new InputError(`stdin could not be read (${error.code})`));
      });
    attempt();
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError('stdin is not valid UTF-8');
  }
}
