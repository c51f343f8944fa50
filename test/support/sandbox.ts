import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findClaude } from '../../src/claude/executable.ts';
import { readEnv } from '../../src/config/env.ts';
import type { StoredState } from '../../src/hook/stored-state.ts';
import type { JournalEntry, JournalLine } from '../../src/journal/record.ts';
import { answeredFirstRun } from '../../src/sandbox/folder.ts';
import type { Build } from './builds.ts';
import { gitEnv } from './git-env.ts';
import { type Finished, finish, killAll, processesWith } from './processes.ts';
import { until } from './wait.ts';

export { ROOT } from './builds.ts';

/** The real client, the one the SDK brings: nothing on this machine's PATH is used. */
export const CLAUDE = findClaude(readEnv({ PATH: '' }));

/** An address where nobody listens. */
export const NO_API = 'http://127.0.0.1:9';

/** A session of the real client, and where it keeps the transcript. */
export interface Session {
  session_id: string;
  transcript: string;
}

const MATCHERS: Record<string, string> = { PreToolUse: 'AskUserQuestion', Notification: 'idle_prompt' };
const RECORDED = ['SessionStart', 'SessionEnd', 'StopFailure'];
/** The events that `ccc install` registers us for without anything in `ccc.json`. */
export const ALL_HOOKS = ['Stop', ...Object.keys(MATCHERS), ...RECORDED];

/** A home, a project and a clean environment of their own, under a temporary folder. */
export class Sandbox {
  dir = '';
  /** Extra variables for everything started here. */
  env: Record<string, string> = {};
  private readonly started = new Set<ChildProcess>();

  constructor(
    readonly build: Build,
    public apiUrl?: string,
  ) {
    if (apiUrl !== undefined) this.open(apiUrl);
  }

