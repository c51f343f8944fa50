import { drawStderr } from './output.ts';
import type { TerminalStyle } from './terminal-style.ts';
import { widthOf } from './text-layout.ts';

const ERASE_LINE = '\r\x1b[K';
const BAR_COLUMNS = 30;
/** What takes less than one of these is over before a bar could be read. */
const REDRAW_MS = 150;

/** A line of a terminal that is drawn again and again until it is cleared. */
export class ProgressBar {
  private readonly timer: NodeJS.Timeout;
  private done = 0;
  private isDrawn = false;

  constructor(
    private readonly total: number,
    private readonly label: (done: number, of: number) => string,
    private readonly style: TerminalStyle,
    private readonly draw: (text: string) => void = drawStderr,
  ) {
    this.timer = setInterval(() => {
      this.isDrawn = true;
      this.draw(`${ERASE_LINE}${this.line()}`);
    }, REDRAW_MS);
  }

  add(): void {
    this.done++;
  }

  clear(): void {
    clearInterval(this.timer);
    if (this.isDrawn) this.draw(ERASE_LINE);
  }

  private line(): string {
    const text = this.label(this.done, this.total);
    const columns = Math.min(BAR_COLUMNS, this.style.columns - widthOf(text) - 2);
    if (columns < 5) return text;
    const [full, empty] = this.style.utf8 ? ['█', '░'] : ['#', '.'];
    const filled = Math.min(columns, Math.floor((columns * this.done) / this.total));
    return `${text} ${full.repeat(filled)}${empty.repeat(columns - filled)}`;
  }
}
