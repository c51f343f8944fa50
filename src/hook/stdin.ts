import { fstatSync } from 'node:fs';
import { errorCode } from '../platform/user-error.ts';
import { InputError } from './protocol/input.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Claude Code writes one JSON object and closes stdin; other callers may not, so reading has a time limit. */
export interface Stdin {
  isTerminal(): Promise<boolean>;
  readAll(limitMs: number): Promise<string>;
}

export const processStdin: Stdin = {
  isTerminal: async () => {
    // Claude Code gives a pipe: `node:tty` is loaded only for a device.
    if (!isDevice()) return false;
    return (await import('node:tty')).isatty(0);
  },
  readAll: async (limitMs) => {
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new InputError({ code: 'stdin-too-slow', seconds: limitMs / 1000 })), limitMs);
    });
    try {
      return decode(await Promise.race([readBytes(), tooSlow]));
    } finally {
      clearTimeout(timer);
    }
  },
};

function isDevice(): boolean {
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    return false;
  }
}

async function readBytes(): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of stdinStream()) {
      total += chunk.length;
      if (total > MAX_BYTES) throw new InputError({ code: 'stdin-too-large', mebibytes: MAX_BYTES / 1024 / 1024 });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ code: 'stdin-unreadable', reason: errorCode(error) ?? String(error) });
  }
  return Buffer.concat(chunks, total);
}

/** In Bun its own stream takes half a millisecond less than that of Node. */
function stdinStream(): AsyncIterable<Uint8Array> {
  const { Bun } = globalThis as { Bun?: { stdin: { stream(): AsyncIterable<Uint8Array> } } };
  return Bun ? Bun.stdin.stream() : process.stdin;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ code: 'stdin-not-utf8' });
  }
}
