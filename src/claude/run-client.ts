import { type ChildProcess, spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import { codeOf } from '../problem.ts';
import { isStopped } from './process-tree.ts';

/** How the client ended. */
export type Ending = { code: number } | { signal: NodeJS.Signals } | { notStarted: string };

/** Handed on at once: they come to us alone, or do no harm twice. */
const RELAYED: NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGCONT'];
/** A terminal sends these to the client as well; only one that was meant for us alone has to be handed on. */
const FROM_TERMINAL: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const TERMINAL_GRACE_MS = 1000;

/**
 * Starts the client as if it had been started itself: our terminal, our process group, our signals. `onStart` gets its
 * pid.
 */
export function runClient(
  command: string,
  args: string[],
  env: Record<string, string | undefined>,
  onStart: (pid: number) => void,
  cwd?: string,
): Promise<Ending> {
  const child = spawn(command, args, { stdio: 'inherit', env, cwd });
  const release = relaySignals(child);
  if (child.pid !== undefined) onStart(child.pid);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      release();
      resolve({ notStarted: codeOf(error) ?? String(error) });
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(signal ? { signal } : { code: code ?? 1 });
    });
  });
}

/** Ends this process the way the client ended. */
export function endLike(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}

function relaySignals(child: ChildProcess): () => void {
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  const handlers: [NodeJS.Signals, () => void][] = [
    ...RELAYED.map((signal): [NodeJS.Signals, () => void] => [signal, () => child.kill(signal)]),
    ...FROM_TERMINAL.map((signal): [NodeJS.Signals, () => void] => [
      signal,
      () => setTimeout(() => child.kill(signal), hasTerminal ? TERMINAL_GRACE_MS : 0).unref(),
    ]),
    [
      'SIGTSTP',
      () => {
        child.kill('SIGTSTP');
        process.kill(process.pid, 'SIGSTOP');
      },
    ],
    // The client stops itself on Ctrl-Z. The shell waits for us, so we have to stop with it.
    ['SIGCHLD', () => child.pid !== undefined && isStopped(child.pid) && process.kill(process.pid, 'SIGSTOP')],
  ];
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}
