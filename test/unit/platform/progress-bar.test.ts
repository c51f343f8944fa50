import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressBar } from '../../../src/platform/progress-bar.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STYLE = { colour: false, utf8: false, columns: 80 };

function start(style = STYLE) {
  const drawn: string[] = [];
  const label = (done: number, of: number) => `Reading ${done}/${of}`;
  const bar = new ProgressBar(10, label, style, (text) => void drawn.push(text));
  return { bar, drawn, lines: () => drawn.map((text) => text.replace('\r\x1b[K', '')) };
}

it('shows how far it is, and leaves an empty line', () => {
  const { bar, drawn, lines } = start();
  vi.advanceTimersByTime(150);
  for (let n = 0; n < 5; n++) bar.add();
  vi.advanceTimersByTime(150);
  expect(lines()).toEqual([`Reading 0/10 ${'.'.repeat(30)}`, `Reading 5/10 ${'#'.repeat(15)}${'.'.repeat(15)}`]);
  bar.clear();
  expect(drawn.at(-1)).toBe('\r\x1b[K');
  vi.advanceTimersByTime(1000);
  expect(drawn).toHaveLength(3);
});

it('draws nothing for what is over at once', () => {
  const { bar, drawn } = start();
  bar.add();
  bar.clear();
  vi.advanceTimersByTime(1000);
  expect(drawn).toEqual([]);
});

it.each([80, 30, 20, 5])('is never wider than a terminal of %i columns, beyond its text', (columns) => {
  const { bar, lines } = start({ ...STYLE, utf8: true, columns });
  for (let n = 0; n < 20; n++) bar.add();
  vi.advanceTimersByTime(150);
  expect(widthOf(lines()[0] as string)).toBeLessThan(Math.max(columns, 'Reading 20/10'.length + 1));
  bar.clear();
});
