import type { LimitedList, Weakening } from '../evidence.ts';
import { copyOfStart } from '../limits.ts';
import { type FoundMark, isGenerated, type Mark, marksIn } from './marks.ts';

const MAX_FILES = 2_000;
const MAX_LINES_PER_FILE = 400;

interface Counted extends FoundMark {
  /** Added less removed. */
  net: number;
}

/** The marks that each file gained and lost. What was added and removed again, or moved, does not count. */
export class MarkCounts {
  private readonly files = new Map<string, Map<string, Counted>>();
  private readonly deleted = new Set<string>();

  add(path: string, line: string, sign: 1 | -1): void {
    if (isGenerated(path)) return;
    for (const found of marksIn(path, line)) {
      let marks = this.files.get(path);
      if (!marks) {
        if (this.files.size >= MAX_FILES) return;
        marks = new Map();
        this.files.set(path, marks);
      }
      const counted = marks.get(found.key);
      if (counted) counted.net += sign;
      else if (marks.size < MAX_LINES_PER_FILE)
        marks.set(copyOfStart(found.key, 300), { ...found, text: copyOfStart(found.text, 300), net: sign });
    }
  }

  addText(path: string, text: string, sign: 1 | -1): void {
    for (const line of text.split('\n')) this.add(path, line, sign);
  }

  fileDeleted(path: string): void {
    this.deleted.add(path);
  }

  /** Takes the counts of some files from another one, under the paths that are shown. */
  addFrom(other: MarkCounts, of: (path: string) => boolean, shown: (path: string) => string): void {
    for (const [path, marks] of other.files) if (of(path)) this.files.set(shown(path), marks);
  }

  /** Tests removed, skipped or weakened; and stubs. A mark lost in one file and gained in another has moved. */
  result(most: number): { weakened: LimitedList<Weakening>; stubs: LimitedList<Weakening> } {
    const everywhere = this.withoutMoved();
    const weakened: Weakening[] = [];
    const stubs: Weakening[] = [];
    for (const [path, marks] of everywhere) {
      const of = (mark: Mark, sign: 1 | -1) => marks.filter((found) => found.mark === mark && found.net * sign > 0);
      const count = (found: Counted[]) => found.reduce((sum, { net }) => sum + Math.abs(net), 0);
      const lost = of('case', -1);
      const fewer = count(lost) - count(of('case', 1));
      if (this.deleted.has(path)) {
        if (fewer > 0)
          weakened.push({ kind: 'test file deleted', path, text: `${fewer} ${fewer === 1 ? 'test' : 'tests'}` });
        continue;
      }
      if (fewer > 0) for (const { text } of lost.slice(0, fewer)) weakened.push({ kind: 'test removed', path, text });
      for (const { text } of of('skip', 1)) weakened.push({ kind: 'test skipped', path, text });
      for (const { text } of of('narrowed', 1)) weakened.push({ kind: 'test narrowed', path, text });
      const gone = of('assertion', -1);
      const less = count(gone) - count(of('assertion', 1));
      if (less > 0) weakened.push({ kind: 'assertions removed', path, text: `${less} fewer: ${gone[0]?.text ?? ''}` });
      for (const { text } of of('stub', 1)) stubs.push({ kind: 'stub', path, text });
      for (const { text } of of('silenced', 1)) stubs.push({ kind: 'silenced', path, text });
    }
    return {
      weakened: { total: weakened.length, items: weakened.slice(0, most) },
      stubs: { total: stubs.length, items: stubs.slice(0, most) },
    };
  }

  private withoutMoved(): Map<string, Counted[]> {
    const gained = new Map<string, number>();
    const lost = new Map<string, number>();
    for (const marks of this.files.values())
      for (const [key, { net }] of marks) {
        if (net > 0) gained.set(key, (gained.get(key) ?? 0) + net);
        if (net < 0) lost.set(key, (lost.get(key) ?? 0) - net);
      }
    const movedIn = new Map([...gained].map(([key, count]) => [key, Math.min(count, lost.get(key) ?? 0)]));
    const movedOut = new Map(movedIn);
    const out = new Map<string, Counted[]>();
    for (const [path, marks] of this.files) {
      const kept: Counted[] = [];
      for (const [key, counted] of marks) {
        const moved = counted.net > 0 ? movedIn : movedOut;
        const cancelled = Math.min(Math.abs(counted.net), moved.get(key) ?? 0);
        moved.set(key, (moved.get(key) ?? 0) - cancelled);
        const net = counted.net > 0 ? counted.net - cancelled : counted.net + cancelled;
        if (net !== 0) kept.push({ ...counted, net });
      }
      if (kept.length > 0) out.set(path, kept);
    }
    return out;
  }
}
