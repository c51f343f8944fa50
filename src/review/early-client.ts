import { isDeepStrictEqual } from 'node:util';
import { isAlive, killTreeNow } from '../platform/process-tree.ts';
import { type ChildProcess, start } from '../platform/spawn.ts';

/** A start of the client: what the SDK asks for, or what we expect it to ask for. */
export interface ClientStart {
  command: string;
  args: string[];
  cwd?: string | undefined;
  env: Record<string, string | undefined>;
}

/**
 * A client that boots while the SDK is still being loaded: a fifth of the time to the first request. It is used only if
 * the SDK then asks for exactly this start; else it is ended, and the SDK gets the one it asked for. See docs/adr/0007.
 */
export class EarlyClient {
  private child: ChildProcess;

  constructor(
    private readonly expected: ClientStart,
    private readonly onStderr: (text: string) => void,
    private readonly onMismatch: () => void,
  ) {
    this.child = this.start(expected);
  }

  get process(): ChildProcess {
    return this.child;
  }

  for({ command, args, cwd, env }: ClientStart): ChildProcess {
    const wanted = { command, args, cwd, env };
    const fits = isDeepStrictEqual(set(wanted), set(this.expected));
    // One that has already ended would never tell the SDK so.
    if (fits && this.child.pid !== undefined && isAlive(this.child)) return this.child;
    if (!fits) this.onMismatch();
    killTreeNow(this.child);
    this.child = this.start(wanted);
    return this.child;
  }

  private start({ command, args, cwd, env }: ClientStart): ChildProcess {
    const child = start(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stderr?.on('data', (data) => this.onStderr(String(data)));
    process.once('exit', () => killTreeNow(child));
    return child;
  }
}

/** A variable that is undefined is one that is not there. */
const set = (start: ClientStart): ClientStart => ({
  ...start,
  env: Object.fromEntries(Object.entries(start.env).filter(([, value]) => value !== undefined)),
});
