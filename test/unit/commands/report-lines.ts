import { ReportBuilder, type Surroundings } from '../../../src/history/report.ts';
import type { JournalLine } from '../../../src/journal/record.ts';

/** What a journal with these lines comes to. */
export function reportOf(lines: JournalLine[], surroundings: Partial<Surroundings> = {}) {
  const builder = new ReportBuilder('2026-01-02T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
  for (const line of lines) builder.add(line);
  return builder.report({
    running: new Map(),
    hasAnswered: () => false,
    requestOf: () => null,
    providerToName: () => undefined,
    places: {},
    ...surroundings,
  });
}

/** Text of the journal that tries to be something else. */
export const HOSTILE =
  '\x1b[2J<img src=x onerror=alert(1)> [a](javascript:1) ![b](http://x) `c` | **d** ~~e~~ ```\r\n# f\u2028- g &lt; \u202eh https://i www.j.k $l$ \\` @everyone me@x.org';
