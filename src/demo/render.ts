import type { DemoMessages } from '../i18n/demo.ts';
import { drawStderr, writeStdout } from '../platform/output.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';
import { wrapText } from '../platform/text-layout.ts';
import { type DemoEvent, demoEventsIn } from './events.ts';
import type { DemoResult } from './result.ts';
import { Timeline } from './timeline.ts';

const TICK_MS = 100;
const ERASE_LINE = '\r\x1b[K';

/** Prints the demo's events as they happen, and counts the verdicts. */
export class DemoRenderer {
  readonly verdicts = { blocks: 0, allows: 0, failed: 0 };
  private readonly timeline: Timeline;
  private startedAt = performance.now();
  private spinner: NodeJS.Timeout | undefined;

  constructor(
    private readonly messages: DemoMessages,
    private readonly style: TerminalStyle,
    private readonly options: { quiet: boolean; spinner: boolean },
  ) {
    this.timeline = new Timeline(messages, style);
  }

  printStart(prompt: string, folder: string): void {
    this.startedAt = performance.now();
    this.print(this.paragraph(this.messages.title));
    this.print(this.paragraph(this.messages.project(folder)));
    this.print(`\n${this.timeline.prompt(prompt)}`);
  }

  /** Takes one line of the client's output; `done` when its turn is over. */
  handleLine(line: string): 'continue' | 'done' {
    const events = demoEventsIn(line);
    for (const event of events) this.handleEvent(event);
    return events.some(({ kind }) => kind === 'end') ? 'done' : 'continue';
  }

  handleEvent(event: DemoEvent): void {
    if (event.kind === 'verdict') this.verdicts[event.allowed ? 'allows' : 'blocks'] += 1;
    if (event.kind === 'review-failed') this.verdicts.failed += 1;
    this.stopSpinner();
    this.print(this.timeline.event(event, this.elapsedMs()));
    if (event.kind === 'review-begins' || event.kind === 'reviewer-reads') this.startSpinner();
  }

  stopSpinner(): void {
    if (this.spinner === undefined) return;
    clearInterval(this.spinner);
    this.spinner = undefined;
    drawStderr(ERASE_LINE);
  }

  summary({ blocks, reviews, requests, seconds }: DemoResult): string {
    const { messages } = this;
    const figures = messages.summaryFigures(reviews, requests.worker + requests.reviewer, seconds.toFixed(1));
    const lines = [
      messages.summaryBlocks(blocks),
      messages.summaryWork('price.sh', 'sh test.sh'),
      figures,
      '',
      messages.next,
    ];
    return `\n${lines.map((line) => this.paragraph(line)).join('')}`;
  }

  private startSpinner(): void {
    if (!this.options.spinner || this.options.quiet) return;
    let tick = 0;
    const draw = () => drawStderr(`${ERASE_LINE}${this.timeline.spinner(this.elapsedMs(), tick++)}`);
    draw();
    this.spinner = setInterval(draw, TICK_MS);
  }

  private readonly elapsedMs = () => performance.now() - this.startedAt;

  private paragraph = (text: string) => `${wrapText(text, this.style.columns - 1).join('\n')}\n`;

  private print(text: string): void {
    if (!this.options.quiet) writeStdout(text);
  }
}
