import { renameSync, statSync } from 'node:fs';
import { appendLine } from './private-file.ts';
import { type Redact, redactedJson } from './redact.ts';

const MAX_BYTES = 1024 * 1024;

/** Words of the hook for whoever looks for the reason of something later. */
export type Log = (message: string, details?: Record<string, unknown>) => void;

/** A log that cannot be written must not change what the hook decides. */
export function fileLog(path: string, redact: Redact): Log {
  return (message, details = {}) => {
    const line = redactedJson({ time: new Date().toISOString(), pid: process.pid, message, ...details }, redact);
    try {
      keepSmall(path);
      appendLine(path, line);
    } catch {
      // Nothing to tell it to: stdout is protocol, and stderr would turn into a hook error.
    }
  };
}

function keepSmall(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(path, `${path}.1`);
}
