import { StringDecoder } from 'node:string_decoder';
import { run } from '../platform/run-process.ts';
import type { ChildProcess, ProcessResult } from '../platform/spawn.ts';
import { errorCode } from '../platform/user-error.ts';

export interface SandboxStart {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** For a client that reads and writes `stream-json`. Default: its stdin is closed at once. */
  stream?: ClientStream;
}

export interface ClientStream {
  firstMessage: string;
  /** Gets every line of stdout. `done` closes the client's stdin, which ends it. */
  onLine(line: string): 'continue' | 'done';
}

export type SandboxExit =
  | { kind: 'exited'; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'not-started'; code: string }
  | { kind: 'too-slow'; seconds: number }
  | { kind: 'interrupted' };

export interface SandboxRun {
  ending: SandboxExit;
  /** The last 16 kB of each. */
  stdout: string;
  stderr: string;
}

/** Runs the client to its end, or ends it with everything below it at the limit or when interrupted. */
export async function runInSandbox(
  { command, args, cwd, env, stream }: SandboxStart,
  limitMs: number,
  abortSignal: AbortSignal,
): Promise<SandboxRun> {
  const { end, stdout, stderr } = await run(command, args, {
    cwd,
    env,
    ...(stream ? { onStart: (child) => connect(child, stream) } : { input: '' }),
    timeoutMs: limitMs,
    signal: abortSignal,
    maxBytes: 16 * 1024,
    keep: 'end',
    collectStderr: true,
    killTree: true,
  });
  return { ending: sandboxExit(end, limitMs), stdout: stdout.toString(), stderr: stderr.toString() };
}

function sandboxExit(end: ProcessResult['end'], limitMs: number): SandboxExit {
  switch (end.kind) {
    case 'exited':
      return end;
    case 'not-started':
      return { kind: 'not-started', code: errorCode(end.error) ?? String(end.error) };
    case 'timed-out':
    case 'too-much-output':
      return { kind: 'too-slow', seconds: limitMs / 1000 };
    case 'aborted':
      return { kind: 'interrupted' };
  }
}

function connect({ stdin, stdout }: ChildProcess, { firstMessage, onLine }: ClientStream): void {
  stdin?.write(`${firstMessage}\n`);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stdout?.on('data', (data: Buffer) => {
    const lines = (rest + decoder.write(data)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (onLine(line) === 'done') stdin?.end();
  });
}
