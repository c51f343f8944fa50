import type { LimitedList, Weakening } from '../evidence.ts';
import { copyOfStart } from '../limits.ts';
import { type ClassifiedLine, classifyLine, type LineKind } from './classify-line.ts';
import { isGenerated, isTestFile, isTestHelper } from './file-kinds.ts';

const MAX_FILES = 2_000;
const MAX_LINES_PER_FILE = 400;
const MAX_CODE_LINES = 1_000;
/** A comment or an import checks nothing. */
const NO_CODE = /^(?:\/\/|\/\*|\*|#(?!\[)|--|import\b|from\b|use\b|using\b|package\b)/;

interface CountedLine extends ClassifiedLine {
  /** Added less removed. */
  net: number;
}

/** `xml` of `src/xml.js`, `xml.test.js`, `test_xml.py` and `XmlTest.java`. */
const subjectOf = (path: string) =>
  path
    .replace(/^.*\//, '')
    .replace(/(?:\.\w+)+$/, '')
    .replace(/^tests?[_-]|[_-](?:tests?|spec)$|(?:Tests?|Spec)$/, '')
    .toLowerCase();

/** The lines of each kind that a file gained and lost. One that was added and removed again, or moved, does not count. */
export class LineKindCounts {
  private readonly files = new Map<string, Map<string, CountedLine>>();
  private readonly deleted = new Set<string>();
  private readonly created = new Set<string>();
  /** Of test files: how often each line of code was added, less how often it was removed. */
  private readonly code = new Map<string, Map<string, number>>();
  private before = { path: '', line: '', isTest: false };

  add(path: string, line: string, sign: 1 | -1): void {
    if (isGenerated(path)) return;
    const isSame = this.before.path === path;
    const before = isSame ? this.before.line : '';
    const isTest = isSame ? this.before.isTest : isTestFile(path);
    this.before = { path, line, isTest };
    if (isTest) this.addCode(path, line.trim(), sign);
    for (const found of classifyLine(path, line, before)) {
      let lines = this.files.get(path);
      if (!lines) {
        if (this.files.size >= MAX_FILES) return;
        lines = new Map();
        this.files.set(path, lines);
      }
      const counted = lines.get(found.key);
      if (counted) counted.net += sign;
      else if (lines.size < MAX_LINES_PER_FILE)
        lines.set(copyOfStart(found.key, 300), { ...found, text: copyOfStart(found.text, 300), net: sign });
    }
  }

  private addCode(path: string, line: string, sign: 1 | -1): void {
    if (!/\w/.test(line) || NO_CODE.test(line)) return;
    const lines = this.code.get(path) ?? new Map<string, number>();
    if (lines.size === 0) this.code.set(path, lines);
    const key = copyOfStart(line, 200);
    if (lines.has(key) || lines.size < MAX_CODE_LINES) lines.set(key, (lines.get(key) ?? 0) + sign);
  }

  /** What is gone may be there in another form: a table of cases, a parameter, a helper. */
  private hasNewCode(path: string): boolean {
    const lines = this.code.get(path);
    return lines !== undefined && (lines.size >= MAX_CODE_LINES || [...lines.values()].some((net) => net > 0));
  }

  addText(path: string, text: string, sign: 1 | -1): void {
    for (const line of text.split('\n')) this.add(path, line, sign);
  }

  /** It was not there before. */
  markCreated(path: string): void {
    this.created.add(path);
  }

  markDeleted(path: string): void {
    this.deleted.add(path);
  }

  /** Takes the counts of some files from another one, under the paths that are shown. */
  addFrom(other: LineKindCounts, of: (path: string) => boolean, shown: (path: string) => string): void {
    for (const [path, lines] of other.files) if (of(path)) this.files.set(shown(path), lines);
    for (const [path, lines] of other.code) if (of(path)) this.code.set(shown(path), lines);
    for (const path of other.created) if (of(path)) this.created.add(shown(path));
  }

  /** Tests removed, skipped or weakened; and stubs. A line lost in one file and gained in another has moved. */
  weakenings(most: number): { weakened: LimitedList<Weakening>; stubs: LimitedList<Weakening> } {
    const everywhere = this.withoutMoved();
    const isInHelper = [...everywhere].some(
      ([path, lines]) => isTestHelper(path) && lines.some(({ kind, net }) => kind === 'assertion' && net > 0),
    );
    /** Another test file asserts more than before: perhaps the same, in another form. */
    const isElsewhere = (path: string) =>
      [...everywhere].some(
        ([other, lines]) =>
          other !== path && isTestFile(other) && lines.some(({ kind, net }) => kind === 'assertion' && net > 0),
      );
    const weakened: Weakening[] = [];
    const stubs: Weakening[] = [];
    for (const [path, lines] of everywhere) {
      const of = (kind: LineKind, sign: 1 | -1) => lines.filter((found) => found.kind === kind && found.net * sign > 0);
      const count = (found: CountedLine[]) => found.reduce((sum, { net }) => sum + Math.abs(net), 0);
      const lostLines = of('case', -1);
      const lostTests = count(lostLines) - count(of('case', 1));
      if (this.deleted.has(path)) {
        if (lostTests > 0)
          weakened.push({
            kind: 'test file deleted',
            // With the code that it tested, a test goes too.
            certain: !this.isDeletedWithCode(path),
            path,
            text: `${lostTests} ${lostTests === 1 ? 'test' : 'tests'}`,
          });
        continue;
      }
      if (lostTests > 0)
        for (const { text } of lostLines.slice(0, lostTests))
          weakened.push({ kind: 'test removed', path, text, certain: isTestFile(path) && !this.hasNewCode(path) });
      const isNewTest = ({ key }: CountedLine) =>
        this.created.has(path) ||
        lines.some((found) => found.kind === 'case' && found.net > 0 && `skip ${found.key.slice(5)}` === key);
      for (const found of of('skip', 1)) {
        // A new test that does not run everywhere takes nothing away.
        if (found.mayBeMeant && isNewTest(found)) continue;
        weakened.push({
          ...{ kind: 'test skipped', path, text: found.text },
          certain: !found.mayBeMeant && !isNewTest(found),
        });
      }
      for (const { text } of of('narrowed', 1)) weakened.push({ kind: 'test narrowed', path, text, certain: true });
      const gone = of('assertion', -1);
      const added = count(of('assertion', 1));
      const less = count(gone) - added;
      // Where code was added, here or in a file of helpers, the same may be checked with fewer lines.
      if (less > 0)
        weakened.push({
          kind: 'assertions removed',
          path,
          text: `${less} fewer: ${gone[0]?.text ?? ''}`,
          certain: !this.hasNewCode(path) && !isInHelper && !isElsewhere(path),
        });
      // As many as are gone may only have been reworded.
      const reworded = count(of('stub', -1));
      of('stub', 1).forEach(({ text, mayBeMeant }, at) => {
        stubs.push({ kind: 'stub', path, text, certain: !mayBeMeant && at >= reworded });
      });
      // Often what the user asked for.
      for (const { text } of of('silenced', 1)) stubs.push({ kind: 'silenced', path, text, certain: false });
    }
    return {
      weakened: { total: weakened.length, items: weakened.slice(0, most) },
      stubs: { total: stubs.length, items: stubs.slice(0, most) },
    };
  }

  private isDeletedWithCode(path: string): boolean {
    const name = subjectOf(path);
    return [...this.deleted].some((other) => other !== path && !isTestFile(other) && subjectOf(other) === name);
  }

  private withoutMoved(): Map<string, CountedLine[]> {
    const gained = new Map<string, number>();
    const lost = new Map<string, number>();
    for (const lines of this.files.values())
      for (const [key, { net }] of lines) {
        if (net > 0) gained.set(key, (gained.get(key) ?? 0) + net);
        if (net < 0) lost.set(key, (lost.get(key) ?? 0) - net);
      }
    const movedIn = new Map([...gained].map(([key, count]) => [key, Math.min(count, lost.get(key) ?? 0)]));
    const movedOut = new Map(movedIn);
    const out = new Map<string, CountedLine[]>();
    for (const [path, lines] of this.files) {
      const kept: CountedLine[] = [];
      for (const [key, counted] of lines) {
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
