import { isAbsolute } from 'node:path';
import { claimsIn } from './claims.ts';
import { kindsIn } from './commands/parts.ts';
import {
  CHECKED_KINDS,
  type CheckedKind,
  type EvidenceWithoutFindings,
  type Finding,
  isInconclusive,
  type LastRun,
  type LimitedList,
  type Weakening,
} from './evidence.ts';
import { isCode } from './files/file-kinds.ts';
import { oneLine } from './limits.ts';
import { checkOutcomeText, runOutcomeText } from './render/outcome-text.ts';

/** How many of one kind get a sentence of their own. */
const MAX_PER_KIND = 5;
const MAX_TEXT_LENGTH = 160;

/** The sentences that a reviewer reads first, the most serious first. They state facts and judge nothing. */
export function findingsIn(
  evidence: EvidenceWithoutFindings,
  { transcriptUnread }: { transcriptUnread: boolean },
): Finding[] {
  const claimed = claimsIn(evidence.lastMessage ?? '');
  return [
    ...failedChecks(evidence),
    ...claimed.flatMap((kind) => contradictedClaim(kind, evidence)),
    ...CHECKED_KINDS.filter((kind) => !claimed.includes(kind)).flatMap((kind) => failedRun(kind, evidence)),
    ...unresolvedCommands(evidence),
    ...weakeningFindings('weakened', evidence.weakened),
    ...CHECKED_KINDS.filter((kind) => !claimed.includes(kind)).flatMap((kind) => staleRun(kind, evidence)),
    ...neverTested(evidence, claimed),
    ...weakeningFindings('stub', evidence.stubs),
    ...openTodos(evidence),
    ...backgroundWork(evidence),
    ...incomplete(evidence, transcriptUnread),
  ];
}

function failedChecks({ checks }: EvidenceWithoutFindings): Finding[] {
  return checks
    .filter(({ outcome }) => ['failed', 'timed-out', 'not-started'].includes(outcome.kind))
    .map(({ name, outcome }) => ({
      kind: 'check',
      text: `check "${oneLine(name, 80)}": ${checkOutcomeText(outcome)}`,
    }));
}

/** A check that has just passed counts more than any earlier run. */
const isChecked = (kind: CheckedKind, { checks }: EvidenceWithoutFindings) =>
  checks.some(({ outcome, run }) => outcome.kind === 'passed' && kindsIn(run).includes(kind));

const TEXTS: Record<CheckedKind, { noun: string; claim: string; never: string }> = {
  test: { noun: 'test run', claim: 'tests pass', never: 'no test was run in this session' },
  build: { noun: 'build', claim: 'the build succeeds', never: 'nothing was built in this session' },
  types: { noun: 'type check', claim: 'the type check passes', never: 'no type check was run in this session' },
  lint: { noun: 'lint run', claim: 'lint passes', never: 'no linter was run in this session' },
};

function contradictedClaim(kind: CheckedKind, evidence: EvidenceWithoutFindings): Finding[] {
  if (isChecked(kind, evidence)) return [];
  const contradiction = contradictionOf(kind, evidence.runs[kind]);
  return contradiction
    ? [{ kind: 'claim', text: `the last message says that ${TEXTS[kind].claim}, but ${contradiction}` }]
    : [];
}

function contradictionOf(kind: CheckedKind, run: LastRun | null): string | undefined {
  const { noun, never } = TEXTS[kind];
  if (!run || run.outcome.kind === 'denied') return never;
  if (run.outcome.kind !== 'ok') return `the last ${noun} ${endedAs(run)}: ${oneLine(run.command, MAX_TEXT_LENGTH)}`;
  return run.changedAfter.total > 0 ? `code changed after the last ${noun}: ${pathList(run.changedAfter)}` : undefined;
}

function endedAs({ outcome }: LastRun): string {
  switch (outcome.kind) {
    case 'failed':
      return runOutcomeText(outcome);
    case 'interrupted':
      return 'was interrupted';
    case 'background':
      return 'is in the background, its result is not known';
    default:
      if (isInconclusive(outcome)) return 'ran no test';
      return `has an ${runOutcomeText(outcome).replace('unknown', 'unknown result')}`;
  }
}

function failedRun(kind: CheckedKind, evidence: EvidenceWithoutFindings): Finding[] {
  const run = evidence.runs[kind];
  if (run?.outcome.kind !== 'failed' || isChecked(kind, evidence)) return [];
  return [
    {
      kind: 'failed',
      text: `the last ${TEXTS[kind].noun} ${runOutcomeText(run.outcome)}: ${oneLine(run.command, MAX_TEXT_LENGTH)}`,
    },
  ];
}

