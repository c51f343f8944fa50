import * as pty from '@lydell/node-pty';
import headless from '@xterm/headless';
import { CLAUDE, type Sandbox, sleep, until } from './sandbox.ts';

/** The real client's screen: a real pty, and a terminal that draws what a person would see. */
export class Screen {
  private readonly terminal = new headless.Terminal({ cols: 100, rows: 40, allowProposedApi: true });
  private readonly client: pty.IPty;
  private alive = true;

  constructor(box: Sandbox, args: string[] = [], command: readonly string[] = [CLAUDE]) {
    const [program, ...first] = command;
    this.client = pty.spawn(program as string, [...first, ...args], {
      cols: 100,
      rows: 40,
      cwd: box.project,
      env: box.environment,
      name: 'xterm-256color',
    });
    this.client.onData((data) => this.terminal.write(data));
    // The client asks the terminal what it can do and waits for the answer.
    this.terminal.onData((data) => this.alive && this.client.write(data));
    this.client.onExit(() => {
      this.alive = false;
    });
  }

  text(): string {
    const buffer = this.terminal.buffer.active;
    return Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? '').join('\n');
  }

  /** Waits until the screen shows `words`. */
  async shows(words: string | RegExp, limitMs = 20_000): Promise<void> {
    const has = () => (typeof words === 'string' ? this.text().includes(words) : words.test(this.text()));
    await until(`the screen to show ${words}; it shows:\n${this.text()}`, has, limitMs).catch((error) => {
      throw new Error(`${error.message}\nThe screen:\n${this.text()}`);
    });
  }

  async type(text: string): Promise<void> {
    this.client.write(text);
    await sleep(150);
    this.client.write('\r');
  }

  get pid(): number {
    return this.client.pid;
  }

  resize(cols: number, rows: number): void {
    this.client.resize(cols, rows);
    this.terminal.resize(cols, rows);
  }

  press(keys: string): void {
    this.client.write(keys);
  }

  async close(): Promise<void> {
    if (this.alive) this.client.kill('SIGKILL');
    await until('the screen to close', () => !this.alive).catch(() => {});
  }
}
