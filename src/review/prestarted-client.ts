import { isDeepStrictEqual } from 'node:util';
import { isAlive, killTreeNow } from '../platform/process-tree.ts';
import { type ChildProcess, start } from '../platform/spawn.ts';

/** How the client is started: as the SDK asks for it, or as we expect it to ask. */
export interface ClientStart {
  command: string;
  args: string[];
  cwd?: string | undefined;
  env: Record<string, string | undefined>;
}

/**
 * A client that boots while the SDK is still loading, which saves a fifth of the time to the first request. The SDK gets
 * it if it asks for exactly this start; otherwise it is killed and another one is started. See docs/adr/0007.
 */
export class PrestartedClient {
  private child: ChildProcess;

  constructor(
    private readonly expected: ClientStart,
    private readonly on: {
      stderr(text: string): void;
      mismatch(): void;
      /** It could not clean up after itself. */
      killed(pid: number): void;
    },
  ) {
    this.child = this.start(expected);
  }

  get process(): ChildProcess {
    return this.child;
  }

  /** The process for the start that the SDK asks for. */
  takeFor({ command, args, cwd, env }: ClientStart): ChildProcess {
    const wanted = { command, args, cwd, env };
    const isExpected = isDeepStrictEqual(withoutUnset(wanted), withoutUnset(this.expected));
    // A client that has already exited would not emit `exit` again for the SDK.
    if (isExpected && this.child.pid !== undefined && isAlive(this.child)) return this.child;
    if (!isExpected) this.on.mismatch();
    this.kill(this.child);
    this.child = this.start(wanted);
    return this.child;
  }

  private start({ command, args, cwd, env }: ClientStart): ChildProcess {
    const child = start(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stderr?.on('data', (data) => this.on.stderr(String(data)));
    const kill = () => this.kill(child);
    process.once('exit', kill);
    child.once('exit', (_, signal) => {
      // `ccc eval` starts hundreds, one after the other.
      process.off('exit', kill);
      if (signal === 'SIGKILL' && child.pid !== undefined) this.on.killed(child.pid);
    });
    return child;
  }

  /** Also while this process exits, when no event comes any more. */
  private kill(child: ChildProcess): void {
    const wasAlive = isAlive(child);
    killTreeNow(child);
    if (wasAlive && child.pid !== undefined) this.on.killed(child.pid);
  }
}

/** A variable set to undefined is the same as none. */
const withoutUnset = (start: ClientStart): ClientStart => ({
  ...start,
  env: Object.fromEntries(Object.entries(start.env).filter(([, value]) => value !== undefined)),
});
