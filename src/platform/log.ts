import { renameSync, statSync } from 'node:fs';
import { type Redact, redactedJson } from './known-secrets.ts';
import { appendLine } from './private-file.ts';

const MAX_BYTES = 1024 * 1024;

/** A log for finding out later why something happened. */
export type Log = (message: string, details?: Record<string, unknown>) => void;

/** Errors are ignored: a log that cannot be written must not change what the hook decides. */
export function fileLog(path: string, redact: Redact): Log {
  return (message, details = {}) => {
    const line = redactedJson({ time: new Date().toISOString(), pid: process.pid, message, ...details }, redact);
    try {
      rotate(path);
      appendLine(path, line);
    } catch {
      // Nowhere to report it: stdout is protocol, and stderr would become a hook error.
    }
  };
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(path, `${path}.1`);
}
