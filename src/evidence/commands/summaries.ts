import { stripVTControlCharacters } from 'node:util';
import { CHECKED_KINDS, type CheckedKind } from '../evidence.ts';
import { OTHER_LINES } from './other-summary-lines.ts';
import { TEST_LINES } from './test-summary-lines.ts';

/** What a line of output shows. `clean`: no failure, but perhaps no test either. `nothing`: a run that tested nothing. */
export type Shown = 'passed' | 'clean' | 'failed' | 'nothing';

/**
 * How much a line proves. `whole`: it would name failures too, so it counts even where other lines are missing. `sure`:
 * only such a run prints it, so it also shows that there was one. `weak`: it counts only where the command line says
 * what ran, and no stronger line says otherwise. `gate`: a limit beside the tests was not met, and no test failed by it.
 */
type Strength = 'whole' | 'sure' | 'weak' | 'gate';

/**
 * What stands before a line: the task of mise or turbo, the package of pnpm, the container of compose, the level of
 * Maven and sbt, a mark of success.
 */
const PREFIX = String.raw`(?:\d\d:\d\d:\d\d(?:\.\d+)? )?(?:\[[\w:.@/ -]{1,40}\] ?|[\w@/.-]{1,60}(?::[\w:.-]{1,40}| [\w:.-]{1,40})?: ?|[\w.-]{1,40} +\| ?|[|│┃>#*✓✔✅✗✘✖❌ℹ⚡✨=-]{1,3} )?[\t ]*`;

/**
 * Every line of the tables has one of these in lower case. Searching for each of them is several times faster than one pattern
 * for all, and outputs are most of a transcript.
 */
const WORDS =
  'pass coverage task mods took operation dialyzer fail ok error succe issue problem buil compil complet finish linting check style render test warning offense reformat unchanged executed result summary status congrat make elifecycle created install ninja panic running items rated total hint linking generat imports phpcbf matched rspec produced done prerendered erro( ошибок fehler erreur 错误 エラー .go: [help [==== 1..0 spec example scenario skip deselected excluded'.split(
    ' ',
  );
/** Of localised summaries of .NET: `Bestanden!   - Fehler: 0`. */
const EXCLAMATION = /\S!\s+-\s/;

type Key = `${Shown} ${Strength}`;

/** The lines of each meaning, and one pattern for all of them. */
let table: Map<string, string[]> | undefined;
const compiled = new Map<string, RegExp>();

/** Compiled at the first use, because it takes milliseconds and most hook events need none. */
function patternFor(kind: CheckedKind, key: Key): RegExp | undefined {
  table ??= linesByMeaning();
  const meaning = `${kind} ${key}`;
  const lines = table.get(meaning);
  if (!lines) return undefined;
  const known = compiled.get(meaning) ?? new RegExp(`^${PREFIX}(?:${lines.join('|')})[\\t ]*$`);
  compiled.set(meaning, known);
  return known;
}

function linesByMeaning(): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  const rows = [...rowsOf(TEST_LINES).map((row) => `test ${row}`), ...rowsOf(OTHER_LINES)];
  for (const row of rows) {
    const [, meaning, line] = /^(\w+ \w+ \w+) (.*)$/.exec(row) as unknown as [string, string, string];
    const known = lines.get(meaning);
    if (known) known.push(line);
    else lines.set(meaning, [line]);
  }
  return lines;
}

const rowsOf = (table: string) => table.trim().split('\n');

/** What an output shows of each kind. */
export class ShownRuns {
  private readonly lines: string[];
  private readonly found = new Map<string, number>();

  constructor(output: string) {
    const text = output.length > START + END ? `${output.slice(0, START)}\n${output.slice(-END)}` : output;
    this.lines = summaryLines(text);
  }

  private has(kind: CheckedKind, key: Key): boolean {
    return this.lastOf(kind, key) >= 0;
  }

  /** Where the last line of that meaning stands; -1 if there is none. */
  private lastOf(kind: CheckedKind, key: Key): number {
    if (this.lines.length === 0) return -1;
    const known = this.found.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const pattern = patternFor(kind, key);
    // The name of a test that passed may speak of failures.
    const isPossible = (line: string) => !key.startsWith('failed') || !PASSED_TEST.test(line);
    const at = pattern ? this.lines.findLastIndex((line) => pattern.test(line) && isPossible(line)) : -1;
    this.found.set(`${kind} ${key}`, at);
    return at;
  }

  /** How a run of that kind ended. Where lines are missing, only a line that would name failures shows that it passed. */
  outcome(kind: CheckedKind, isFiltered = false): 'passed' | 'failed' | undefined {
    const has = (key: Key) => this.has(kind, key);
    if (has('failed sure') || has('failed gate')) return 'failed';
    const isHidden = isFiltered && kind === 'test';
    if (has('passed whole') || has('clean whole') || (!isHidden && has('passed sure'))) return 'passed';
    if (has('failed weak')) return 'failed';
    return !isHidden && (has('passed weak') || has('clean weak')) ? 'passed' : undefined;
  }

