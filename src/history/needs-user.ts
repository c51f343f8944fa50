import type { SessionOutcome } from './session-history.ts';

/** Pure: whether the work is over, or waits, without an approval. A running agent works on what was sent back. */
export function needsUser(outcome: SessionOutcome, isRunning: boolean): boolean {
  switch (outcome) {
    case 'files-changed':
    case 'settings-changed':
    case 'limit':
    case 'stall':
    case 'budget':
    case 'impossible':
    case 'failed':
    case 'cut-off':
    case 'api-error':
      return true;
    case 'sent-back':
    case 'turned-off':
      return !isRunning;
    case 'approved':
    case 'overruled':
    case 'off':
    case 'not-reviewed':
      return false;
  }
}
