import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findClaude } from '../../src/claude/executable.ts';
import { readEnv } from '../../src/config/env.ts';
import type { JournalEntry } from '../../src/hook/journal.ts';
import type { State } from '../../src/hook/rules/state.ts';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The real client, the one the SDK brings: nothing on this machine's PATH is used. */
export const CLAUDE = findClaude(readEnv({ PATH: '' }));

/** The two ways `ccc` is run. Both must pass the same scenarios. */
export const VARIANTS = [
  { name: 'npm package', command: [process.execPath, join(ROOT, 'dist/ccc.cjs')] },
  { name: 'single binary', command: [join(ROOT, 'dist/bin/ccc')] },
] as const;

export type Variant = { readonly name: string; readonly command: readonly string[] };

/** The same command inside a shell script, which gets it as "$@": for redirections, a umask, a mount. */
export const throughShell = (variant: Variant, script: string): Variant => ({
  name: variant.name,
  command: ['/bin/sh', '-c', script, 'sh', ...variant.command],
});

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** A home, a project and a clean environment of their own, under a temporary folder. */
export class Sandbox {
  readonly dir = mkdtempSync(join(tmpdir(), 'ccc-test-'));
  readonly home = join(this.dir, 'home');
  readonly project = join(this.dir, 'project');
  readonly claudeDir = join(this.home, '.claude');
  readonly cccDir = join(this.claudeDir, 'ccc');
  /** Extra variables for everything started here. */
  env: Record<string, string> = {};
  private readonly started = new Set<ChildProcess>();

  constructor(
    readonly variant: Variant,
    readonly apiUrl: string,
  ) {
    mkdirSync(this.claudeDir, { recursive: true });
    mkdirSync(this.project);
    this.trustProject();
  }

  /** The client's screen starts without its first-run questions. */
  private trustProject(): void {
    const projects = { [this.project]: { hasTrustDialogAccepted: true } };
    writeFileSync(
      join(this.home, '.claude.json'),
      JSON.stringify({ hasCompletedOnboarding: true, theme: 'dark', projects }),
    );
  }

  get environment(): Record<string, string> {
    return {
      HOME: this.home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      CCC_CLAUDE: CLAUDE,
      ANTHROPIC_BASE_URL: this.apiUrl,
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
    const [command, ...first] = this.variant.command;
    return this.keep(
      spawn(command as string, [...first, ...args], { cwd: this.project, env: { ...this.environment, ...env } }),
    );
  }

  /** Any other program, which ends with the sandbox. */
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess {
    return this.keep(spawn(command, args, options));
  }

  /** Hooks as `ccc` wants them registered, in the user's own settings. */
  registerHooks(events: string[] = ['Stop'], extra: object = {}): void {
    const command = [...this.variant.command.map(quote), 'supervisor-hook'].join(' ');
    const hooks = Object.fromEntries(
      events.map((event) => [
        event,
        [
          {
            ...(event === 'PreToolUse' ? { matcher: 'AskUserQuestion' } : {}),
            hooks: [{ type: 'command', command, timeout: 600 }],
          },
        ],
      ]),
    );
    this.write(join(this.claudeDir, 'settings.json'), { hooks, ...extra });
  }

  /** The real client, not interactive. */
  claude(args: string[], env: Record<string, string> = {}): Promise<Finished> {
    const child = this.keep(
      spawn(CLAUDE, args, {
        cwd: this.project,
        env: { ...this.environment, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    return finish(child, null);
  }

  state(id: string): State {
    return JSON.parse(readFileSync(join(this.cccDir, `supervisor-${id}.json`), 'utf8'));
  }

  log(id: string): string {
    return readFileSync(join(this.cccDir, `supervisor-${id}.log`), 'utf8');
  }

  journal(): JournalEntry[] {
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

  private keep(child: ChildProcess): ChildProcess {
    this.started.add(child);
    child.once('exit', () => this.started.delete(child));
    return child;
  }

  /** Ends whatever is left of this sandbox, and waits for it: a hook that was about to end would write into it again. */
  async endAll(): Promise<void> {
    for (const pid of processesWith(this.dir)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone by itself.
      }
    }
    await until('every process to be gone', () => processesWith(this.dir).length === 0);
  }

  dispose(): void {
    for (const child of this.started) child.kill('SIGKILL');
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The one JSON object of a decision; a hook that decides says nothing else. */
export function decisionOf({ code, stdout, stderr }: Finished) {
  if (code !== 0 || stderr !== '' || !/^\{.*\}\n$/.test(stdout))
    throw new Error(`not a decision: exit ${code}, stdout ${JSON.stringify(stdout)}, stderr ${JSON.stringify(stderr)}`);
  return JSON.parse(stdout);
}

export function finish(child: ChildProcess, input: string | object | null): Promise<Finished> {
  const finished = outcome(child);
  if (input !== null) child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input));
  else child.stdin?.end();
  return finished;
}

/** What a process comes to. Its stdin is left alone: open until somebody closes it. */
export function outcome(child: ChildProcess): Promise<Finished> {
  const begun = performance.now();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (data) => out.push(data));
  child.stderr?.on('data', (data) => err.push(data));
  child.stdin?.on('error', () => {});
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) =>
      done({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        ms: performance.now() - begun,
      }),
    );
  });
}

/** Processes that carry `mark` in their environment or command line: whatever a test may have left behind. */
export function processesWith(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const about = readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return about.includes(mark) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        return false;
      }
    })
    .map(Number);
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function until<T>(
  what: string,
  check: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 15_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await sleep(25);
  }
}
