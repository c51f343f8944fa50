import { isAbsolute } from 'node:path';
import { kindsIn } from './commands/parts.ts';
import {
  CHECKED_KINDS,
  type CheckedKind,
  type ClaimedRun,
  type ClaimKind,
  type EvidenceWithoutFindings,
  type Finding,
  isInconclusive,
  type LastRun,
  type LimitedList,
  type Weakening,
} from './evidence.ts';
import { isCode, isSurelyCode } from './files/file-kinds.ts';
import { oneLine } from './limits.ts';
import { checkOutcomeText, RAN_ELSEWHERE, runOutcomeText } from './render/outcome-text.ts';

/** How many of one kind get a sentence of their own. */
const MAX_PER_KIND = 5;
const MAX_TEXT_LENGTH = 160;

/**
 * The sentences that a reviewer reads first, the most serious first. They state facts and judge nothing. What is not
 * certain is something to look into, and stands behind what is.
 */
export function findingsIn(
  evidence: EvidenceWithoutFindings,
  {
    transcriptTrouble,
    isOwn,
    ...reading
  }: Reading & { transcriptTrouble?: string | undefined; isOwn: (path: string) => boolean },
): Finding[] {
  const claimed = new Set(evidence.claims.map(({ kind }) => kind));
  const isClaimed = (kind: CheckedKind) => claimed.has(kind);
  const found: FindingText[] = [
    ...(transcriptTrouble ? [{ kind: 'incomplete', text: transcriptTrouble } as const] : []),
    ...failedChecks(evidence),
    ...claimFindings(evidence),
    ...changeFindings(evidence),
    ...CHECKED_KINDS.filter((kind) => !isClaimed(kind)).flatMap((kind) => failedRun(kind, evidence)),
    ...unresolvedCommands(evidence),
    ...weakeningFindings('weakened', evidence.weakened),
    ...CHECKED_KINDS.filter((kind) => !isClaimed(kind)).flatMap((kind) => staleRun(kind, evidence)),
    ...(isClaimed('test') ? [] : neverTested(evidence, isOwn)),
    ...weakeningFindings('stub', evidence.stubs),
    ...openTodos(evidence),
    ...backgroundWork(evidence),
    ...incomplete(evidence, reading),
  ];
  const all = found.map(({ kind, about = null, certain = true, text }) => ({ kind, about, certain, text }));
  return [...all.filter(({ certain }) => certain), ...all.filter(({ certain }) => !certain)];
}

/** How far what was read can be believed. */
interface Reading {
  transcriptUnread: boolean;
  /** Transcripts that the session itself wrote to; `isOwn`: its own. */
  transcriptWrites: readonly { path: string; isOwn: boolean }[];
  /** Entries without what the client gives to all of them. */
  foreignLines: number;
  /** The session committed, and git's log has no commit since it began. */
  isCommitMissing: boolean;
}

type FindingText = Pick<Finding, 'kind' | 'text'> & Partial<Finding>;

function failedChecks({ checks }: EvidenceWithoutFindings): FindingText[] {
  return checks
    .filter(({ outcome }) => ['failed', 'timed-out', 'not-started'].includes(outcome.kind))
    .map(({ name, outcome, failedBefore }) => ({
      kind: 'check',
      certain: !failedBefore,
      text: `check "${oneLine(name, 80)}": ${checkOutcomeText(outcome)}${failedBefore ? ', as on the files that this task began with' : ''}`,
    }));
}

/** A check that has just passed counts more than any earlier run. */
export const isChecked = (kind: CheckedKind, checks: EvidenceWithoutFindings['checks']): boolean =>
  checks.some(({ outcome, run }) => outcome.kind === 'passed' && kindsIn(run).includes(kind));

const TEXTS: Record<CheckedKind, { noun: string; claim: string; never: string; unrecognised: string }> = {
  test: {
    noun: 'test run',
    claim: 'tests pass',
    never: 'no test was run in this session',
    unrecognised: 'no test run was recognised',
  },
  build: {
    noun: 'build',
    claim: 'the build succeeds',
    never: 'nothing was built in this session',
    unrecognised: 'no build was recognised',
  },
  types: {
    noun: 'type check',
    claim: 'the type check passes',
    never: 'no type check was run in this session',
    unrecognised: 'no type check was recognised',
  },
  lint: {
    noun: 'lint run',
    claim: 'lint passes',
    never: 'no linter was run in this session',
    unrecognised: 'no lint run was recognised',
  },
};

/** One finding for each kind: a message may say the same thing twice. */
function claimFindings(evidence: EvidenceWithoutFindings): FindingText[] {
  return CHECKED_KINDS.flatMap((kind): FindingText[] => {
    const claim = evidence.claims.find((one) => one.kind === kind);
    if (!claim || claim.status === 'backed') return [];
    const certain = claim.status !== 'undecidable';
    const isLast = claim.run === null || claim.run.command === evidence.runs[kind]?.command;
    const why = isLast ? contradiction(kind, evidence) : againstRun(claim.run as ClaimedRun);
    const text = `the last message says that ${TEXTS[kind].claim}, but ${why}`;
    return [{ kind: 'claim', about: kind, certain, text }];
  });
}

