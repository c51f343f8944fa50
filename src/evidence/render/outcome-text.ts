import type { CheckOutcome } from '../../checks/check.ts';
import type { CheckEvidence, RunOutcome } from '../evidence.ts';
import { oneLine } from '../limits.ts';

/** How a run ended. */
export function runOutcomeText(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'ok':
      return 'ok';
    case 'failed':
      return outcome.exit === null ? 'failed (by its output)' : `failed (exit ${outcome.exit})`;
    case 'interrupted':
      return 'interrupted';
    case 'background':
      return 'in the background';
    case 'denied':
      return 'denied, did not run';
    case 'not-started':
      return 'could not be started';
    case 'unknown':
      return `unknown (${outcome.why.startsWith('hidden') ? `status ${outcome.why}` : outcome.why})`;
  }
}

export function checkOutcomeText(outcome: CheckOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return 'passed';
    case 'failed':
      return outcome.exit === null ? `failed (ended by ${outcome.signal})` : `failed (exit ${outcome.exit})`;
    case 'timed-out':
      return `no result: not done within ${outcome.seconds} s`;
    case 'not-started':
      return `no result: could not be started (${oneLine(outcome.why, 200)})`;
    case 'skipped':
      return SKIPPED[outcome.why];
    case 'not-run':
      return outcome.why === 'no-time' ? 'not run: no time was left' : 'not run: an earlier check failed';
    case 'interrupted':
      return 'no result: interrupted';
  }
}

const SKIPPED: Record<(CheckOutcome & { kind: 'skipped' })['why'], string> = {
  paths: 'skipped: nothing that it covers has changed',
  'nothing-written':
    'not run: no file of the project changed in this task, and nothing ran but tests, checks and commands that only read',
  'plan-mode': 'not run: the session is in plan mode',
};

/** Whether a result is of this stop, and what else says how much it counts. */
export function checkOriginText({ outcome, reused, at, failedBefore }: CheckEvidence): string {
  if (outcome.kind !== 'passed' && outcome.kind !== 'failed') return '';
  const time = timePrefix(at).trimEnd();
  const origin = reused
    ? `, result of ${time || 'an earlier stop'}, not run again: nothing was written or run since`
    : ', ran now';
  return failedBefore ? `${origin}; it had failed on the files that this task began with already` : origin;
}

/** Of a run that says nothing about the work. */
export const RAN_ELSEWHERE = 'was run in another project, or while the work was put away';

export const countWithNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A time to the second, followed by a space. */
export const timePrefix = (time: string | null): string =>
  time === null ? '' : `${oneLine(time, 40).replace(/\.\d+Z$/, 'Z')} `;
