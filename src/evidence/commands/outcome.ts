import { stripVTControlCharacters } from 'node:util';
import { type Entry, entryText, field, stringField } from '../../transcript/entry.ts';
import type { CheckedKind, RunOutcome } from '../evidence.ts';
import { copyOfEnd, copyOfStart } from '../limits.ts';
import { type CommandPart, mayRunTests } from './parts.ts';

/** How a Bash call ended as a whole, and the start and the end of what it printed. */
export interface CommandEnd {
  outcome: RunOutcome;
  output: string;
}

/** A summary stands at the end; an error that stopped everything may stand at the start. */
const KEPT_LENGTH = 16_000;

export function commandEnd(entry: Entry, block: Record<string, unknown>): CommandEnd {
  const text = entryText(block.content);
  const stdout = stringField(entry.toolUseResult, 'stdout');
  const printed = text.startsWith('<persisted-output>') && stdout !== undefined ? stdout : text;
  return { outcome: outcomeOf(entry, block, text), output: startAndEnd(printed) };
}

const startAndEnd = (printed: string) =>
  printed.length <= 2 * KEPT_LENGTH
    ? printed
    : `${copyOfStart(printed, KEPT_LENGTH)}\n${copyOfEnd(printed, KEPT_LENGTH)}`;

function outcomeOf(entry: Entry, block: Record<string, unknown>, text: string): RunOutcome {
  const result = entry.toolUseResult;
  if (field(result, 'interrupted') === true) return { kind: 'interrupted' };
  if (typeof field(result, 'backgroundTaskId') === 'string') return { kind: 'background' };
  if (block.is_error !== true) {
    // A subagent's transcript has only the text.
    return /^Command (?:running in background|did not complete within)/.test(text)
      ? { kind: 'background' }
      : { kind: 'ok' };
  }
  const exit = /^(?:<tool_use_error>)?(?:Error: )?Exit code (\d+)/.exec(text)?.[1];
  if (exit !== undefined) return { kind: 'failed', exit: Number(exit) };
  // Esc while a command runs is recorded like a refusal, but without a permission decision.
  const isRefused = field(entry.permissionDecision, 'decision') === 'reject';
  if (
    !isRefused &&
    /^The user doesn't want to proceed|^\[Request interrupted|was interrupted|aborted by user/.test(text)
  )
    return { kind: 'interrupted' };
  return { kind: 'denied' };
}

/** How a background command ended, by the notification that the client writes. */
export function notificationIn(text: string): { id: string; outcome: RunOutcome } | undefined {
  const id = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1];
  const status = /<status>([^<]+)<\/status>/.exec(text)?.[1];
  if (id === undefined || status === undefined) return undefined;
  const exit = Number(/exit code (\d+)/.exec(text)?.[1]);
  if (exit > 0) return { id, outcome: { kind: 'failed', exit } };
  if (status === 'completed') return { id, outcome: { kind: 'ok' } };
  return { id, outcome: status === 'failed' ? { kind: 'failed', exit: null } : { kind: 'interrupted' } };
}

/** Adds the tests that a script or a build has run on the way, if its output shows them. */
export function withObservedTests(parts: CommandPart[], { output }: CommandEnd): CommandPart[] {
  const runner = parts.findLast(mayRunTests);
  if (!runner || parts.some(({ kind }) => kind === 'test') || !testedSomething(stripVTControlCharacters(output)))
    return parts;
  // Something else in the same command may fail in their place.
  return [...parts.filter(({ kind }) => kind !== 'other'), { ...runner, kind: 'test', isFollowed: true }];
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
  const output = ended.output.replaceAll(BY_RUNNER, '');
  // It may have been stopped halfway: then only a summary of the whole says that it passed.
  const shown = parts.map(({ kind, hidden }) =>
    hidden || kind === 'other' ? undefined : outcomeInOutput(output, kind, true)?.kind,
  );
  const failed = shown.indexOf('failed');
  const isSure = failed >= 0 && failed === shown.lastIndexOf('failed');
  return parts.map((part, at) => {
    if (part.hidden) return outcomes[at];
    if (isSure && at > failed) return undefined;
    const hasPassed = isSure ? at < failed : failed < 0 && shown[at] === 'ok' && part.isFollowed;
    return hasPassed ? partOutcome(part, { ...ended, outcome: { kind: 'ok' } }) : outcomes[at];
  });
}