  /**
   * The same of tests in a command that ended well. The summary at the end decides: a test may print what looks like a
   * failure. Where a line above it may be the summary of another run, it is not known.
   */
  closingOutcome(isFiltered: boolean): 'passed' | 'failed' | undefined {
    const found = this.outcome('test', isFiltered);
    if (found !== 'failed' || this.has('test', 'failed gate')) return found;
    const passed = Math.max(this.lastOf('test', 'passed whole'), this.lastOf('test', 'passed sure'));
    // Go prints a line for each package, and the last one for all of them.
    if (passed < this.lastOf('test', 'failed sure') || this.lines.at(-1) === 'FAIL') return 'failed';
    // `Test Files  1 failed`, and right below it `Tests  3 passed`: one summary.
    if (this.lines.slice(Math.max(0, passed - 2), passed).some((line) => ABOVE_COUNT.test(line))) return 'failed';
    if (!CLOSING.test(this.lines[passed] as string)) return 'failed';
    return isFiltered || this.lines.some((line) => FAILED_SUMMARY.test(line)) ? undefined : 'passed';
  }

  /** The tests themselves passed, whatever else failed. */
  isGreen(kind: CheckedKind): boolean {
    return !this.has(kind, 'failed sure') && (this.has(kind, 'passed whole') || this.has(kind, 'passed sure'));
  }

  /** Some lines say that it passed, and some that it failed. */
  isMixed(kind: CheckedKind): boolean {
    return this.has(kind, 'failed sure') && (this.has(kind, 'passed whole') || this.has(kind, 'passed sure'));
  }

  /** It had nothing to test. One part of several may have had nothing: that counts only if the output is complete. */
  testedNothing(isComplete: boolean): boolean {
    const isShown = this.has('test', 'nothing sure') || (isComplete && this.has('test', 'nothing weak'));
    if (this.areAllSkipped()) return true;
    return isShown && !this.hasRun('test');
  }

  /** `Ran 5 tests in 0.1s`, `OK (skipped=5)`: as unittest tells it, in two lines. */
  private areAllSkipped(): boolean {
    const ran = this.lines.flatMap((line) => /^Ran (\d+) tests? in/.exec(line)?.[1] ?? []);
    const skipped = this.lines.flatMap((line) => /^OK \(skipped=(\d+)\)$/.exec(line)?.[1] ?? []);
    return ran.length === 1 && skipped.length === 1 && ran[0] === skipped[0];
  }

  /** There was a run of that kind, whatever the command is called. */
  hasRun(kind: CheckedKind): boolean {
    return PROOFS.some((key) => this.has(kind, key));
  }
}

/** Whether a line alone says how a run of any kind ended. */
export function isSummaryLine(line: string): boolean {
  const shown = new ShownRuns(line);
  return (
    CHECKED_KINDS.some((kind) => shown.outcome(kind) !== undefined || shown.hasRun(kind)) || shown.testedNothing(true)
  );
}

const PASSED_TEST = /^(?:[✓✔√] |ok \d+ |PASS(?:ED)? \S|--- PASS: |\S+\.py::\S+ PASSED)/;

/** The last lines of tools of which it is known how they tell of a failure. */
const CLOSING =
  /^(?:Tests +\d+ passed|Tests: +(?:\d+ \w+, )*\d+ passed|=* ?\d+ passed.* in [\d.]+s|ok[ \t]+\S+\s+(?:[\d.]+s|\(cached\)))/;
const ABOVE_COUNT = /^(?:Test Files +\d+ failed|Test Suites: +\d+ failed)/;
/** What tools print of failures, as they print it: nothing before it, and in their form. */
const FAILED_SUMMARY =
  /^(?:Test Files +\d+ failed|Tests +\d+ failed|Test Suites: +\d+ failed|Tests: +\d+ failed|FAIL(?:ED)?\b|=+ .*\d+ (?:failed|errors?)\b|\d+ (?:failed|failing|errors?)\b|not ok |[#ℹ] fail [1-9]|test result: FAILED|error: test failed|panic:|Tests run: )/;

const PROOFS: Key[] = ['passed whole', 'passed sure', 'failed sure'];

/** How many characters of an output are looked at: a summary stands at its end, an early failure at its start. */
const START = 3_000;
const END = 9_000;
const MAX_LINE_LENGTH = 400;
const MAX_LINES = 300;

/** The lines that may be a summary: of many, the first and the last. */
function summaryLines(output: string): string[] {
  const text = stripVTControlCharacters(output).replaceAll(/\r\n?/g, '\n');
  const lower = text.toLowerCase();
  const starts = new Set<number>();
  for (const word of WORDS)
    for (let at = lower.indexOf(word); at >= 0; ) {
      starts.add(lower.lastIndexOf('\n', at) + 1);
      const end = lower.indexOf('\n', at);
      at = end < 0 ? -1 : lower.indexOf(word, end);
    }
  if (EXCLAMATION.test(text)) for (const { index } of text.matchAll(/^.*\S!\s+-\s/gm)) starts.add(index);
  const all = [...starts].sort((a, b) => a - b);
  const kept = all.length <= MAX_LINES ? all : [...all.slice(0, MAX_LINES / 3), ...all.slice((-MAX_LINES * 2) / 3)];
  return kept
    .map((start) => text.slice(start, lineEnd(text, start)).trim())
    .filter((line) => line.length <= MAX_LINE_LENGTH);
}

const lineEnd = (text: string, start: number) => {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
};
