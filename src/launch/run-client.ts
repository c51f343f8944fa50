import { isatty } from 'node:tty';
import { isStopped } from '../platform/process-tree.ts';
import { type ChildProcess, start } from '../platform/spawn.ts';
import { errorCode } from '../platform/user-error.ts';

/** How the client ended. */
export type ClientExit = { code: number } | { signal: NodeJS.Signals } | { notStarted: string };

/** Relayed at once: only we get them, or getting them twice does no harm. */
const RELAYED: NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'];
/** A terminal sends these to the client too. Relayed only if the client is still running after the grace period. */
const FROM_TERMINAL: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const TERMINAL_GRACE_MS = 1000;

/**
 * Starts the client as a shell would have: with our terminal, in our process group, and it gets our signals. `onStart`
 * gets its pid.
 */
export function runClient(
  command: string,
  args: string[],
  env: Record<string, string | undefined>,
  {
    relay = new SignalRelay(),
    onStart,
    cwd,
  }: { relay?: SignalRelay; onStart?: (pid: number) => void; cwd?: string } = {},
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
      relay.detach();
      resolve(signal ? { signal } : { code: code ?? 1 });
    });
  });
}

/** Ends this process with the signal that ended the client. Call it last: nothing runs after it. */
export function killSelf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Relays our signals to the client. Created before files are written, so that no signal ends us and leaves them. */
export class SignalRelay {
  private child: ChildProcess | undefined;
  /** Those that came before the client was started. */
  private early: NodeJS.Signals[] = [];
  /** From the moment we stop until SIGCONT, which Node delivers after the signals that came before it. */
  private stopped = false;
  private readonly handlers: [NodeJS.Signals, () => void][];

  constructor() {
    const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
    const later = (signal: NodeJS.Signals) => () =>
      setTimeout(() => this.send(signal), hasTerminal && this.child ? TERMINAL_GRACE_MS : 0).unref();
    this.handlers = [
      ...RELAYED.map((signal): [NodeJS.Signals, () => void] => [signal, () => this.send(signal)]),
      ...FROM_TERMINAL.map((signal): [NodeJS.Signals, () => void] => [signal, later(signal)]),
      ['SIGCONT', () => this.resume()],
      ['SIGTSTP', () => this.onSuspendRequest()],
      // The client stops itself on Ctrl-Z. The shell waits for us, so we have to stop too.
      ['SIGCHLD', () => this.child?.pid !== undefined && isStopped(this.child.pid) && this.suspendOurselves()],
    ];
    for (const [signal, handler] of this.handlers) process.on(signal, handler);
  }

  to(child: ChildProcess): void {
    this.child = child;
    for (const signal of this.early) child.kill(signal);
  }

  /** The client has ended. Handlers stay: people press Ctrl-C once too often, and it must not end us while we clean up. */
  detach(): void {
    this.child = undefined;
  }

  release(): void {
    for (const [signal, handler] of this.handlers) process.off(signal, handler);
  }

  /**
   * Whether the client will stop is not known yet: it may ignore the signal, and the kernel discards it where no shell
   * watches over the process group. If we stopped without it, nothing would continue us.
   */
  private onSuspendRequest(): void {
    // One Ctrl-Z reaches us twice, as a signal and as a client that has stopped: the second must not stop us again.
    if (this.stopped) return;
    if (this.child) this.send('SIGTSTP');
    else this.suspendOurselves();
  }

  private suspendOurselves(): void {
    if (this.stopped) return;
    this.stopped = true;
    process.kill(process.pid, 'SIGSTOP');
  }

  private resume(): void {
    this.stopped = false;
    this.send('SIGCONT');
  }

  private send(signal: NodeJS.Signals): void {
    if (this.child) this.child.kill(signal);
    else this.early.push(signal);
  }
}