const CHANGES: Partial<Record<ClaimKind, string>> = {
  commit: 'the commit was refused',
  push: 'the push was refused',
  restored: 'no stash was restored in this session',
  created: 'no such file was written',
  removed: 'the file is still there',
  ci: 'the last look at CI showed a failure',
};

function changeFindings({ claims }: EvidenceWithoutFindings): FindingText[] {
  return claims.flatMap(({ kind, status, quote, run }): FindingText[] => {
    const why = CHANGES[kind];
    if (why === undefined || status === 'backed') return [];
    const command = run ? `: ${oneLine(run.command, MAX_TEXT_LENGTH)}` : '';
    return [
      {
        kind: 'change',
        about: kind,
        text: `the last message says “${oneLine(quote, MAX_TEXT_LENGTH)}”, but ${why}${command}`,
      },
    ];
  });
}

/** What stands against a run of that kind having passed. */
function contradiction(kind: CheckedKind, evidence: EvidenceWithoutFindings): string {
  const run = evidence.runs[kind];
  const { noun } = TEXTS[kind];
  if (!run || run.outcome.kind === 'denied' || run.outcome.kind === 'not-started') return noRun(kind, evidence);
  if (run.isElsewhere) return `the last ${noun} ${RAN_ELSEWHERE}: ${oneLine(run.command, MAX_TEXT_LENGTH)}`;
  if (run.outcome.kind !== 'ok')
    return `the last ${noun} ${endedAs(run)}: ${oneLine(run.command, MAX_TEXT_LENGTH)}${again(kind, run, evidence)}`;
  if (run.changedAfter.total === 0 && run.widerFailure !== null)
    return `only a part of what failed passed since: ${run.widerFailure}`;
  return `code changed after the last ${noun}: ${pathList(run.changedAfter)}${again(kind, run, evidence)}`;
}

/** What stands against the run that a claim names. */
function againstRun({ command, outcome, changedAfter }: ClaimedRun): string {
  const name = oneLine(command, MAX_TEXT_LENGTH);
  return outcome.kind === 'ok' && changedAfter.total > 0
    ? `code changed after ${name}: ${pathList(changedAfter)}`
    : `${name} ${outcome.kind === 'ok' ? 'may not be about it' : runOutcomeText(outcome)}`;
}

/** What ran later, and may have been the same again. */
function again(
  kind: CheckedKind,
  { mayHaveRunAgain, isUndone }: LastRun,
  { mayHaveRun, mayInclude }: EvidenceWithoutFindings,
) {
  if (isUndone) return '; what was changed for it may have been put back since';
  if (!mayHaveRunAgain) return '';
  const around = mayInclude[kind];
  if (around !== null) return `; this ran later and may have included one: ${around}`;
  return `; after it, ${mayHaveBeen(mayHaveRun)}`;
}

const mayHaveBeen = (commands: LimitedList<string>) =>
  `${commands.total === 1 ? 'this may have been one' : 'these may have been'}: ${pathList(commands, '; ')}`;

