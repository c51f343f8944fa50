import { stripVTControlCharacters } from 'node:util';
import type { CheckedKind, RunOutcome } from '../evidence.ts';
import type { CommandEnd } from './command-end.ts';
import type { CommandPart } from './command-part.ts';
import { echoedParts } from './echoed.ts';
import { saysNothingRan } from './never-started.ts';
import { alwaysSucceeds, isQuietFailure, type QuietTool, quietTool } from './quiet-tools.ts';
import { ShownRuns } from './summaries.ts';

const START_LENGTH = 600;

/** A command that failed before anything of it ran. With more than a few lines something has run. */
const started = new WeakMap<CommandEnd, boolean>();
function neverStarted(part: CommandPart, end: CommandEnd): boolean {
  // What the line itself prints is not the shell's word for it.
  if (part.printedByOthers.length > 0) return saysNeverStarted(end.outcome, withoutLines(part, end.output));
  const known = started.get(end) ?? saysNeverStarted(end.outcome, end.output);
  started.set(end, known);
  return known;
}

const withoutLines = ({ printedByOthers }: CommandPart, output: string) =>
  output.replaceAll(/^.*$/gm, (line) => (printedByOthers.includes(line.trim()) ? '' : line));

function saysNeverStarted(outcome: RunOutcome, output: string): boolean {
  if (outcome.kind !== 'failed') return false;
  if (output.length > START_LENGTH * 3) return false;
  const text = stripVTControlCharacters(output).replace(/^(?:Error: )?Exit code \d+\s*/, '');
  return (
    text.length < START_LENGTH * 2 && saysNothingRan(text.slice(0, START_LENGTH)) && !shownIn(output).hasRun('test')
  );
}

let last: { output: string; shown: ShownRuns } | undefined;
/** The parts of one command ask for the same output one after the other. */
export function shownIn(output: string): ShownRuns {
  if (last?.output !== output) last = { output, shown: new ShownRuns(output) };
  return last.shown;
}

/** What a script runner prints when any command of the script fails. */
const BY_RUNNER = /^.*(?:npm (?:ERR!|error)|ELIFECYCLE).*$/gm;

/**
 * How each part of a failed command ended. If the output shows which part failed, those before it passed, and those
 * after it were not reached (undefined).
 */
export function outcomesAfterFailure(
  parts: CommandPart[],
  outcomes: RunOutcome[],
  ended: CommandEnd,
): (RunOutcome | undefined)[] {
  const isAlone = parts.length === 1 && !parts[0]?.hasRivals;
  if (isAlone || parts.some((part) => neverStarted(part, ended))) return outcomes;
  const output = /npm |ELIFECYCLE/.test(ended.output) ? ended.output.replaceAll(BY_RUNNER, '') : ended.output;
  // It may have been stopped halfway: then only a summary of the whole says that it passed.
  const shown = parts.map((part) => {
    if (part.hidden || part.kind === 'other') return undefined;
    const outcome = shownOutcome(part, output, true)?.kind;
    // The silence of a quiet tool says nothing if it was perhaps not reached, or did not end.
    return outcome === 'ok' && !part.isFollowed && part.hasRivals && !outcomeInOutput(output, part.kind)
      ? undefined
      : outcome;
  });
  // The first that shows a failure: those behind it were not reached, and may only seem to have failed by its lines.
  const failed = shown.indexOf('failed');
  const isSure = failed >= 0;
  return parts.map((part, at) => {
    const isReached = !isSure || at <= failed || parts.slice(failed, at).some(({ isFollowed }) => !isFollowed);
    if (!isReached) return undefined;
    if (part.hidden) return outcomes[at];
    if (isSure && at === failed) return outcomes[at];
    const hasPassed = isSure ? at < failed : failed < 0 && shown[at] === 'ok' && (part.isFollowed || part.hasRivals);
    if (hasPassed) return partOutcome(part, { ...ended, outcome: { kind: 'ok' } });
    // Another part may have failed in its place, and nothing shows which.
    return part.hasRivals ? { kind: 'unknown', why: 'which part failed is not shown' } : outcomes[at];
  });
}