/** How one part of a command line ended. */
export function partOutcome(part: CommandPart, ended: CommandEnd): RunOutcome {
  const outcome = statusOf(part, ended);
  if (part.kind !== 'test' || (outcome.kind !== 'ok' && outcome.kind !== 'unknown')) return outcome;
  const isComplete = part.hidden !== 'hidden by a pipe';
  return testedNothing(stripVTControlCharacters(ended.output), isComplete)
    ? { kind: 'unknown', why: 'it ran no test' }
    : outcome;
}

/** Where the exit status is hidden, the output may tell. */
function statusOf(part: CommandPart, { outcome, output }: CommandEnd): RunOutcome {
  if (part.background && outcome.kind === 'ok') return { kind: 'background' };
  if (outcome.kind !== 'ok' && !(outcome.kind === 'failed' && part.hidden !== undefined)) return outcome;
  if (part.hidden === undefined) return outcome;
  if (part.kind === 'other') return { kind: 'unknown', why: part.hidden };
  return (
    printedStatus(part, output) ??
    outcomeInOutput(withoutFixedLines(part, output), part.kind, part.isFiltered) ?? {
      kind: 'unknown',
      why: part.hidden,
    }
  );
}

const withoutFixedLines = ({ alwaysPrinted }: CommandPart, output: string) =>
  alwaysPrinted.length === 0
    ? output
    : output.replaceAll(/^.*$/gm, (line) => (alwaysPrinted.includes(line) ? '' : line));

/** The line may be there more than once, for several parts or turns of a loop. Then they have to agree. */
function printedStatus({ statusLine }: CommandPart, output: string): RunOutcome | undefined {
  const [status, ...others] = new Set([...(statusLine ? output.matchAll(statusLine) : [])].map(([, number]) => number));
  if (status === undefined || others.length > 0) return undefined;
  return Number(status) === 0 ? { kind: 'ok' } : { kind: 'failed', exit: Number(status) };
}

