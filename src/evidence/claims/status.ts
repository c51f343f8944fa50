import type { CheckedClaim, CheckedKind, ClaimStatus, LastRun } from '../evidence.ts';
import { claimsIn } from './find.ts';
import { namedIn } from './named-runs.ts';

/** What the statuses are decided by. */
export interface ClaimContext {
  runs: Record<CheckedKind, LastRun | null>;
  /** Where how the last run ended cannot be told: the last that passed, if none is known to have failed since. */
  passed: Record<CheckedKind, LastRun | null>;
  /** The last run among the commands that are wanted. */
  namedRun(kind: CheckedKind, isWanted: (command: string) => boolean): LastRun | null;
  /** A check of that kind has just passed: that counts more than any run. */
  isChecked(kind: CheckedKind): boolean;
  /** Something ran of which nothing shows what it did, or which may have included a run of that kind. */
  mayHaveRun(kind: CheckedKind): boolean;
  /** Something was changed in the session or asked for, or the user asked about runs of that kind. */
  isAbout(kind: CheckedKind): boolean;
  /** The kinds of the last run of all. */
  lastKinds: CheckedKind[];
  /** The sentence, without secrets and shortened. */
  quote(sentence: string): string;
}

/** How many claims are kept. */
const MAX_CLAIMS = 20;

/** What the message says passes, and whether the session shows it. */
export function claimsWithStatus(message: string, context: ClaimContext): CheckedClaim[] {
  return claimsIn(message)
    .flatMap(({ kind, ...claim }) =>
      (kind === 'everything' ? context.lastKinds : [kind]).map((each) => ({ kind: each, ...claim })),
    )
    .slice(0, MAX_CLAIMS)
    .map(({ kind, quote, isPlain, isOwn, isPartial }) => {
      const run = decisiveRun(kind, quote, context);
      const found = context.isChecked(kind) ? 'backed' : statusOf(kind, run, message, context);
      // A sentence about something else may look like a claim, and where a run failed, some of it passed.
      const isDoubtful =
        !isOwn ||
        (found === 'unbacked' && (!isPlain || !context.isAbout(kind))) ||
        (found === 'contradicted' && isPartial);
      const status = found !== 'backed' && isDoubtful ? 'undecidable' : found;
      return { kind, quote: context.quote(quote), status, run: run && claimedRun(run) };
    });
}

/**
 * The last run that the claim names, or else the last of its kind. If how that one ended cannot be told, an earlier one
 * that passed still holds while nothing has changed.
 */
function decisiveRun(kind: CheckedKind, quote: string, { runs, passed, namedRun }: ClaimContext): LastRun | null {
  const last = runs[kind];
  // One that passed may have included it; one that did not may be of another tool.
  const isNamed = last && last.outcome.kind !== 'ok' ? namedIn(quote, kind) : undefined;
  const named = isNamed && !isNamed(last?.command ?? '') ? namedRun(kind, isNamed) : null;
  if (named) return named;
  const before = passed[kind];
  return before?.changedAfter.total === 0 ? before : last;
}

const claimedRun = ({ command, outcome, time, changedAfter }: LastRun) => ({ command, outcome, time, changedAfter });

function statusOf(kind: CheckedKind, run: LastRun | null, message: string, { mayHaveRun }: ClaimContext): ClaimStatus {
  const noRun = mayHaveRun(kind) ? 'undecidable' : 'unbacked';
  if (!run) return noRun;
  const { outcome, changedAfter } = run;
  if (run.isElsewhere) return 'undecidable';
  switch (outcome.kind) {
    case 'ok':
      if (changedAfter.total === 0) return run.widerFailure === null ? 'backed' : 'undecidable';
      return run.mayHaveRunAgain || !run.isChangeCertain ? 'undecidable' : 'stale';
    case 'failed':
      return run.mayHaveRunAgain || run.summaryIsGreen || run.isUndone || ADMITS_FAILURES[kind].test(message)
        ? 'undecidable'
        : 'contradicted';
    case 'denied':
    case 'not-started':
      return noRun;
    case 'unknown':
      return outcome.why === 'it ran no test' ? noRun : 'undecidable';
    case 'interrupted':
    case 'background':
      return 'undecidable';
  }
}

const admits = (subject: string) =>
  new RegExp(
    `\\b(?:pre-existing|preexisting|unrelated|known|flaky)\\b[^\\n]{0,60}\\b(?:fail|error|issue|warning)|\\b(?:fail(?:s|ed|ing|ures?)?|errors?|issues?)\\b[^\\n]{0,60}\\b(?:pre-existing|preexisting|unrelated|already (?:there|existed)|on main|before (?:my|this|these))|\\b(?:${subject})[^\\n.]{0,60}\\bstill fail(?:s|ed|ing)?\\b|\\b[1-9]\\d* (?:${subject} )?(?:fail|failed|failing|failures?)\\b|\\bfailures? (?:is|are|remains?)\\b|(?:既存|預先|已有|原有|无关)[^\\n]{0,20}(?:失敗|失败|错误|エラー)`,
    'i',
  );
/** The message itself tells of failures: then what it says passes may be the rest. */
const ADMITS_FAILURES: Record<CheckedKind, RegExp> = {
  test: admits('tests?|specs?|suites?'),
  build: admits('builds?|compil\\w+'),
  types: admits('type[- ]?checks?|tsc|mypy'),
  lint: admits('lint\\w*|eslint'),
};
