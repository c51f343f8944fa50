import * as pty from '@lydell/node-pty';
import headless from '@xterm/headless';
import { CLAUDE, type Sandbox } from './sandbox.ts';
import { sleep, until } from './wait.ts';

/**
 * Leads the session on the terminal and outlives the program: when a session's leader ends, the kernel drops what was
 * written and not yet read. The mark says how the program ended; no terminal shows it.
 */
const LEADER = `trap : HUP INT QUIT TERM TSTP; "$@"; printf '\\033]7777;%s\\007' "$?"; exec sleep 600`;
const [ESCAPE, BELL] = ['\x1b', '\x07'];
const ENDED = new RegExp(`${ESCAPE}]7777;(\\d+)${BELL}`);

/** A screen, the real client's if no other program is named: a real pty, and a terminal that draws what a person would see. */
export class Screen {
  private readonly terminal: InstanceType<typeof headless.Terminal>;
  private written = '';
  private readonly client: pty.IPty;
  private alive = true;
  private exitCode: number | undefined;

  constructor(
    box: Sandbox,
    args: string[] = [],
    [program = CLAUDE, ...first]: readonly string[] = [],
    { cols = 100, rows = 40 } = {},
  ) {
    this.terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
    this.client = pty.spawn('/bin/sh', ['-c', LEADER, 'sh', program, ...first, ...args], {
      cols,
      rows,
      cwd: box.project,
      env: box.environment,
      name: 'xterm-256color',
    });
    this.client.onData((data) => {
      this.written += data;
      // What is known to have ended has also been drawn.
      this.terminal.write(data, () => this.look());
    });
    // The client asks the terminal what it can do and waits for the answer.
    this.terminal.onData((data) => this.alive && this.client.write(data));
    this.client.onExit(({ exitCode }) => {
      this.alive = false;
      this.exitCode ??= exitCode;
    });
  }

  private look(): void {
    const code = ENDED.exec(this.written)?.[1];
    if (code === undefined || !this.alive) return;
    this.exitCode = Number(code);
    this.alive = false;
    this.kill();
  }

  private kill(): void {
    try {
      process.kill(-this.client.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  text(): string {
    const buffer = this.terminal.buffer.active;
    return Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? '').join('\n');
  }

  /** Everything that was written to the terminal, as it was written. */
  raw(): string {
    return this.written.replace(ENDED, '');
  }

  /** The rows that only go on with what did not fit into the row above. */
  wrappedRows(): string[] {
    const buffer = this.terminal.buffer.active;
    return Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)).flatMap((line) =>
      line?.isWrapped ? [line.translateToString(true)] : [],
    );
  }

  /** Waits until the screen shows `words`. */
  async shows(words: string | RegExp): Promise<void> {
    const has = () => (typeof words === 'string' ? this.text().includes(words) : words.test(this.text()));
    await until(`the screen to show ${words}`, has).catch((error) => {
      throw new Error(`${error.message}\nThe screen:\n${this.text()}`);
    });
  }

  async type(text: string): Promise<void> {
    this.client.write(text);
    await until(`${text} in the prompt`, () => this.text().includes(text.slice(0, 20)));
    // Enter that follows at once belongs to the text for a prompt that takes it as pasted.
    await sleep(150);
    this.client.write('\r');
  }

  /** Presses a key until something comes of it: a screen that is just being drawn may miss the first. */
  async pressUntil(keys: string, what: string, done: () => boolean): Promise<void> {
    await until(what, async () => {
      if (done() || !this.alive) return true;
      this.press(keys);
      await sleep(500);
      return done();
    });
  }

  /** Ctrl-C until it is gone: once asks, twice leaves. */
  async leave(): Promise<void> {
    await this.pressUntil('\x03', 'the screen to be left', () => !this.alive);
  }

  resize(cols: number, rows: number): void {
    this.client.resize(cols, rows);
    this.terminal.resize(cols, rows);
  }

  press(keys: string): void {
    this.client.write(keys);
  }

  /** Waits until the program has ended; what it exits with. */
  async ended(): Promise<number | undefined> {
    await until('the program to end', () => !this.alive).catch((error) => {
      throw new Error(`${error.message}\nThe screen:\n${this.text()}`);
    });
    return this.exitCode;
  }

  async close(): Promise<void> {
    if (this.alive) this.kill();
    await until('the screen to close', () => !this.alive).catch(() => {});
  }
}