const FAILED: Record<CheckedKind, RegExp> = {
  test: /\b[1-9]\d* (?:tests? |specs? |examples? |suites? )?(?:failed|failing|failures?|errored)\b|\b(?:[Ff]ailures|[Ee]rrors|[Ff]ail(?:ed)?)\s*[=:]\s*[1-9]|^[\t ]*FAIL(?:ED)?\b|^--- FAIL|^not ok\b|^# fail [1-9]|test result: FAILED|\b(?:passed|failures?|skipped|warnings?|deselected), [1-9]\d* errors?\b|^[= ]*[1-9]\d* errors? in |^[\t ]*Errors\s+[1-9]|^[\t ]*[1-9]\d* fail$|^ℹ fail [1-9]|FAILURES!|Tests? failed|BUILD FAIL|\bERROR collecting\b|^ERROR(?:S!?)?\b|AssertionError|npm (?:ERR!|error)|ELIFECYCLE|\bpanic: /m,
  build:
    /error TS\d+|error\[E\d+\]|^error(?:\[| ?:)|BUILD FAIL|npm (?:ERR!|error)|ELIFECYCLE|^error (?:in|during) |Build failed|Failed to compile|compilation (?:failed|error)|\*\*\* \[|fatal error:|: error(?: [A-Z]+\d+)?:|\b[1-9]\d* errors?\b/im,
  types: /error TS\d+|: error[: ]|error\[E\d+\]|\b[1-9]\d* errors?\b|npm (?:ERR!|error)|ELIFECYCLE/i,
  lint: /✖ \d+ problems? \([1-9]|\b[1-9]\d* errors?\b|^error(?:\[| ?:)|npm (?:ERR!|error)|ELIFECYCLE|would (?:be )?reformat|Code style issues found|too many warnings|\b[1-9]\d* (?:issues|problems(?! \(0 errors)|offenses)\b/im,
};
const PASSED: Record<CheckedKind, RegExp> = {
  test: /\b[1-9]\d* (?:tests? |specs? |suites? )?(?:passed|passing)\b|^[#ℹ] fail 0\b|^[\t ]*[1-9]\d* pass$|^100% tests passed|test result: ok|^OK\b|^ok\s+\S+\s|, 0 failures\b|\bPassed!|BUILD SUCCESS|^PASS\b/m,
  build:
    /BUILD SUCCESS|built in|Compiled successfully|Build succeeded|Finished .{0,40}(?:dev|release|profile)|Build complete|0 Error\(s\)/i,
  types: /Found 0 errors|\b0 errors\b|Success: no issues found/i,
  lint: /All checks passed|no (?:issues|problems|offenses|lint errors)|\b0 (?:errors|issues|problems)\b|No fixes applied|All matched files use/i,
};

/** A summary that would name failures in the same line: the only one to trust where a filter has dropped lines. */
const PASSED_IN_SUMMARY =
  /^[\t ]*Tests:?[\t ]+(?:\d+ [a-z]+(?:, | \| ))*[1-9]\d* passed|\b[1-9]\d* passed(?:, \d+ \w+){0,8} in [\d.]+ ?s|^[#ℹ] fail 0\b|, 0 failures\b|\bPassed!|BUILD SUCCESS|^OK \(|^100% tests passed/m;

/** What the well-known last lines of tools say. */
export function outcomeInOutput(output: string, kind: CheckedKind, isFiltered = false): RunOutcome | undefined {
  const text = stripVTControlCharacters(output);
  if (FAILED[kind].test(text)) return { kind: 'failed', exit: null };
  const passed = isFiltered && kind === 'test' ? PASSED_IN_SUMMARY : PASSED[kind];
  return passed.test(text) ? { kind: 'ok' } : undefined;
}

/** No test was run at all. */
const NO_TESTS = new RegExp(
  [
    /^g?make: (?:Nothing to be done for )?['`]\S*(?:test|check|spec|unit|e2e)\S*'(?:\.$| is up to date)/,
    /^Ran 0 tests\b/,
    /\bNO TESTS RAN\b|\bno tests ran\b|^collected 0 items$/,
    /\bNo test files found\b|\bNo tests found\b|\bNo tests? (?:is|were|are) (?:available|found)\b|\bNo tests executed\b/,
    /\bno tests? (?:specified|defined|configured)\b/i,
    /^[\t ]*0 pass(?:ing)?\b/,
    /^[#ℹ] tests 0$/,
    /^0 (?:examples|runs), 0 /,
    /\bExecuted 0 tests\b/,
    /\bNo test matches the given testcase filter\b/,
    // All of them were skipped.
    /^[\t =]*\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))* in [\d.]+ ?s/,
    /^[\t ]*Tests:?[\t ]+\d+ (?:skipped|todo)(?:(?:,| \|) \d+ (?:skipped|todo))*(?: \(\d+\)|, \d+ total)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);
/** One package or program of several ran no test: it counts only if the output is complete. */
const NO_TESTS_IN_PART =
  /\[no test files\]|\[no tests to run\]|^running 0 tests$|\btest result: ok\. 0 passed\b|\bNo tests to run\b|\bTests are skipped\b|^> Task \S*:test\w* NO-SOURCE$/m;
const SOME_TESTS =
  /\b[1-9]\d* (?:tests? |specs? |suites? |examples? )?pass(?:ed|ing)?\b|\bRan [1-9]|\brunning [1-9]\d* tests?\b|^ok[ \t]+\S+[ \t](?!.*\[no tests to run\])|^ok \d|^PASS[ \t]+\S|^[\t ]*--- PASS|^[#ℹ] (?:tests|pass) [1-9]|\bTests run: [1-9]|\b[1-9]\d* (?:examples?|runs), |^OK \([1-9]|\bPassed: +[1-9]|\bExecuted [1-9]|^> Task \S*:(?:test(?!Classes)\w*|\w+Test)(?: UP-TO-DATE| FROM-CACHE)?$/m;

/** A run that passed because it had nothing to do. If one of several tested something, it was a run. */
function testedNothing(output: string, isComplete: boolean): boolean {
  return (NO_TESTS.test(output) || (isComplete && NO_TESTS_IN_PART.test(output))) && !SOME_TESTS.test(output);
}

/** The summary line of a test tool. */
const SUMMARY =
  /^[\t ]*Tests:?\s.{0,80}\b[1-9]\d* (?:passed|failed)\b.{0,80}(?:\(\d+\)|\d total)$|^=+ .{0,80}\b[1-9]\d* (?:passed|failed)\b.{0,80} in [\d.]+s|\bTests run: [1-9]|\btest result: (?:ok|FAILED)\. [1-9]|^[#ℹ] tests [1-9]|^[\t ]*[1-9]\d* passing \(|^[1-9]\d* examples?, /m;

/** Tests were run, whatever the command is called. */
const testedSomething = (output: string): boolean => SUMMARY.test(output);
