import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { killIfOrphaned } from '../checks/kill-if-orphaned.ts';
import { taggedProcesses } from '../checks/tagged-processes.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { exportedSignals } from '../config/telemetry.ts';
import { secretsIn, secretsInDocument } from '../platform/known-secrets.ts';
import { fileLog, type Log } from '../platform/log.ts';
import { stopAndKillTree } from '../platform/process-tree.ts';
import { redactor } from '../platform/redact.ts';
import { run } from '../platform/run-process.ts';
import { firstSignal } from '../platform/signals.ts';
import type { ChildProcess } from '../platform/spawn.ts';
import type { DeliveryJob } from './job.ts';

const COMMAND_MS = 10_000;
/** For what has left the command's process tree to be gone after SIGKILL. */
const KILL_MS = 2_000;
/** For everything: whatever goes wrong, the process is gone after that. */
const TOTAL_MS = 20_000;
/** Of what the command printed, in the log if it failed. */
const MAX_OUTPUT = 2_000;

/** `ccc __deliver`: one job from stdin. Always exits with 0, for nobody waits. */
export async function runDelivery(env: Env): Promise<number> {
  const job: DeliveryJob = JSON.parse(readFileSync(0, 'utf8'));
  const { file } = await readConfig(job.configFile);
  const log = fileLog(job.log, redactor([...secretsIn(env.all), ...secretsInDocument(file)]));
  const stop = firstSignal();
  const unfinished = new Set(['on_event', 'telemetry']);
  const work = { on_event: runCommand(job, env, log, stop.signal), telemetry: sendTelemetry(job, env, log) };
  const all = Object.entries(work).map(([what, one]) =>
    one.catch((error) => log('delivery failed', { error: String(error) })).finally(() => unfinished.delete(what)),
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TOTAL_MS);
  });
  const interrupted = new Promise<void>((resolve) => {
    // First the command has to be ended, which then does not take long.
    stop.signal.addEventListener('abort', () => void all[0]?.then(() => resolve()));
  });
  await Promise.race([Promise.all(all), interrupted, tooLong]);
  clearTimeout(timer);
  const why = stop.name ? { signal: stop.name } : { seconds: TOTAL_MS / 1000 };
  if (unfinished.size > 0) log('delivery was cut off', { unfinished: [...unfinished], ...why });
  return 0;
}

/** The record is on its stdin alone: in an argument or a variable, a shell could take text of the agent for a command. */
async function runCommand({ onEvent, line }: DeliveryJob, env: Env, log: Log, signal: AbortSignal): Promise<void> {
  if (!onEvent?.trim()) return;
  const variables = Object.entries(env.all).filter(([name]) => !name.startsWith('OTEL_'));
  // What it starts is found by it, as what a check starts is, also after it has left the process tree.
  const tag = randomBytes(16).toString('hex');
  // If this process is killed, nothing else would end the command.
  const orphanKiller = killIfOrphaned(tag, undefined, env.all.PATH);
  let shell: ChildProcess | undefined;
  const { end, stdout, stderr } = await run('/bin/sh', ['-c', onEvent], {
    cwd: env.home ?? '/',
    env: { ...Object.fromEntries(variables), CCC_CHECK: tag },
    onStart: (child) => {
      shell = child;
      orphanKiller.add('group', child.pid);
    },
    input: `${JSON.stringify(line)}\n`,
    timeoutMs: COMMAND_MS,
    signal,
    maxBytes: MAX_OUTPUT,
    keep: 'end',
    collectStderr: true,
    killTree: true,
  });
  if (shell) await killTagged(shell, tag);
  orphanKiller.cancel();
  if (end.kind === 'exited' && end.code === 0) return;
  const how = end.kind === 'not-started' ? { error: String(end.error) } : end;
  log('supervisor.on_event failed', { ...how, stdout: stdout.toString(), stderr: stderr.toString() });
}

/** Repeated, because a process that is just being started while the others are killed is found only the next time. */
async function killTagged(shell: ChildProcess, tag: string): Promise<void> {
  const tagged = () => taggedProcesses(tag);
  const end = performance.now() + KILL_MS;
  for (; tagged().length > 0 && performance.now() < end; await sleep(20)) stopAndKillTree(shell, tagged);
}

async function sendTelemetry(job: DeliveryJob, env: Env, log: Log): Promise<void> {
  const signals = exportedSignals(env.all);
  if (signals.length === 0) return;
  const { exportLine } = await import('./otel.ts');
  await exportLine(job, signals, env.all, log);
}
