import { stripVTControlCharacters } from 'node:util';
import type { CheckedKind, RunOutcome } from '../evidence.ts';
import type { CommandEnd } from './command-end.ts';
import { echoedParts } from './echoed.ts';
import type { CommandPart } from './parts.ts';
import { alwaysSucceeds, isQuietFailure, type QuietTool, quietTool } from './quiet-tools.ts';
import { ShownRuns } from './summaries.ts';

/** The start of the output says that the shell, or the runner, found nothing to run. */
const NEVER_STARTED = new RegExp(
  [
    /^(?:\S+: ){0,2}(?:line \d+: )?(?:syntax error|unexpected EOF|parse error)/,
    /^(?:\(eval\):\d+: |zsh: |zsh:\d+: )(?:no matches found|parse error|command not found|bad pattern|unmatched)/,
    // bash, zsh and sh, in any language.
    /^(?:[\w/().-]+: )?(?:\(eval\):|line \d+: |\d+: |[^\s:]{1,12} \d+ ?[^\s:]{0,6}[:：] ?)?cd(?:: |:\d+: )\S/,
    /^(?:\S+: )?(?:line \d+: |\d+: )?\S+: (?:command )?not found$/,
    /^(?:\S+: )?(?:line \d+: )?\S+: (?:No such file or directory|Permission denied)$/,
    /\bNo module named ['"]?(?:pytest|unittest|mypy|ruff|flake8|pylint|black|tox|nox|coverage)\b/,
    /^npm (?:ERR!|error) (?:Missing script|code E?NOENT|enoent|ENOENT)/i,
    /\bMissing script:/,
    /^(?: ?ERR_PNPM_NO_SCRIPT| ?ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL.*ENOENT)/,
    /^error (?:Command "[^"]*" not found|Couldn't find a package\.json)/,
    /^Usage Error: Couldn't find a script named/,
    /^error: (?:Script not found|no such (?:sub)?command|Failed to spawn|Justfile does not contain recipe|toolchain '|unrecognized subcommand)/,
    /^(?:g?make: )?\*\*\* No (?:rule to make target|targets)/,
    /^g?make: .*No rule to make target/,
    /^(?:mise ERROR |ERROR )?no tasks? (?:\S+ )?found|^mise ERROR no task/,
    /^task: Task "[^"]*" does not exist/,
    /^(?:error: )?(?:could not find|couldn't find) \x60?Cargo\.toml/,
    /^Could not find (?:a command|an option|gem|\x60)/,
    /^The system cannot find the (?:path|file) specified/,
    /^(?:OCI runtime exec failed|Error response from daemon|Cannot connect to the Docker daemon|no configuration file provided|service "[^"]*" is not running)/,
    /^MSBUILD : error MSB1003/,
    /executable file not found in \$PATH/,
    /error: unrecognized arguments|^ERROR: (?:unknown environment|file or directory not found|not found:)|Cannot open file |No files matching the pattern|^Could not find '|: directory not found$|^No hook with id|MissingProjectException|(?:Plugin|Dependency)ResolutionException|Could not resolve dependencies|Command not found; did you mean|Cannot read file: No such file|^error: Import '.*' failed, not found|^No tests named and|Cannot find file or directory/,
    /^FAIL\t?.*\[setup failed\]|directory prefix \S+ does not contain|matched no packages|^go: cannot find main module|^no Go files in/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);
const START_LENGTH = 600;

/** A command that failed before anything of it ran. With more than a few lines something has run. */
const started = new WeakMap<CommandEnd, boolean>();
function neverStarted(end: CommandEnd): boolean {
  const known = started.get(end) ?? saysNeverStarted(end);
  started.set(end, known);
  return known;
}

function saysNeverStarted({ outcome, output }: CommandEnd): boolean {
  if (outcome.kind !== 'failed') return false;
  if (output.length > START_LENGTH * 3) return false;
  const text = stripVTControlCharacters(output).replace(/^(?:Error: )?Exit code \d+\s*/, '');
  return (
    text.length < START_LENGTH * 2 && NEVER_STARTED.test(text.slice(0, START_LENGTH)) && !shownIn(output).hasRun('test')
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
  if (isAlone || neverStarted(ended)) return outcomes;
  const output = /npm |ELIFECYCLE/.test(ended.output) ? ended.output.replaceAll(BY_RUNNER, '') : ended.output;
  // It may have been stopped halfway: then only a summary of the whole says that it passed.
  const shown = parts.map((part) => {
    if (part.hidden || part.kind === 'other') return undefined;
    const outcome = outcomeOfPart(part, output, true)?.kind;
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
  if (neverStarted(ended)) return { kind: 'not-started' };
  if (part.hidden && isMissing(part, ended.output)) return { kind: 'not-started' };
  const outcome = statusOf(part, ended);
  if (part.kind !== 'test' || !['ok', 'unknown', 'failed'].includes(outcome.kind)) return outcome;
  const isComplete = part.hidden !== 'hidden by a pipe' && outcome.kind !== 'failed';
  return shownIn(ended.output).testedNothing(isComplete) ? { kind: 'unknown', why: 'it ran no test' } : outcome;
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
  if (outcome.kind === 'failed' && [124, 137, 143].includes(outcome.exit ?? 0)) return { kind: 'interrupted' };
  // By convention a script ends with 77 if it cannot test here.
  if (part.kind === 'test' && outcome.kind === 'failed' && outcome.exit === 77 && !part.hasRivals)
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
  if (part.hidden === undefined) return outcome;
  if (part.kind === 'other') return { kind: 'unknown', why: part.hidden };
  // The shell has `pipefail` set: `tail` itself does not fail.
  if (outcome.kind === 'failed' && part.isFailureVisible && !part.hasRivals) return outcome;
  return (
    printedStatus(part, output) ??
    echoedOutcome(part, output) ??
    outcomeOfPart(part, withoutFixedLines(part, output), part.isFiltered) ?? { kind: 'unknown', why: part.hidden }
  );
}

/** What the output says of this part: the user's own rule, the tool's summary, or that a tool which is quiet was quiet. */
function outcomeOfPart(part: CommandPart, output: string, isFiltered: boolean): RunOutcome | undefined {
  const { runner, kind } = part;
  if (isFailedByRule(part, output)) return { kind: 'failed', exit: null };
  if (part.inLoop && shownIn(output).isMixed(kind as CheckedKind)) return undefined;
  if (runner?.passed && output.includes(runner.passed)) return { kind: 'ok' };
  return (
    outcomeInOutput(output, kind as CheckedKind, isFiltered && !showsFailures(part)) ??
    quietOutcome(part, stripVTControlCharacters(output))
  );
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
  // It may have had nothing to look at.
  if (!tool || part.hidden === 'hidden by an option') return undefined;
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

const withoutFixedLines = ({ alwaysPrinted }: CommandPart, output: string) =>
  alwaysPrinted.length === 0
    ? output
    : output.replaceAll(/^.*$/gm, (line) => (alwaysPrinted.includes(line) ? '' : line));

/** `&& echo BUILT || echo BROKEN`: which of the two was printed. */
function echoedOutcome({ onSuccess, onFailure }: CommandPart, output: string): RunOutcome | undefined {
  if (onSuccess === undefined && onFailure === undefined) return undefined;
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
export function outcomeInOutput(output: string, kind: CheckedKind, isFiltered = false): RunOutcome | undefined {
  const shown = shownIn(output).outcome(kind, isFiltered);
  return shown === undefined ? undefined : shown === 'passed' ? { kind: 'ok' } : { kind: 'failed', exit: null };
}
