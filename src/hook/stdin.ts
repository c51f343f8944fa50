import { fstatSync, read } from 'node:fs';
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

/**
 * In Bun reading the descriptor is a millisecond faster than the stream. In Node a pending read would keep `process.exit`
 * waiting for as long as the writer keeps the pipe open.
 */
function readBytes(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const add = (chunk: Buffer) => {
      total += chunk.length;
      if (total > MAX_BYTES) reject(new InputError({ code: 'stdin-too-large', mebibytes: MAX_BYTES / 1024 / 1024 }));
      else chunks.push(chunk);
      return total <= MAX_BYTES;
    };
    const end = () => resolve(Buffer.concat(chunks, total));
    const fail = (error: unknown) =>
      reject(new InputError({ code: 'stdin-unreadable', reason: errorCode(error) ?? String(error) }));
    if (process.versions.bun) readDescriptor(add, end, fail);
    else process.stdin.on('data', add).on('end', end).on('error', fail);
  });
}

function readDescriptor(add: (chunk: Buffer) => boolean, end: () => void, fail: (error: unknown) => void): void {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const next = () =>
    read(0, buffer, 0, buffer.length, null, (error, length) => {
      if (error?.code === 'EAGAIN') setTimeout(next, 5);
      else if (error && error.code !== 'EOF') fail(error);
      else if (error || length === 0) end();
      else if (add(Buffer.from(buffer.subarray(0, length)))) next();
    });
  next();
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ code: 'stdin-not-utf8' });
  }
}