/** Failed commands that are not the last run of their kind, and that no later run resolved. */
function unresolvedCommands(evidence: EvidenceWithoutFindings): Finding[] {
  const lastRuns = Object.values(evidence.runs).filter((run) => run?.outcome.kind === 'failed');
  const reported = new Set(lastRuns.map((run) => run?.command));
  const left = evidence.unresolved.filter(
    ({ command, kinds }) =>
      !reported.has(command) && kinds.some((kind) => kind !== 'other' && !isChecked(kind, evidence)),
  );
  return left.slice(0, MAX_PER_KIND).map(({ command, outcome }) => ({
    kind: 'failed',
    text: `${runOutcomeText(outcome)} and not passed since: ${oneLine(command, MAX_TEXT_LENGTH)}`,
  }));
}

function weakeningFindings(kind: 'weakened' | 'stub', { total, items }: LimitedList<Weakening>): Finding[] {
  const findings = items.slice(0, MAX_PER_KIND).map(({ kind: what, path, text }): Finding => {
    const name = what === 'stub' ? 'stub marker added' : what === 'silenced' ? 'checker silenced' : what;
    return { kind, text: `${name} in ${oneLine(path, 120)}: ${oneLine(text, MAX_TEXT_LENGTH)}` };
  });
  const rest = total - findings.length;
  return rest > 0 ? [...findings, { kind, text: `(… ${rest} more of these)` }] : findings;
}

function staleRun(kind: CheckedKind, evidence: EvidenceWithoutFindings): Finding[] {
  const run = evidence.runs[kind];
  if (run?.outcome.kind !== 'ok' || run.changedAfter.total === 0 || isChecked(kind, evidence)) return [];
  return [
    {
      kind: 'stale',
      text: `code changed after the last ${TEXTS[kind].noun} (${oneLine(run.command, 80)}, ok): ${pathList(run.changedAfter)}`,
    },
  ];
}

function neverTested(evidence: EvidenceWithoutFindings, claimed: CheckedKind[]): Finding[] {
  const changed = evidence.files.items.some(
    ({ path, how }) => how !== 'unchanged' && !isAbsolute(path) && isCode(path),
  );
  const run = evidence.runs.test;
  const isTested = run && !isInconclusive(run.outcome);
  if (!changed || isTested || claimed.includes('test') || isChecked('test', evidence)) return [];
  return [{ kind: 'no-run', text: `code changed, and ${contradictionOf('test', run)}` }];
}

function openTodos({ todos: { open } }: EvidenceWithoutFindings): Finding[] {
  if (open.total === 0) return [];
  const items = open.items.slice(0, MAX_PER_KIND).map(({ text }) => oneLine(text, 80));
  const rest = open.total - items.length;
  const words = open.total === 1 ? '1 to-do of the worker is open' : `${open.total} to-dos of the worker are open`;
  return [{ kind: 'todo', text: `${words}: ${items.join('; ')}${rest > 0 ? ` (… ${rest} more)` : ''}` }];
}

function backgroundWork({ background: { total, items } }: EvidenceWithoutFindings): Finding[] {
  if (total === 0) return [];
  return [
    {
      kind: 'background',
      text: `still running in the background: ${items
        .slice(0, MAX_PER_KIND)
        .map((item) => oneLine(item, 80))
        .join('; ')}`,
    },
  ];
}

function incomplete({ session, git }: EvidenceWithoutFindings, transcriptUnread: boolean): Finding[] {
  const texts = [
    transcriptUnread && 'the transcript could not be read: what tools did is not known',
    session.unreadLines > 0 &&
      `${session.unreadLines} ${session.unreadLines === 1 ? 'line' : 'lines'} of the transcript could not be read`,
    git?.contentUnread && 'the repository names programs for its contents: the difference was not read',
    git?.failed && 'git could not tell all that has changed: more may have',
    git?.cut && !git.contentUnread && !git.failed && 'the difference is larger than what was read of it',
  ];
  return texts.flatMap((text) => (text ? [{ kind: 'incomplete', text }] : []));
}

function pathList({ total, items }: LimitedList<string>): string {
  const shown = items.slice(0, MAX_PER_KIND).map((path) => oneLine(path, 120));
  return `${shown.join(', ')}${total > shown.length ? ` (… ${total - shown.length} more)` : ''}`;
}
