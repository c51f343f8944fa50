import { writeSync } from 'node:fs';
import { printedJson } from './json/printed-json.ts';
import { errorCode } from './user-error.ts';

/** stdout is for programs, stderr for people. Written with one system call where possible: `process.stdout` costs 4 ms. */
export const writeStdout = (text: string): boolean => writeAll(1, text);

export const writeStderr = (text: string): boolean => writeAll(2, text.endsWith('\n') ? text : `${text}\n`);

/** The terminal behind our streams. Only for what draws on it: `process.stdout` costs 4 ms. */
export function terminalInfo(): TerminalInfo {
  const { stdout, stderr } = process;
  const [columns, rows] = [stdout.columns || stderr.columns || undefined, stdout.rows || undefined];
  return { stdout: stdout.isTTY, stderr: stderr.isTTY, columns, rows };
}

interface TerminalInfo {
  stdout: boolean;
  stderr: boolean;
  columns: number | undefined;
  rows: number | undefined;
}

/** For a terminal that reports no size. */
export const USUAL_COLUMNS = 80;

/** How wide lines may be: no limit without a terminal, which is what would wrap them. */
export function stdoutColumns(): number {
  const { stdout, columns } = terminalInfo();
  return stdout ? (columns ?? USUAL_COLUMNS) : Number.POSITIVE_INFINITY;
}

/** Why stdout could not be written, such as a full disk; a reader that went away (EPIPE) does not count. */
let unwritten: string | undefined;
export const stdoutFailure = (): string | undefined => unwritten;

/** False if it could not be written. */
function writeAll(fd: number, text: string): boolean {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const code = errorCode(error) ?? String(error);
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else {
        if (fd === 1 && code !== 'EPIPE') unwritten = code;
        return false;
      }
    }
  }
  return true;
}

/** Without a line break at the end, for what is redrawn on a terminal. */
export const drawStderr = (text: string): boolean => writeAll(2, text);

/** For prompts, which draw by themselves. On a terminal that reports no columns they would draw one letter per line. */
export function promptStream() {
  const { stderr } = process;
  for (const [name, value] of Object.entries({ columns: USUAL_COLUMNS, rows: 24 }))
    if (stderr.isTTY && !stderr[name as 'columns' | 'rows'])
      Object.defineProperty(stderr, name, { value, writable: true, configurable: true, enumerable: true });
  return stderr;
}

/** What `--json` prints: one document. */
export const printJson = (document: object): boolean => writeStdout(`${printedJson(document, 2)}\n`);
