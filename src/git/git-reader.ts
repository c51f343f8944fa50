import { type GitLimits, type GitResult, git } from './git.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How long reading may take in all. */
export interface ReadLimits {
  signal?: AbortSignal | undefined;
  /** On the clock of `performance.now()`. */
  untilMs?: number | undefined;
}

/** If the caller sets no limits. */
const DEFAULT_TOTAL_MS = 20_000;
const DEFAULT_COMMAND_MS = 10_000;

export const READ_ONLY_OPTIONS = [
  ...['-c', 'core.quotePath=false'],
  // Against settings with which git overlooks a changed file, or takes two files for one.
  ...['-c', 'core.trustctime=true', '-c', 'core.checkStat=default', '-c', 'core.untrackedCache=false'],
  ...(process.platform === 'linux' ? ['-c', 'core.ignorecase=false'] : []),
  '--literal-pathspecs',
  // `git replace` would put another commit in the place of the one that is compared with.
  '--no-replace-objects',
];

const NOT_RUN: GitResult = { code: null, stdout: Buffer.alloc(0), truncated: false, late: true };

/** Runs git commands on a work tree, with one time limit for all of them. */
export class GitReader {
  /** Something was left out for lack of time. */
  late = false;
  private readonly until: number;
  private readonly slowFolders = new Set<string>();

  constructor(
    readonly env: Env,
    private readonly limits: ReadLimits = {},
  ) {
    this.until = limits.untilMs ?? performance.now() + DEFAULT_TOTAL_MS;
  }

  /** Call this before anything that takes time. */
  isTimeUp(): boolean {
    const isUp = this.limits.signal?.aborted === true || performance.now() >= this.until;
    if (isUp) this.late = true;
    return isUp;
  }

  /** Where git has once timed out, it is not run again: each command would take as long. */
  async git(folder: string, args: readonly string[], options: GitLimits = {}): Promise<GitResult> {
    if (this.isTimeUp() || this.slowFolders.has(folder)) return NOT_RUN;
    const timeoutMs = Math.min(options.timeoutMs ?? DEFAULT_COMMAND_MS, this.until - performance.now());
    const { signal } = this.limits;
    const result = await git(folder, [...READ_ONLY_OPTIONS, ...args], this.env, { ...options, timeoutMs, signal });
    if (result.late) {
      this.late = true;
      this.slowFolders.add(folder);
    }
    return result;
  }
}