/** Only if nothing can have run it. */
function noRun(kind: CheckedKind, { mayHaveRun, mayInclude }: EvidenceWithoutFindings): string {
  const { never, unrecognised } = TEXTS[kind];
  const around = mayInclude[kind];
  if (around !== null) return `${unrecognised}; this may have included one: ${around}`;
  return mayHaveRun.total === 0 ? never : `${unrecognised}; ${mayHaveBeen(mayHaveRun)}`;
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

function failedRun(kind: CheckedKind, evidence: EvidenceWithoutFindings): FindingText[] {
  const run = evidence.runs[kind];
  if (run?.outcome.kind !== 'failed' || isChecked(kind, evidence.checks)) return [];
  const open = evidence.unresolved.find(({ command, kinds }) => command === run.command && kinds.includes(kind));
  return [
    {
      kind: 'failed',
      about: kind,
      certain: open?.certain ?? false,
      text: `the last ${TEXTS[kind].noun} ${runOutcomeText(run.outcome)}: ${oneLine(run.command, MAX_TEXT_LENGTH)}`,
    },
  ];
}

/** Failed commands that are not the last run of their kind, and that no later run resolved. */
function unresolvedCommands(evidence: EvidenceWithoutFindings): FindingText[] {
  const lastRuns = Object.values(evidence.runs).filter((run) => run?.outcome.kind === 'failed');
  const reported = new Set(lastRuns.map((run) => run?.command));
  const left = evidence.unresolved.flatMap(({ command, kinds, outcome, certain }) => {
    const kind = CHECKED_KINDS.find((each) => kinds.includes(each) && !isChecked(each, evidence.checks));
    const about = kinds.includes('other') ? null : kind;
    return kind === undefined || about === undefined || reported.has(command)
      ? []
      : [{ command, about, outcome, certain }];
  });
  return left.slice(0, MAX_PER_KIND).map(({ command, about, outcome, certain }) => ({
    kind: 'failed',
    about,
    certain,
    text: `${runOutcomeText(outcome)} and not passed since: ${oneLine(command, MAX_TEXT_LENGTH)}`,
  }));
}

function weakeningFindings(kind: 'weakened' | 'stub', { total, items }: LimitedList<Weakening>): FindingText[] {
  const findings = items.slice(0, MAX_PER_KIND).map(({ kind: what, path, text, certain }): FindingText => {
    const name = what === 'stub' ? 'stub marker added' : what === 'silenced' ? 'checker silenced' : what;
    return { kind, certain, text: `${name} in ${oneLine(path, 120)}: ${oneLine(text, MAX_TEXT_LENGTH)}` };
  });
  const rest = total - findings.length;
  return rest > 0 ? [...findings, { kind, certain: false, text: `(… ${rest} more of these)` }] : findings;
}

function staleRun(kind: CheckedKind, evidence: EvidenceWithoutFindings): FindingText[] {
  const run = evidence.runs[kind];
  if (run?.outcome.kind !== 'ok' || run.changedAfter.total === 0 || isChecked(kind, evidence.checks)) return [];
  return [
    {
      kind: 'stale',
      about: kind,
      certain: run.isChangeCertain && !run.mayHaveRunAgain,
      text: `code changed after the last ${TEXTS[kind].noun} (${oneLine(run.command, 80)}, ok): ${pathList(run.changedAfter)}`,
    },
  ];
}

function neverTested(evidence: EvidenceWithoutFindings, isOwn: (path: string) => boolean): FindingText[] {
  const changed = evidence.files.items.filter(
    ({ path, how }) => how !== 'unchanged' && !isAbsolute(path) && isCode(path),
  );
  const run = evidence.runs.test;
  const isTested = run && !isInconclusive(run.outcome);
  if (changed.length === 0 || isTested || isChecked('test', evidence.checks)) return [];
  const isByWorker = changed.some(
    ({ path, from }) => isSurelyCode(path) && (isOwn(path) || (from !== undefined && isOwn(from))),
  );
  const certain =
    isByWorker &&
    evidence.mayHaveRun.total === 0 &&
    evidence.mayInclude.test === null &&
    run?.outcome.kind !== 'interrupted';
  return [{ kind: 'no-run', about: 'test', certain, text: `code changed, and ${contradiction('test', evidence)}` }];
}

function openTodos({ todos: { open, shared } }: EvidenceWithoutFindings): FindingText[] {
  if (open.total === 0) return [];
  const items = open.items.slice(0, MAX_PER_KIND).map(({ text }) => oneLine(text, 80));
  const rest = open.total - items.length;
  const words = open.total === 1 ? '1 to-do of the worker is open' : `${open.total} to-dos of the worker are open`;
  return [
    { kind: 'todo', certain: !shared, text: `${words}: ${items.join('; ')}${rest > 0 ? ` (… ${rest} more)` : ''}` },
  ];
}

function backgroundWork({ background: { total, items } }: EvidenceWithoutFindings): FindingText[] {
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

function incomplete(
  { session, git }: EvidenceWithoutFindings,
  { transcriptUnread, transcriptWrites, foreignLines, isCommitMissing }: Reading,
): FindingText[] {
  const texts = [
    transcriptUnread && 'the transcript could not be read: what tools did is not known',
    session.unreadLines > 0 &&
      `${session.unreadLines} ${session.unreadLines === 1 ? 'line' : 'lines'} of the transcript could not be read`,
    git?.contentUnread && 'the repository names programs for its contents: the difference was not read',
    git?.failed && 'git could not tell all that has changed: more may have',
    git?.cut && !git.contentUnread && !git.failed && 'the difference is larger than what was read of it',
  ];
  const doubts = [
    foreignLines > 0 &&
      `${foreignLines} ${foreignLines === 1 ? 'line' : 'lines'} of the transcript may have been added by hand: they lack what the client writes`,
    isCommitMissing &&
      'the session committed, but git’s log has no commit since it began: a date may be wrong, and changes may be missing here',
  ];
  return [
    ...transcriptWrites.map(
      ({ path, isOwn }): FindingText => ({
        kind: 'incomplete',
        certain: isOwn,
        text: `the session wrote to ${isOwn ? 'its own transcript' : 'a transcript'}: ${oneLine(path, 160)}`,
      }),
    ),
    ...texts.flatMap((text): FindingText[] => (text ? [{ kind: 'incomplete', text }] : [])),
    ...doubts.flatMap((text): FindingText[] => (text ? [{ kind: 'incomplete', certain: false, text }] : [])),
  ];
}

function pathList({ total, items }: LimitedList<string>, separator = ', '): string {
  const shown = items.slice(0, MAX_PER_KIND).map((path) => oneLine(path, 120));
  return `${shown.join(separator)}${total > shown.length ? ` (… ${total - shown.length} more)` : ''}`;
}
