import { isatty } from 'node:tty';
import { isStopped } from '../platform/process-tree.ts';
import { type ChildProcess, start } from '../platform/spawn.ts';
import { errorCode } from '../platform/user-error.ts';

/** How the client ended. */
export type ClientExit = { code: number } | { signal: NodeJS.Signals } | { notStarted: string };

/** Handed on at once: they come to us alone, or do no harm twice. */
const RELAYED: NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'];
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
  { relay = new Relay(), onStart, cwd }: { relay?: Relay; onStart?: (pid: number) => void; cwd?: string } = {},
): Promise<ClientExit> {
  const child = start(command, args, { stdio: 'inherit', env, cwd });
  relay.to(child);
  if (child.pid !== undefined) onStart?.(child.pid);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      relay.release();
      resolve({ notStarted: errorCode(error) ?? String(error) });
    });
    child.once('exit', (code, signal) => {
      relay.release();
      resolve(signal ? { signal } : { code: code ?? 1 });
    });
  });
}

/** Ends this process the way the client ended. */
export function exitLike(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}

/** Hands signals on to the client. Made before anything is written, so that none ends us with something left behind. */
export class Relay {
  private child: ChildProcess | undefined;
  private early: NodeJS.Signals[] = [];
  /** From when we stop until we are told to go on, which is heard after everything that came before it. */
  private stopped = false;
  private readonly handlers: [NodeJS.Signals, () => void][];

  constructor() {
    const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
    const after = (signal: NodeJS.Signals) => () =>
      setTimeout(() => this.send(signal), hasTerminal && this.child ? TERMINAL_GRACE_MS : 0).unref();
    this.handlers = [
      ...RELAYED.map((signal): [NodeJS.Signals, () => void] => [signal, () => this.send(signal)]),
      ...FROM_TERMINAL.map((signal): [NodeJS.Signals, () => void] => [signal, after(signal)]),
      ['SIGCONT', () => this.goOn()],
      ['SIGTSTP', () => this.suspend()],
      // The client stops itself on Ctrl-Z. The shell waits for us, so we have to stop with it.
      ['SIGCHLD', () => this.child?.pid !== undefined && isStopped(this.child.pid) && this.stop()],
    ];
    for (const [signal, handler] of this.handlers) process.on(signal, handler);
  }

  to(child: ChildProcess): void {
    this.child = child;
    for (const signal of this.early) child.kill(signal);
  }

  release(): void {
    for (const [signal, handler] of this.handlers) process.off(signal, handler);
  }

  /**
   * Whether the client stops is not known yet: it may ignore the signal, and where no shell watches over the process
   * group the kernel discards it. To stop on our own would then be for ever: nobody is there to continue us.
   */
  private suspend(): void {
    // What is left of the Ctrl-Z that has already stopped us: both signals of it may be waiting here.
    if (this.stopped) return;
    if (this.child) this.send('SIGTSTP');
    else this.stop();
  }

  private stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    process.kill(process.pid, 'SIGSTOP');
  }

  private goOn(): void {
    this.stopped = false;
    this.send('SIGCONT');
  }

  private send(signal: NodeJS.Signals): void {
    if (this.child) this.child.kill(signal);
    else this.early.push(signal);
  }
}
