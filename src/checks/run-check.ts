import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isFolder } from '../platform/folders.ts';
import { exitOf, isAlive, killStopped } from '../platform/process-tree.ts';
import { secretsIn } from '../platform/redact.ts';
import { isClosed, waitForEnd } from '../platform/run-process.ts';
import { type ChildProcess, type ProcessEnd, start } from '../platform/spawn.ts';
import type { Check, CheckOutcome, CheckResult } from './check.ts';
import { checkEnvironment } from './environment.ts';
import { checkOutcome, notStarted, SHELL_NAME } from './outcome.ts';
import { OutputTail } from './output-end.ts';
import { outputFolder, sweepOutputFolders } from './output-folder.ts';
import { type OutputPipe, outputPipe } from './output-pipe.ts';
import { taggedProcesses } from './tagged-processes.ts';
import { watcher } from './watcher.ts';

export interface CheckContext {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  interrupted: AbortSignal;
}

/** For those that write on for a moment after the shell has ended. What holds the stream for longer is not waited for. */
const DRAIN_MS = 100;
/** For what was written to arrive, once nobody is left to write. */
const LAST_WORDS_MS = 1000;
/** Claude Code kills us 1.5 s after it asked us to end. */
const GONE_MS = 800;

/**
 * Runs a check to its end, or to its deadline. However it ends, nothing that it started is left: neither below it, nor in
 * its group, nor wherever else its mark is found. Nobody is asked to end first; who is asked may start others.
 */
export async function runCheck(
  check: Check,
  timeoutMs: number,
  { folder, env, interrupted }: CheckContext,
): Promise<CheckResult> {
  const begun = performance.now();
  const result = (outcome: CheckOutcome, said = { output: '', leftOut: 0 }): CheckResult => ({
    name: check.name,
    run: check.run,
    outcome,
    output: said.output,
    ...(said.leftOut > 0 && { leftOut: said.leftOut }),
    ms: Math.round(performance.now() - begun),
    reused: false,
  });
  if (interrupted.aborted) return result({ kind: 'not-run', why: 'interrupted' });
  // For the system a folder that is missing and a shell that is missing are the same.
  if (!isFolder(folder)) return result(notStarted(`there is no folder ${folder}`));

  const mark = randomBytes(16).toString('hex');
  const variables = checkEnvironment(env, mark);
  sweepOutputFolders();
  const output = outputFolder();
  const watching = watcher(mark, output, variables.PATH);
  const pipe = outputPipe(output, variables.PATH);
  watching.over('relay', pipe?.reader.pid);
  let running: ChildProcess | undefined;
  let stream: Readable | undefined;
  const everyone = () => taggedProcesses(mark);
  const lastMoment = () => {
    if (running) killStopped(running, everyone);
    stream?.destroy();
    pipe?.reader.kill('SIGKILL');
    pipe?.remove();
    watching.dismiss();
  };
  process.on('exit', lastMoment);
  try {
    const child = startShell(check.run, folder, variables, pipe);
    running = child;
    watching.over('group', child.pid);
    const end = new OutputTail();
    stream = (pipe?.stdout ?? child.stdout) as Readable;
    stream.on('data', (data: Buffer) => end.add(data)).on('error', () => {});
    const ending = await waitForEnd(child, timeoutMs, interrupted);
    if (ending.kind === 'exited') await isClosed([stream], DRAIN_MS);
    await endAll(child, everyone);
    // From here on its number may be another's.
    running = undefined;
    if (ending.kind === 'exited' || ending.kind === 'timed-out') await isClosed([stream], LAST_WORDS_MS);
    const said = end.text(secretsIn(env));
    return result(outcomeFrom(ending, timeoutMs, said.output), said);
  } catch (error) {
    // Bun throws what Node emits; both throw for what can be no argument.
    return result(notStarted(String((error as Error).message)));
  } finally {
    lastMoment();
    process.off('exit', lastMoment);
  }
}

/** A group of its own, no terminal, nothing to read; and stderr goes where stdout goes, so that their order is kept. */
function startShell(
  run: string,
  folder: string,
  env: Record<string, string>,
  pipe: OutputPipe | undefined,
): ChildProcess {
  const shell = `exec /bin/sh -c "$1" ${SHELL_NAME} ${pipe ? '>"$2" ' : ''}2>&1`;
  return start('/bin/sh', ['-c', shell, 'sh', run, ...(pipe ? [pipe.path] : [])], {
    cwd: folder,
    env,
    stdio: ['ignore', pipe ? 'ignore' : 'pipe', 'ignore'],
    ownGroup: true,
  });
}

function outcomeFrom(ending: ProcessEnd, timeoutMs: number, output: string): CheckOutcome {
  switch (ending.kind) {
    case 'exited':
      return checkOutcome(ending.code, ending.signal, output);
    case 'not-started':
      return notStarted(ending.error.message);
    case 'timed-out':
      return { kind: 'timed-out', seconds: Math.max(1, Math.round(timeoutMs / 1000)) };
    case 'aborted':
      return { kind: 'not-run', why: 'interrupted' };
  }
}

/** One that is just being started while the others are killed is found at the next look. */
async function endAll(child: ChildProcess, everyone: () => number[]): Promise<void> {
  const end = performance.now() + GONE_MS;
  do {
    killStopped(child, everyone);
    await exitOf(child, end - performance.now());
  } while (performance.now() < end && (isAlive(child) || everyone().length > 0));
}
