import { StringDecoder } from 'node:string_decoder';
import { run } from '../platform/run-process.ts';
import type { ChildProcess, ProcessResult } from '../platform/spawn.ts';
import { errorCode } from '../platform/user-error.ts';

export interface SandboxStart {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** With `stream-json` both ways: what is said to it first, and who hears its lines until they have heard enough. */
  talk?: { first: string; heard(line: string): 'go on' | 'enough' };
}

export type SandboxExit =
  | { kind: 'exited'; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'not-started'; code: string }
  | { kind: 'too-slow'; seconds: number }
  | { kind: 'interrupted' };

export interface SandboxRun {
  ending: SandboxExit;
  stdout: string;
  stderr: string;
}

const TAIL_BYTES = 16 * 1024;

/** Runs the client to its end, or ends it and everything below it at the limit or when interrupted. */
export async function runInSandbox(
  { command, args, cwd, env, talk }: SandboxStart,
  limitMs: number,
  interrupted: AbortSignal,
): Promise<SandboxRun> {
  const { end, stdout, stderr } = await run(command, args, {
    cwd,
    env,
    ...(talk ? { onStart: (child) => converse(child, talk) } : { input: '' }),
    timeoutMs: limitMs,
    signal: interrupted,
    maxBytes: TAIL_BYTES,
    keep: 'end',
    collectStderr: true,
    killTree: true,
  });
  return { ending: exitOf(end, limitMs), stdout: stdout.toString(), stderr: stderr.toString() };
}

function exitOf(end: ProcessResult['end'], limitMs: number): SandboxExit {
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

function converse({ stdin, stdout }: ChildProcess, talk: NonNullable<SandboxStart['talk']>): void {
  stdin?.write(`${talk.first}\n`);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stdout?.on('data', (data: Buffer) => {
    const lines = (rest + decoder.write(data)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (talk.heard(line) === 'enough') stdin?.end();
  });
}
