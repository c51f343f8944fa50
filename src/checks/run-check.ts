import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isFolder } from '../platform/folders.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { isAlive, stopAndKillTree, waitForExit } from '../platform/process-tree.ts';
import { closedWithin, waitForEnd } from '../platform/run-process.ts';
import { type ChildProcess, type ProcessEnd, start } from '../platform/spawn.ts';
import type { Check, CheckOutcome, CheckResult } from './check.ts';
import { type CheckLine, checkLineOf } from './check-line.ts';
import { killIfOrphaned } from './kill-if-orphaned.ts';
import { newOutputFolder, type OutputPipe, openOutputPipe, removeAbandonedFolders } from './output-pipe.ts';
import { OutputTail } from './output-tail.ts';
import { checkEnvironment, taggedProcesses } from './tagged-processes.ts';

export interface CheckContext {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  abortSignal: AbortSignal;
}

/** The name under which the shell that runs a check reports errors. No script of the project has it. */
const SHELL_NAME = 'ccc-check';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const SYNTAX_ERROR = 2;

/** How long to read on after the shell exits: a background process may still be writing. */
const DRAIN_MS = 100;
/** For the last output to arrive after everything that could write was killed. */
const LAST_OUTPUT_MS = 1000;
/** Must fit into the 1.5 s between Claude Code's signal and its SIGKILL. */
const KILL_MS = 800;

/**
 * Runs a check to its end or its deadline. Either way nothing that it started is left running: not below it, not in its
 * process group, not anywhere its tag is found. All of it is killed with SIGKILL at once: a SIGTERM handler may start
 * more.
 */
export async function runCheck(
  check: Check,
  timeoutMs: number,
  { folder, env, abortSignal }: CheckContext,
): Promise<CheckResult> {
  const started = performance.now();
  const result = (outcome: CheckOutcome, { output, leftOut } = { output: '', leftOut: 0 }): CheckResult => ({
    name: check.name,
    run: check.run,
    outcome,
    output,
    ...(leftOut > 0 && { leftOut }),
    ms: Math.round(performance.now() - started),
    reused: false,
  });
  if (abortSignal.aborted) return result({ kind: 'interrupted' });
  // To the system a missing folder and a missing shell are the same error.
  if (!isFolder(folder)) return result(notStarted(`there is no folder ${folder}`));

  const tag = randomBytes(16).toString('hex');
  const variables = checkEnvironment(env, tag);
  const line = checkLineOf(check.run, { folder, env: variables });
  removeAbandonedFolders();
  const outputFolder = newOutputFolder();
  const orphanKiller = killIfOrphaned(tag, outputFolder, variables.PATH);
  const pipe = openOutputPipe(outputFolder, variables.PATH);
  orphanKiller.add('reader', pipe?.reader.pid);
  let running: ChildProcess | undefined;
  let stream: Readable | undefined;
  const tagged = () => taggedProcesses(tag);
  const cleanUp = () => {
    if (running) stopAndKillTree(running, tagged);
    stream?.destroy();
    pipe?.reader.kill('SIGKILL');
    pipe?.remove();
    orphanKiller.cancel();
  };
  process.on('exit', cleanUp);
  try {
    const child = startShell(check.run, folder, variables, pipe);
    running = child;
    orphanKiller.add('group', child.pid);
    const tail = new OutputTail();
    stream = (pipe?.stdout ?? child.stdout) as Readable;
    stream.on('data', (data: Buffer) => tail.add(data)).on('error', () => {});
    const end = await waitForEnd(child, timeoutMs, abortSignal);
    if (end.kind === 'exited') await closedWithin([stream], DRAIN_MS);
    await killAll(child, tagged);
    // From here on its process id may belong to another process.
    running = undefined;
    if (end.kind === 'exited' || end.kind === 'timed-out') await closedWithin([stream], LAST_OUTPUT_MS);
    const written = tail.text(secretsIn(env));
    return result(outcomeOfEnd(end, timeoutMs, written.output, line), written);
  } catch (error) {
    // Bun throws what Node emits, and both throw for an invalid argument.
    return result(notStarted(String((error as Error).message)));
  } finally {
    cleanUp();
    process.off('exit', cleanUp);
  }
}

/** In a process group of its own, without a terminal or input; stderr goes where stdout goes, which keeps their order. */
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

function outcomeOfEnd(end: ProcessEnd, timeoutMs: number, output: string, line: CheckLine): CheckOutcome {
  switch (end.kind) {
    case 'exited':
      return outcomeOfExit(end.code, end.signal, output, line);
    case 'not-started':
      return notStarted(end.error.message);
    case 'timed-out':
      return { kind: 'timed-out', seconds: Math.max(1, Math.round(timeoutMs / 1000)) };
    case 'aborted':
      return { kind: 'interrupted' };
  }
}

/**
 * A script of the project can exit as a shell does that cannot start it, and print the same. So it counts as not started
 * only if the whole output is an error of our own shell, and that was known without running it.
 */
export function outcomeOfExit(
  exit: number | null,
  signal: string | null,
  output: string,
  { missing, isValid }: CheckLine,
): CheckOutcome {
  if (exit === 0) return { kind: 'passed' };
  const failed: CheckOutcome = { kind: 'failed', exit, signal };
  const lines = output.trim().split('\n');
  if (!lines.every((line) => line.startsWith(`${SHELL_NAME}: `))) return failed;
  // Some shells add a line number.
  const why = lines.map((line) => line.slice(SHELL_NAME.length + 2).replace(/^(?:line )?\d+: /, '')).join('\n');
  const isMissing = missing !== undefined && why.replace(/^exec: /, '').startsWith(`${missing}: `);
  if (isMissing && (exit === NOT_FOUND || exit === NOT_EXECUTABLE) && lines.length === 1) return notStarted(why);
  if (exit === SYNTAX_ERROR && /syntax error|unexpected EOF/i.test(why) && !isValid()) return notStarted(why);
  return failed;
}

const notStarted = (why: string): CheckOutcome => ({ kind: 'not-started', why: why.slice(0, 500) });

/** Repeated, because a process that is just being started while the others are killed is found only the next time. */
async function killAll(child: ChildProcess, tagged: () => number[]): Promise<void> {
  const end = performance.now() + KILL_MS;
  do {
    stopAndKillTree(child, tagged);
    await waitForExit(child, end - performance.now());
  } while (performance.now() < end && (isAlive(child) || tagged().length > 0));
}