/** How one part of a command line ended. */
export function partOutcome(part: CommandPart, ended: CommandEnd): RunOutcome {
  if (neverStarted(part, ended))
    return part.isOutputOwn ? { kind: 'not-started' } : { kind: 'unknown', why: 'no result' };
  if (part.hidden && part.isOutputOwn && isMissing(part, ended.output)) return { kind: 'not-started' };
  const outcome = statusOf(part, ended);
  if (part.kind !== 'test' || !['ok', 'unknown', 'failed'].includes(outcome.kind)) return outcome;
  const isComplete = part.hidden !== 'hidden by a pipe' && outcome.kind !== 'failed';
  // A failure is not taken back by a text from elsewhere.
  if (outcome.kind === 'failed' && !part.isOutputOwn) return outcome;
  const output = ownOutput(part, ended.output) ?? ended.output;
  if (shownIn(output).testedNothing(isComplete)) return { kind: 'unknown', why: 'it ran no test' };
  // Perhaps no test fits the pattern, and nothing shows that one did.
  const isUnseen =
    outcome.kind === 'ok' && part.patterns.length > 0 && part.targets.some((target) => /^-/.test(target));
  return isUnseen && !shownIn(output).hasRun('test') ? { kind: 'unknown', why: 'no result' } : outcome;
}

