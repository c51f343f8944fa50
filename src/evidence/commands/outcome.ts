import { stripVTControlCharacters } from 'node:util';
import { type Entry, entryText, field, stringField } from '../../transcript/entry.ts';
import type { CheckedKind, RunOutcome } from '../facts.ts';
import { copied, copiedEnd } from '../one-line.ts';
import { type CommandPart, mayTest } from './parts.ts';
import { testedNothing, testedSomething } from './test-output.ts';

/** How a Bash call ended as a whole, and what it printed: the start and the end of it. */
export interface CommandEnd {
  outcome: RunOutcome;
  output: string;
}

/** A summary stands at the end; an error that stopped everything may stand at the start. */
const KEPT = 16_000;

export function endOf(entry: Entry, block: Record<string, unknown>): CommandEnd {
  const words = entryText(block.content);
  const stdout = stringField(entry.toolUseResult, 'stdout');
  const printed = words.startsWith('<persisted-output>') && stdout !== undefined ? stdout : words;
  return { outcome: outcomeOf(entry, block, words), output: shortened(printed) };
}

const shortened = (printed: string) =>
  printed.length <= 2 * KEPT ? printed : `${copied(printed, KEPT)}\n${copiedEnd(printed, KEPT)}`;

function outcomeOf(entry: Entry, block: Record<string, unknown>, words: string): RunOutcome {
  const result = entry.toolUseResult;
  if (field(result, 'interrupted') === true) return { kind: 'interrupted' };
  if (typeof field(result, 'backgroundTaskId') === 'string') return { kind: 'background' };
  if (block.is_error !== true) {
    // A subagent's transcript has the words alone.
    return /^Command (?:running in background|did not complete within)/.test(words)
      ? { kind: 'background' }
      : { kind: 'ok' };
  }
  const exit = /^(?:<tool_use_error>)?(?:Error: )?Exit code (\d+)/.exec(words)?.[1];
  if (exit !== undefined) return { kind: 'failed', exit: Number(exit) };
  // Esc while it runs is written down like a refusal, but no permission was asked for.
  const refused = field(entry.permissionDecision, 'decision') === 'reject';
  if (
    !refused &&
    /^The user doesn't want to proceed|^\[Request interrupted|was interrupted|aborted by user/.test(words)
  )
    return { kind: 'interrupted' };
  return { kind: 'denied' };
}

/** What a finished background command comes to, by the notice the client writes. */
export function noticeIn(text: string): { id: string; outcome: RunOutcome } | undefined {
  const id = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1];
  const status = /<status>([^<]+)<\/status>/.exec(text)?.[1];
  if (id === undefined || status === undefined) return undefined;
  const exit = Number(/exit code (\d+)/.exec(text)?.[1]);
  if (exit > 0) return { id, outcome: { kind: 'failed', exit } };
  if (status === 'completed') return { id, outcome: { kind: 'ok' } };
  return { id, outcome: status === 'failed' ? { kind: 'failed', exit: null } : { kind: 'interrupted' } };
}

/** With the tests that a script or a build has run besides, if it shows them. */
export function withTests(parts: CommandPart[], { output }: CommandEnd): CommandPart[] {
  const runner = parts.findLast(mayTest);
  if (!runner || parts.some(({ kind }) => kind === 'test') || !testedSomething(stripVTControlCharacters(output)))
    return parts;
  // Something else in there may fail in their place.
  return [...parts.filter(({ kind }) => kind !== 'other'), { ...runner, kind: 'test', isFollowed: true }];
}

/** The runner's own words, whatever it ran. */
const BY_RUNNER = /^.*(?:npm (?:ERR!|error)|ELIFECYCLE).*$/gm;

/**
 * How each part ended, where the whole failed and stops at the first failure: if the output shows which it was, those
 * before it went well, and those behind were not reached (undefined). One that went well may be followed by what did not.
 */
export function untangled(parts: CommandPart[], outcomes: RunOutcome[], ended: CommandEnd): (RunOutcome | undefined)[] {
  const words = ended.output.replaceAll(BY_RUNNER, '');
  // It may have been stopped in the middle: then only what sums it up says that it went well.
  const shown = parts.map(({ kind, hidden }) =>
    hidden || kind === 'other' ? undefined : verdictIn(words, kind, true)?.kind,
  );
  const failed = shown.indexOf('failed');
  const isSure = failed >= 0 && failed === shown.lastIndexOf('failed');
  return parts.map((part, at) => {
    if (part.hidden) return outcomes[at];
    if (isSure && at > failed) return undefined;
    const isWell = isSure ? at < failed : failed < 0 && shown[at] === 'ok' && part.isFollowed;
    return isWell ? partOutcome(part, { ...ended, outcome: { kind: 'ok' } }) : outcomes[at];
  });
}

/** How one part of a command line ended. */
export function partOutcome(part: CommandPart, ended: CommandEnd): RunOutcome {
  const outcome = statusOf(part, ended);
  if (part.kind !== 'test' || (outcome.kind !== 'ok' && outcome.kind !== 'unknown')) return outcome;
  const isWhole = part.hidden !== 'hidden by a pipe';
  return testedNothing(stripVTControlCharacters(ended.output), isWhole)
    ? { kind: 'unknown', why: 'it ran no test' }
    : outcome;
}

/** Where the exit status does not say it, the output may. */
function statusOf(part: CommandPart, { outcome, output }: CommandEnd): RunOutcome {
  if (part.background && outcome.kind === 'ok') return { kind: 'background' };
  if (outcome.kind !== 'ok' && !(outcome.kind === 'failed' && part.hidden !== undefined)) return outcome;
  if (part.hidden === undefined) return outcome;
  if (part.kind === 'other') return { kind: 'unknown', why: part.hidden };
  return (
    printedStatus(part, output) ??
    verdictIn(own(part, output), part.kind, part.isFiltered) ?? { kind: 'unknown', why: part.hidden }
  );
}

const own = ({ saidAnyway }: CommandPart, output: string) =>
  saidAnyway.length === 0 ? output : output.replaceAll(/^.*$/gm, (line) => (saidAnyway.includes(line) ? '' : line));

/** The line may be there more than once: for each of several parts, or of several turns. Then they have to agree. */
function printedStatus({ printed }: CommandPart, output: string): RunOutcome | undefined {
  const [status, ...others] = new Set([...(printed ? output.matchAll(printed) : [])].map(([, number]) => number));
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

/** Of the whole run, and in one line with what failed: where a filter has taken lines out, no other tells. */
const PASSED_AS_A_WHOLE =
  /^[\t ]*Tests:?[\t ]+(?:\d+ [a-z]+(?:, | \| ))*[1-9]\d* passed|\b[1-9]\d* passed(?:, \d+ \w+){0,8} in [\d.]+ ?s|^[#ℹ] fail 0\b|, 0 failures\b|\bPassed!|BUILD SUCCESS|^OK \(|^100% tests passed/m;

/** What the well-known lines at the end of a run say. */
export function verdictIn(output: string, kind: CheckedKind, isFiltered = false): RunOutcome | undefined {
  const words = stripVTControlCharacters(output);
  if (FAILED[kind].test(words)) return { kind: 'failed', exit: null };
  const passed = isFiltered && kind === 'test' ? PASSED_AS_A_WHOLE : PASSED[kind];
  return passed.test(words) ? { kind: 'ok' } : undefined;
}
