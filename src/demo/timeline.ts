import type { DemoMessages } from '../i18n/demo.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';
import { widthOf, wrapText } from '../platform/text-layout.ts';
import type { DemoEvent } from './events.ts';

type Who = 'you' | 'worker' | 'supervisor';

const COLOURS = { you: 34, worker: 36, supervisor: 35, good: 32, bad: 31, dim: 2 } as const;

/** Pure: happenings as lines no wider than the terminal. */
export class Timeline {
  private reviews = 0;

  constructor(
    private readonly words: DemoMessages,
    private readonly look: TerminalStyle,
  ) {}

  begin(prompt: string): string {
    return this.entry(0, 'you', prompt);
  }

  tell(happening: DemoEvent, ms: number): string {
    const { words } = this;
    switch (happening.kind) {
      case 'says':
        return this.entry(ms, 'worker', words.says(happening.text));
      case 'asks':
        return this.entry(ms, 'worker', words.asks(happening.question));
      case 'does':
        return this.entry(ms, 'worker', words.does(happening.tool, happening.what));
      case 'prints':
        return this.entry(ms, undefined, happening.text, happening.text.startsWith('ok') ? 'good' : 'bad');
      case 'review-begins':
        return this.entry(ms, 'supervisor', words.begins);
      case 'reviewer-reads':
        return this.entry(ms, 'supervisor', words.reads(happening.file));
      case 'verdict': {
        const mark = this.look.utf8 ? (happening.allowed ? '✓ ' : '✗ ') : '';
        const head = happening.allowed ? words.allowed(++this.reviews) : words.sentBack(++this.reviews);
        return (
          this.entry(ms, 'supervisor', mark + head, happening.allowed ? 'good' : 'bad') +
          this.entry(ms, undefined, happening.feedback)
        );
      }
      case 'review-failed':
        return this.entry(ms, 'supervisor', words.failed(happening.why), 'bad');
      case 'end':
        return '';
    }
  }

  /** What is drawn while the supervisor works, to be drawn over. */
  waiting(ms: number, tick: number): string {
    const frames = this.look.utf8 ? '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏' : '|/-\\';
    return this.paint(`${this.time(ms)}  ${[...frames][tick % [...frames].length]} ${this.words.waiting}`, 'dim');
  }

  private entry(ms: number, who: Who | undefined, text: string, tone?: 'good' | 'bad'): string {
    const names = this.words.who;
    const width = Math.max(...Object.values(names).map(widthOf));
    const name = who ? names[who] : '';
    const head = `${who ? this.time(ms) : ' '.repeat(6)}  ${this.paint(name, who)}${' '.repeat(width - widthOf(name))}  `;
    const indent = 6 + 2 + width + 2;
    const lines = wrapText(text, Math.max(20, this.look.columns - 1 - indent));
    return `${lines.map((line, i) => (i === 0 ? head : ' '.repeat(indent)) + this.paint(line, tone)).join('\n')}\n`;
  }

  private readonly time = (ms: number) => `${(ms / 1000).toFixed(1).padStart(5)}s`;

  private paint(text: string, colour: keyof typeof COLOURS | undefined): string {
    return this.look.colour && colour && text ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text;
  }
}