/** The program of a part whose status is hidden was not found. */
function isMissing({ tool }: CommandPart, output: string): boolean {
  if (
    tool === 'go' &&
    /matched no packages|does not contain main module/.test(output) &&
    !/^(?:ok|---)\b/m.test(output)
  )
    return true;
  const name = tool?.split(' ')[0];
  if (name !== undefined && new RegExp(`Cannot find module '[^']*/${name}'`).test(output)) return true;
  if (name === undefined || !/not found|Failed to spawn|No module named|No such file/i.test(output)) return false;
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:Failed to spawn: \\W?${word}\\W|(?:^|[\\s:])${word}: (?:command )?not found|command not found: ${word}\\b|No module named \\W?${word}\\b)`,
    'm',
  ).test(output);
}

/** Where the exit status is hidden, the output may tell. */
function statusOf(part: CommandPart, { outcome, output }: CommandEnd): RunOutcome {
  if (part.background && outcome.kind === 'ok') return { kind: 'background' };
  // Ended from outside: `timeout`, or no memory left.
  if (outcome.kind === 'failed' && !part.isStatusChosen && [124, 137, 143].includes(outcome.exit ?? 0))
    return { kind: 'interrupted' };
  // By convention a script ends with 77 if it cannot test here.
  if (
    part.kind === 'test' &&
    outcome.kind === 'failed' &&
    outcome.exit === 77 &&
    !part.hasRivals &&
    !part.isStatusChosen
  )
    return { kind: 'unknown', why: 'it ran no test' };
  // The user's own rule counts more than an exit code that is always 0.
  if (outcome.kind === 'ok' && isFailedByRule(part, output)) return { kind: 'failed', exit: null };
  if (outcome.kind !== 'ok' && !(outcome.kind === 'failed' && part.hidden !== undefined)) return outcome;
  // `pre-commit run` without a changed file.
  if (
    part.kind === 'lint' &&
    outcome.kind === 'ok' &&
    /\(no files to check\)Skipped/.test(output) &&
    !/\.{3,}(?:Passed|Failed)/.test(output)
  )
    return { kind: 'unknown', why: 'no result' };
  if (part.hidden === undefined && outcome.kind === 'ok' && alwaysSucceeds(part))
    return quietOutcome(part, output) ?? outcome;
  // With `ignoreFailures` it only says so.
  if (part.hidden === undefined && part.ecosystem === 'jvm' && FAILED_IN_JVM.test(output))
    return { kind: 'unknown', why: 'no result' };
  // A setting of the project can make a runner end well whatever it finds: its own summary then says otherwise.
  if (part.kind === 'test' && part.hidden === undefined && outcome.kind === 'ok' && summaryFails(part, output))
    return { kind: 'unknown', why: 'no result' };
  if (part.hidden === undefined && (part.isStatusSure || part.kind === 'other' || outcome.kind === 'failed'))
    return outcome;
  const unknown: RunOutcome = { kind: 'unknown', why: part.hidden ?? 'the rest of the line may decide' };
  if (part.kind === 'other') return unknown;
  // The shell has `pipefail` set: `tail` itself does not fail.
  if (outcome.kind === 'failed' && part.isFailureVisible && !part.hasRivals) return outcome;
  if (part.hidden === undefined) return hasOwnSummary(part, output) ? { kind: 'ok' } : unknown;
  const printed = printedStatus(part, output) ?? echoedOutcome(part, output);
  // With such an option, and beside anything that is not known, a status says nothing.
  const isSure = part.isStatusSure && part.hidden !== 'hidden by an option';
  const found =
    (isSure || printed?.kind === 'failed' ? printed : undefined) ??
    shownOutcome(part, output, part.isFiltered, outcome.kind === 'ok');
  if (found?.kind === 'ok' && !part.isStatusSure && !hasOwnSummary(part, output)) return unknown;
  return found ?? unknown;
}

/** Gradle's words, and Maven's summary; both can be told to end well. */
const FAILED_IN_JVM = /^There were failing tests\.|Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/m;

/** Enough for a summary and what tools print below it. */
const CLOSING_LINES = 6;

/** The last summary of the tool's own output says that tests failed. What its tests print above it says nothing. */
function summaryFails(part: CommandPart, output: string): boolean {
  const own = ownOutput(part, output);
  // Tried first: most runs that end well say nothing of failures.
  if (own === undefined || !/fail/i.test(own)) return false;
  const lines = stripVTControlCharacters(own).trimEnd().split('\n').slice(-CLOSING_LINES);
  for (let from = lines.length - 1; from >= 0; from--) {
    const shown = new ShownRuns(lines.slice(from).join('\n'));
    const outcome = shown.outcome('test');
    if (outcome !== undefined || shown.hasRun('test')) return outcome === 'failed' && !shown.isGreen('test');
  }
  return false;
}

/** The tool itself says that it passed. That it was quiet says nothing if it was perhaps not reached. */
function hasOwnSummary(part: CommandPart, output: string): boolean {
  const own = ownOutput(part, output);
  if (own === undefined || outcomeOfPart(part, own, part.isFiltered, true)?.kind !== 'ok') return false;
  if (part.runner?.passed && own.includes(part.runner.passed)) return true;
  return outcomeInOutput(own, part.kind as CheckedKind, part.isFiltered && !showsFailures(part), true)?.kind === 'ok';
}

/** What the part's own output says; and that a tool which is quiet was quiet, which no line of another can take away. */
function shownOutcome(
  part: CommandPart,
  output: string,
  isFiltered: boolean,
  endedWell = false,
): RunOutcome | undefined {
  const own = ownOutput(part, output);
  if (own !== undefined) return outcomeOfPart(part, own, isFiltered, endedWell);
  // Which tool a task runs is only known from what it prints.
  const isNamed = part.isOutputShown && part.tool !== undefined;
  const quiet = isNamed ? quietOutcome(part, stripVTControlCharacters(output)) : undefined;
  return quiet?.kind === 'ok' ? quiet : undefined;
}

/** What the output says of this part: the user's own rule, the tool's summary, or that a tool which is quiet was quiet. */
function outcomeOfPart(
  part: CommandPart,
  output: string,
  isFiltered: boolean,
  endedWell: boolean,
): RunOutcome | undefined {
  const { runner, kind } = part;
  if (isFailedByRule(part, output)) return { kind: 'failed', exit: null };
  if (part.inLoop && shownIn(output).isMixed(kind as CheckedKind)) return undefined;
  if (runner?.passed && output.includes(runner.passed)) return { kind: 'ok' };
  // With an option like that, only a count of tests says that there was a run, and how it ended.
  if (part.hidden === 'hidden by an option' && kind === 'test' && !shownIn(output).hasRun('test')) return undefined;
  const found =
    outcomeInOutput(output, kind as CheckedKind, isFiltered && !showsFailures(part), endedWell) ??
    quietOutcome(part, stripVTControlCharacters(output));
  // Of several summaries, those that are not shown may tell of failures.
  return part.isCut && found?.kind === 'ok' ? undefined : found;
}

const isFailedByRule = ({ runner }: CommandPart, output: string) =>
  runner?.failed !== undefined && runner.failed !== '' && output.includes(runner.failed);

/** Lines of which a test tool prints at least one for every failure: a `grep` that fits one of each would have shown it. */
const FAILURE_LINES: Record<string, string[]> = {
  go: ['--- FAIL: TestWx (0.00s)', 'FAIL\texample.com/qz\t0.1s'],
  vitest: [' FAIL  qz/wx.test.ts', '      Tests  1 failed | 2 passed (3)'],
  jest: ['FAIL qz/wx.test.ts', 'Tests:       1 failed, 2 passed, 3 total'],
  pytest: ['FAILED qz/test_wx.py::test_wx', '1 failed, 2 passed in 0.1s'],
  cargo: ['test result: FAILED. 1 passed; 1 failed', 'test wx ... FAILED'],
  swift: ['error: -[Qz testWx] : failed', '✘ Test run with 2 tests failed after 0.1 seconds'],
  xcodebuild: ['qz/wx.swift:1:2: error: -[Qz testWx] : failed', '✘ Test run with 2 tests failed after 0.1 seconds'],
};

/** Whether the filters behind a test run let at least one line of every failure through. */
function showsFailures({ kind, tool = '', patterns }: CommandPart): boolean {
  const lines = FAILURE_LINES[tool];
  if (kind !== 'test' || !lines || patterns.length === 0) return false;
  return lines.some((line) => patterns.every((pattern) => pattern.test(line)));
}

function quietOutcome(part: CommandPart, output: string): RunOutcome | undefined {
  const tool = quietTool(part, part.patterns.length > 0) ?? echoedQuietTool(part, output);
  // It may have had nothing to look at, or not have been reached.
  if (!tool || part.hidden === 'hidden by an option' || part.hidden === 'it may not have been reached')
    return undefined;
  if (isQuietFailure(tool, output)) return { kind: 'failed', exit: null };
  // Behind a filter, silence counts only if the filter lets a failure through.
  const isVisible =
    part.patterns.length === 0 || tool.lines.some((line) => part.patterns.every((pattern) => pattern.test(line)));
  return isVisible && !STOPPED.test(output) ? { kind: 'ok' } : undefined;
}

/** It ended before it had looked at everything, or found nothing to look at. */
const STOPPED =
  /\b(?:Killed|Terminated|Segmentation fault|out of memory|heap limit|Something went wrong|No files matching|aka\.ms\/tsc|Cannot find module|MODULE_NOT_FOUND|command not found|ERR_PNPM\w*|npm (?:ERR!|error)|Traceback)/i;

/** A task runner prints the command that it runs: that one may be a quiet tool. */
function echoedQuietTool({ tool, kind, tasks }: CommandPart, output: string): QuietTool | undefined {
  if (tool !== undefined || tasks.length === 0) return undefined;
  const echoed = echoedParts(output).filter((part) => part.kind === kind);
  return echoed.length === 1 ? quietTool(echoed[0] as CommandPart, false) : undefined;
}

/** What a part itself printed. Undefined: that cannot be told from what others have. */
export function ownOutput({ printedByOthers, isOutputOwn, sections }: CommandPart, output: string): string | undefined {
  if (!isOutputOwn) return undefined;
  if (printedByOthers.length === 0) return output;
  const lines = output.split('\n');
  const plain = lines.map((line) => stripVTControlCharacters(line).trim());
  let [start, end] = [0, lines.length];
  for (const { from, to } of sections) {
    if ([from, to].some((mark) => mark !== undefined && plain.filter((line) => line === mark).length !== 1))
      return undefined;
    if (from !== undefined) start = Math.max(start, plain.indexOf(from) + 1);
    if (to !== undefined) end = Math.min(end, plain.indexOf(to));
  }
  return lines
    .slice(start, end)
    .filter((_, at) => !printedByOthers.includes(plain[start + at] as string))
    .join('\n');
}

/** `&& echo BUILT || echo BROKEN`: which of the two was printed. */
function echoedOutcome({ onSuccess, onFailure, printedByOthers }: CommandPart, output: string): RunOutcome | undefined {
  if (onSuccess === undefined && onFailure === undefined) return undefined;
  // The same words stand elsewhere in the line too.
  const isOnce = (text: string | undefined) => printedByOthers.filter((line) => line === text).length <= 1;
  if (!isOnce(onSuccess) || !isOnce(onFailure)) return undefined;
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim());
  const isShown = (text: string | undefined) => text !== undefined && lines.includes(text);
  if (isShown(onSuccess) === isShown(onFailure)) return undefined;
  return isShown(onSuccess) ? { kind: 'ok' } : { kind: 'failed', exit: null };
}

/** The line may be there more than once, for several parts or turns of a loop. Then they have to agree. */
function printedStatus({ statusLine }: CommandPart, output: string): RunOutcome | undefined {
  const [status, ...others] = new Set([...(statusLine ? output.matchAll(statusLine) : [])].map(([, number]) => number));
  if (status === undefined || others.length > 0) return undefined;
  return Number(status) === 0 ? { kind: 'ok' } : { kind: 'failed', exit: Number(status) };
}

/** What the well-known last lines of tools say. */
export function outcomeInOutput(
  output: string,
  kind: CheckedKind,
  isFiltered = false,
  endedWell = false,
): RunOutcome | undefined {
  const all = shownIn(output);
  const shown = endedWell && kind === 'test' ? all.closingOutcome(isFiltered) : all.outcome(kind, isFiltered);
  return shown === undefined ? undefined : shown === 'passed' ? { kind: 'ok' } : { kind: 'failed', exit: null };
}