  /** Makes a new, empty folder. */
  open(apiUrl: string): void {
    this.apiUrl = apiUrl;
    this.env = {};
    // The real path: the client keeps what it knows of a project under it.
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), 'ccc-test-')));
    mkdirSync(this.claudeDir, { recursive: true });
    mkdirSync(this.project);
    this.trustProject();
  }

  get home(): string {
    return join(this.dir, 'home');
  }
  get project(): string {
    return join(this.dir, 'project');
  }
  get claudeDir(): string {
    return join(this.home, '.claude');
  }
  get cccDir(): string {
    return join(this.claudeDir, 'ccc');
  }

  /** The client's screen starts without its first-run questions. */
  private trustProject(): void {
    writeFileSync(join(this.home, '.claude.json'), JSON.stringify(answeredFirstRun(this.project)));
  }

  get environment(): Record<string, string> {
    return {
      HOME: this.home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      CCC_CLAUDE: CLAUDE,
      ANTHROPIC_BASE_URL: this.apiUrl ?? NO_API,
      ANTHROPIC_AUTH_TOKEN: 'made-up-token-for-tests',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ...this.env,
    };
  }

  write(path: string, content: string | object): string {
    const full = resolve(this.dir, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return full;
  }

  /** The user's `ccc.json`, with nothing but the supervisor's settings. */
  config(supervisor: object): void {
    this.write(join(this.claudeDir, 'ccc.json'), { supervisor });
  }

  /** `ccc …` as a process, with `input` on its stdin. */
  ccc(args: string[], input: string | object | null = '', env: Record<string, string> = {}): Promise<Finished> {
    return finish(this.start(args, env), input);
  }

  hook(input: string | object, env: Record<string, string> = {}): Promise<Finished> {
    return this.ccc(['supervisor-hook'], input, env);
  }

  async supervise(id: string): Promise<void> {
    const { code, stderr } = await this.ccc(['supervisor-mode', 'on'], null, { CCC_SUPERVISOR_ID: id });
    if (code !== 0) throw new Error(`supervisor-mode on: ${stderr}`);
  }

  start(args: string[], env: Record<string, string> = {}): ChildProcess {
    const [command, ...first] = this.build.command;
    return this.spawn(command as string, [...first, ...args], {
      cwd: this.project,
      env: { ...this.environment, ...env },
    });
  }

  /** Any other program, which ends with the sandbox. */
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess {
    const child = spawn(command, args, options);
    this.started.add(child);
    child.once('exit', () => this.started.delete(child));
    return child;
  }

  /** Hooks as `ccc install` would register them, in the user's own settings. All of them are `ALL_HOOKS`. */
  registerHooks(events: string[] = ['Stop'], extra: object = {}): void {
    const command = [...this.build.command.map(quote), 'supervisor-hook'].join(' ');
    const hooks = Object.fromEntries(
      events.map((event) => [
        event,
        [
          {
            ...(MATCHERS[event] ? { matcher: MATCHERS[event] } : {}),
            hooks: [{ type: 'command', command, timeout: 600 }],
          },
        ],
      ]),
    );
    this.write(join(this.claudeDir, 'settings.json'), { hooks, ...extra });
  }

  /** The real client, not interactive. */
  claude(args: string[], env: Record<string, string> = {}): Promise<Finished> {
    const child = this.spawn(CLAUDE, args, {
      cwd: this.project,
      env: { ...this.environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return finish(child, null);
  }

  /** A prompt to the real client, and what it reports at the end. */
  async work(args: string[] = [], prompt = 'make it work'): Promise<{ session_id: string; result: string }> {
    const { stdout } = await this.claude(['-p', prompt, '--output-format', 'json', ...args]);
    return JSON.parse(stdout);
  }

  /**
   * Makes the project a git repository, and commits its files as they were at that time: git counts in seconds, and
   * what is made in the same second as the next step would seem to be part of it.
   */
  commit(message: string, at: number): void {
    const git = (...args: string[]) => {
      const { status, stderr } = spawnSync('git', args, { cwd: this.project, env: gitEnv(this.home, at) });
      if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    };
    git('init', '-q');
    for (const file of this.files(this.project))
      if (!file.includes('/.git/') && statSync(file).mtimeMs > at) utimesSync(file, at / 1000, at / 1000);
    git('add', '-A');
    git('commit', '-qm', message);
  }

  transcriptOf(sessionId: string): string {
    const path = this.files(this.claudeDir).find((file) => file.endsWith(`${sessionId}.jsonl`));
    if (!path) throw new Error(`the client has kept no transcript of ${sessionId}`);
    return path;
  }

  state(id: string): StoredState {
    return JSON.parse(readFileSync(join(this.cccDir, `supervisor-${id}.json`), 'utf8'));
  }

  log(id: string): string {
    return readFileSync(join(this.cccDir, `supervisor-${id}.log`), 'utf8');
  }

  /** Without the lines that say that supervision was turned on or off. */
  journal(): JournalEntry[] {
    return this.journalLines().filter(
      (line): line is JournalEntry => 'verdict' in line || 'overruled' in line || 'by_hand' in line,
    );
  }

  /** Every line, also those that are no decisions. */
  journalLines(): JournalLine[] {
    const path = join(this.cccDir, 'reviews.jsonl');
    if (!existsSync(path)) return [];
    // What follows the last line break is a line that is being written at this moment.
    return readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** Every file below the sandbox, for "nothing was left behind". */
  files(below = this.dir): string[] {
    return readdirSync(below, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  }

  /** Every file with its bytes, for "nothing was changed". */
  contents(below = this.dir): Record<string, string> {
    return Object.fromEntries(this.files(below).map((path) => [path, readFileSync(path, 'latin1')]));
  }

  processes(): number[] {
    // Every process carries the empty string.
    return this.dir === '' ? [] : processesWith(this.dir);
  }

  /** Waits until everything that was started here has ended by itself. */
  async allEnded(): Promise<void> {
    await until('every process of the sandbox to end', () => this.processes().length === 0);
  }

  /** Ends whatever is left of this sandbox, and waits for it: a hook that was about to end would write into it again. */
  async endAll(): Promise<void> {
    await until('every process of the sandbox to be gone', () => {
      const left = this.processes();
      killAll(left);
      return left.length === 0;
    });
  }

  /** Ends what is left and removes the folder. */
  async close(): Promise<void> {
    await this.endAll();
    this.dispose();
  }

  dispose(): void {
    for (const child of this.started) child.kill('SIGKILL');
    if (this.dir) rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The one JSON object of a decision; a hook that decides prints nothing else. */
export function decisionOf({ code, stdout, stderr }: Finished) {
  if (code !== 0 || stderr !== '' || !/^\{.*\}\n$/.test(stdout))
    throw new Error(`not a decision: exit ${code}, stdout ${JSON.stringify(stdout)}, stderr ${JSON.stringify(stderr)}`);
  return JSON.parse(stdout);
}
