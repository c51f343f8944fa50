import { type GitLimits, type GitResult, git } from './git.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How far a whole look may go. */
export interface ReadLimits {
  signal?: AbortSignal | undefined;
  /** On the clock of `performance.now()`. */
  untilMs?: number | undefined;
}

/** Without bounds of the caller's. */
const MOST_MS = 20_000;
const GIT_MS = 10_000;

/** Nothing may run a program of the repository's: no hook when an index is refreshed. */
export const LOOK = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'],
  // Settings with which git takes a file for unchanged that is not, or takes two for one.
  ...['-c', 'core.trustctime=true', '-c', 'core.checkStat=default', '-c', 'core.untrackedCache=false'],
  ...(process.platform === 'linux' ? ['-c', 'core.ignorecase=false'] : []),
  '--literal-pathspecs',
];

const NOT_ASKED: GitResult = { code: null, stdout: Buffer.alloc(0), cut: false, late: true };

/** One look at a work tree: however many questions it takes, there is one end for all of them. */
export class GitReader {
  /** Something was left out for want of time. */
  late = false;
  private readonly until: number;
  private readonly stuck = new Set<string>();

  constructor(
    readonly env: Env,
    private readonly bounds: ReadLimits = {},
  ) {
    this.until = bounds.untilMs ?? performance.now() + MOST_MS;
  }

  /** Asked before each thing that takes time. */
  isOver(): boolean {
    const isOver = this.bounds.signal?.aborted === true || performance.now() >= this.until;
    if (isOver) this.late = true;
    return isOver;
  }

  /** Where git has once taken too long, it would again: each question would cost as much. */
  async git(folder: string, args: readonly string[], limits: GitLimits = {}): Promise<GitResult> {
    if (this.isOver() || this.stuck.has(folder)) return NOT_ASKED;
    const timeoutMs = Math.min(limits.timeoutMs ?? GIT_MS, this.until - performance.now());
    const { signal } = this.bounds;
    const said = await git(folder, [...LOOK, ...args], this.env, { ...limits, timeoutMs, signal });
    if (said.late) {
      this.late = true;
      this.stuck.add(folder);
    }
    return said;
  }
}
