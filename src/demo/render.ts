import type { DemoMessages } from '../i18n/demo.ts';
import { drawStderr, writeStdout } from '../platform/output.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';
import { wrapText } from '../platform/text-layout.ts';
import { type DemoEvent, demoEventsIn } from './events.ts';
import type { DemoResult } from './result.ts';
import { Timeline } from './timeline.ts';

const TICK_MS = 100;
const ERASED = '\r\x1b[K';

/** Tells what happens while it happens, and counts the verdicts. */
export class DemoRenderer {
  readonly verdicts = { blocks: 0, allows: 0, failed: 0 };
  private readonly timeline: Timeline;
  private begun = performance.now();
  private spinner: NodeJS.Timeout | undefined;

  constructor(
    private readonly words: DemoMessages,
    private readonly look: TerminalStyle,
    private readonly manner: { quiet: boolean; spinner: boolean },
  ) {
    this.timeline = new Timeline(words, look);
  }

  begin(prompt: string, folder: string): void {
    this.begun = performance.now();
    this.say(this.paragraph(this.words.title));
    this.say(this.paragraph(this.words.project(folder)));
    this.say(`\n${this.timeline.begin(prompt)}`);
  }

  /** One line of the client's; `enough` when its turn is over. */
  line(text: string): 'go on' | 'enough' {
    const happenings = demoEventsIn(text);
    for (const happening of happenings) this.heard(happening);
    return happenings.some(({ kind }) => kind === 'end') ? 'enough' : 'go on';
  }

  heard(happening: DemoEvent): void {
    if (happening.kind === 'verdict') this.verdicts[happening.allowed ? 'allows' : 'blocks'] += 1;
    if (happening.kind === 'review-failed') this.verdicts.failed += 1;
    this.end();
    this.say(this.timeline.tell(happening, this.elapsed()));
    if (happening.kind === 'review-begins' || happening.kind === 'reviewer-reads') this.spin();
  }

  /** Nothing moves any more. */
  end(): void {
    if (this.spinner === undefined) return;
    clearInterval(this.spinner);
    this.spinner = undefined;
    drawStderr(ERASED);
  }

  summary({ blocks, reviews, requests, seconds }: DemoResult): string {
    const { words } = this;
    const figures = words.summaryFigures(reviews, requests.worker + requests.reviewer, seconds.toFixed(1));
    const lines = [words.summaryBlocks(blocks), words.summaryWork('price.sh', 'sh test.sh'), figures, '', words.next];
    return `\n${lines.map((line) => this.paragraph(line)).join('')}`;
  }

  private spin(): void {
    if (!this.manner.spinner || this.manner.quiet) return;
    let tick = 0;
    const step = () => drawStderr(`${ERASED}${this.timeline.waiting(this.elapsed(), tick++)}`);
    step();
    this.spinner = setInterval(step, TICK_MS);
  }

  private readonly elapsed = () => performance.now() - this.begun;

  private paragraph = (text: string) => `${wrapText(text, this.look.columns - 1).join('\n')}\n`;

  private say(text: string): void {
    if (!this.manner.quiet) writeStdout(text);
  }
}
