import { StringDecoder } from 'node:string_decoder';
import { waitForExit } from '../platform/process-tree.ts';
import { type ChildProcess, start } from '../platform/spawn.ts';
import type { AuditResult, AuditTask } from './audit-session.ts';

export interface WorkerOptions {
  /** This program, with what makes it read tasks from stdin and write results to stdout. */
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string | undefined>>;
  count: number;
  signal: AbortSignal;
}

interface Worker {
  child: ChildProcess;
  /** The tasks that it has been given and not answered, by their place in the list. */
  open: number[];
}

/** The next task is there when a worker has finished one. */
const TASKS_PER_WORKER = 2;
/** How far ahead of the oldest open task others may be finished: their results wait in memory. */
const MAX_AHEAD = 1_000;
/** A worker that dies is replaced, but not again and again. */
const MAX_DEATHS = 10;
const GONE_MS = 2_000;

/**
 * The result of every task, in the order of the tasks, computed by other processes of this program: they use all cores,
 * work in the npm package and in the single binary, and leave this process free to react to Ctrl-C. None of them outlives
 * the loop over the results; if this process is killed, they end because their stdin does.
 */
export async function* resultsOfWorkers(
  tasks: readonly AuditTask[],
  options: WorkerOptions,
): AsyncGenerator<AuditResult> {
  const pool = new WorkerPool(tasks, options);
  try {
    for (let at = 0; at < tasks.length; at++) {
      const result = await pool.result(at);
      if (result === undefined) return;
      yield result;
    }
  } finally {
    await pool.end();
  }
}

class WorkerPool {
  private readonly workers = new Set<Worker>();
  private readonly results = new Map<number, AuditResult>();
  /** Tasks of a worker that died. */
  private readonly again: number[] = [];
  private next = 0;
  /** The oldest task whose result has not been taken. */
  private oldest = 0;
  private deaths = 0;
  private isEnding = false;
  private wake = () => {};
  private readonly onAbort = () => this.wake();

  constructor(
    private readonly tasks: readonly AuditTask[],
    private readonly options: WorkerOptions,
  ) {
    options.signal.addEventListener('abort', this.onAbort);
    for (let n = 0; n < options.count; n++) this.startWorker();
  }

  /** Undefined if the work was aborted. */
  async result(at: number): Promise<AuditResult | undefined> {
    this.oldest = at;
    for (const worker of this.workers) this.feed(worker);
    for (;;) {
      if (this.options.signal.aborted) return undefined;
      const result = this.results.get(at);
      this.results.delete(at);
      if (result) return result;
      if (this.workers.size === 0) throw new Error(`the processes that read the sessions ended ${this.deaths} times`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async end(): Promise<void> {
    this.isEnding = true;
    this.options.signal.removeEventListener('abort', this.onAbort);
    const children = [...this.workers].map(({ child }) => child);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => (child.pid === undefined ? undefined : waitForExit(child, GONE_MS))));
  }

  private startWorker(): void {
    const [program, ...args] = this.options.command;
    let child: ChildProcess;
    try {
      // In our process group: Ctrl-Z stops all of us, Ctrl-C ends all of us. In a folder that is there: ours may be gone.
      child = start(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: this.options.env, cwd: '/' });
    } catch {
      this.deaths++;
      return;
    }
    const worker: Worker = { child, open: [] };
    this.workers.add(worker);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    child.stdout?.on('data', (data: Buffer) => {
      const lines = (rest + decoder.write(data)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.onResult(worker, JSON.parse(line) as AuditResult);
    });
    // What was written arrives before `close`.
    child.once('close', () => this.onGone(worker));
    child.once('error', () => this.onGone(worker));
    this.feed(worker);
  }

  private feed({ child, open }: Worker): void {
    while (open.length < TASKS_PER_WORKER) {
      const at =
        this.again.shift() ??
        (this.next < Math.min(this.tasks.length, this.oldest + MAX_AHEAD) ? this.next++ : undefined);
      if (at === undefined) return;
      open.push(at);
      child.stdin?.write(`${JSON.stringify(this.tasks[at])}\n`);
    }
  }

  private onResult(worker: Worker, result: AuditResult): void {
    this.results.set(worker.open.shift() as number, result);
    this.feed(worker);
    this.wake();
  }

  /** It worked on the first of its tasks when it died: trying that again could kill the next one too. */
  private onGone(worker: Worker): void {
    if (!this.workers.delete(worker) || this.isEnding) return;
    const [fatal, ...others] = worker.open;
    if (fatal !== undefined) this.results.set(fatal, { kind: 'unreadable', why: 'the process that read it ended' });
    this.again.push(...others);
    if (++this.deaths < MAX_DEATHS && !this.options.signal.aborted) this.startWorker();
    this.wake();
  }
}
