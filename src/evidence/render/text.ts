import type { Evidence } from '../evidence.ts';
import { oneLine } from '../limits.ts';
import { type Section, sectionsOf } from './sections.ts';

export const MAX_EVIDENCE_BYTES = 16_000;

/** How many items of a section are kept, and about how many characters of each. Each step is shorter. */
const STEPS = [
  { items: 200, length: 4_000 },
  { items: 40, length: 1_000 },
  { items: 20, length: 400 },
  { items: 10, length: 200 },
  { items: 5, length: 120 },
  { items: 2, length: 80 },
  { items: 1, length: 40 },
  { items: 0, length: 0 },
];

/** Never more than `maxBytes` bytes of UTF-8 (at least 3000): the least important parts are shortened first. */
export function renderEvidence(evidence: Evidence, maxBytes: number = MAX_EVIDENCE_BYTES): string {
  const sections = sectionsOf(evidence).filter(({ items, total }) => items.length + total > 0);
  const steps = new Map(sections.map((section) => [section, 0]));
  const rendered = new Map(sections.map((section) => [section, renderSection(section, 0)]));
  const bytes = () => [...rendered.values()].reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
  for (const pass of PASSES) {
    for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
      const most = Math.max(0, Math.min(STEPS.length - 1, pass - section.rank));
      while ((steps.get(section) as number) < most && bytes() > maxBytes) {
        steps.set(section, (steps.get(section) as number) + 1);
        rendered.set(section, renderSection(section, steps.get(section) as number));
      }
    }
  }
  return withinBytes(sections.map((section) => rendered.get(section)).join('\n'), maxBytes);
}

/** In pass `n` a section of rank `r` may be shortened up to step `n - r`: a higher rank is shortened later. */
const PASSES = Array.from({ length: STEPS.length + 5 }, (_, pass) => pass);

/** Items keep to the length of the step themselves; this bounds one that does not. */
const MAX_ITEM_LENGTH = 20_000;

function renderSection({ title, items, total }: Section, step: number): string {
  const { items: most, length } = STEPS[step] as (typeof STEPS)[number];
  const shown = items.slice(0, most);
  const rest = Math.max(total, items.length) - shown.length;
  const lines = shown.map((item) => `- ${oneLine(item(length), MAX_ITEM_LENGTH)}`);
  return [`## ${title}`, ...lines, ...(rest > 0 ? [`(… ${rest} more)`] : []), ''].join('\n');
}

/** If not even the headings fit. */
function withinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const kept = Buffer.from(text).subarray(0, maxBytes).toString('utf8');
  return kept.slice(0, kept.lastIndexOf('\n') + 1);
}
