import type { DemoMessages } from '../i18n/demo.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';
import { widthOf, wrapText } from '../platform/text-layout.ts';
import type { DemoEvent } from './events.ts';

type Speaker = 'you' | 'worker' | 'reviewer';

const COLOURS = { you: 34, worker: 36, reviewer: 35, good: 32, bad: 31, dim: 2 } as const;

/** Formats events as lines that are no wider than the terminal. */
export class Timeline {
  private reviews = 0;

  constructor(
    private readonly messages: DemoMessages,
    private readonly style: TerminalStyle,
  ) {}

  prompt(text: string): string {
    return this.entry(0, 'you', text);
  }

  event(event: DemoEvent, ms: number): string {
    const { messages } = this;
    switch (event.kind) {
      case 'says':
        return this.entry(ms, 'worker', messages.says(event.text));
      case 'asks':
        return this.entry(ms, 'worker', messages.asks(event.question));
      case 'does':
        return this.entry(ms, 'worker', messages.does(event.tool, event.what));
      case 'prints':
        return this.entry(ms, undefined, event.text, event.text.startsWith('ok') ? 'good' : 'bad');
      case 'review-begins':
        return this.entry(ms, 'reviewer', messages.reviewStarts);
      case 'reviewer-reads':
        return this.entry(ms, 'reviewer', messages.reads(event.file));
      case 'verdict': {
        const mark = this.style.utf8 ? (event.allowed ? '✓ ' : '✗ ') : '';
        const heading = event.allowed ? messages.approved(++this.reviews) : messages.sentBack(++this.reviews);
        return (
          this.entry(ms, 'reviewer', mark + heading, event.allowed ? 'good' : 'bad') +
          this.entry(ms, undefined, event.feedback)
        );
      }
      case 'review-failed':
        return this.entry(ms, 'reviewer', messages.failed(event.why), 'bad');
      case 'end':
        return '';
    }
  }

  /** One frame of the spinner that is shown during a review. */
  spinner(ms: number, tick: number): string {
    const frames = [...(this.style.utf8 ? '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏' : '|/-\\')];
    return this.paint(`${this.time(ms)}  ${frames[tick % frames.length]} ${this.messages.waiting}`, 'dim');
  }

  private entry(ms: number, speaker: Speaker | undefined, text: string, tone?: 'good' | 'bad'): string {
    const names = this.messages.speakers;
    const width = Math.max(...Object.values(names).map(widthOf));
    const name = speaker ? names[speaker] : '';
    const time = speaker ? this.time(ms) : ' '.repeat(6);
    const head = `${time}  ${this.paint(name, speaker)}${' '.repeat(width - widthOf(name))}  `;
    const indent = 6 + 2 + width + 2;
    const lines = wrapText(text, Math.max(20, this.style.columns - 1 - indent));
    return `${lines.map((line, i) => (i === 0 ? head : ' '.repeat(indent)) + this.paint(line, tone)).join('\n')}\n`;
  }

  private readonly time = (ms: number) => `${(ms / 1000).toFixed(1).padStart(5)}s`;

  private paint(text: string, colour: keyof typeof COLOURS | undefined): string {
    return this.style.colour && colour && text ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text;
  }
}
