import type { SessionOutcome } from '../../history/session-history.ts';
import { doubtAbout, isApproval } from '../../hook/rules/approval.ts';
import type { Line, Session } from './model.ts';

export type Tone = 'good' | 'bad' | 'broken' | 'plain';

/** One colour for an outcome, in the list and in the timeline. */
const TONES: Record<SessionOutcome, Tone> = {
  approved: 'good',
  'files-changed': 'broken',
  'settings-changed': 'broken',
  'sent-back': 'bad',
  failed: 'broken',
  'cut-off': 'broken',
  limit: 'broken',
  stall: 'bad',
  budget: 'broken',
  impossible: 'bad',
  overruled: 'plain',
  'api-error': 'broken',
  off: 'plain',
  'turned-off': 'bad',
  'not-reviewed': 'plain',
};

const isOutcome = (text: string): text is SessionOutcome => Object.hasOwn(TONES, text);

export const toneOfOutcome = (outcome: string): Tone => (isOutcome(outcome) ? TONES[outcome] : 'plain');

/** Pure: what nobody has reviewed is not good, and stands out where it is left at that. */
export function toneOfSession({ outcome, wentOn, needsUser }: Pick<Session, 'outcome' | 'wentOn' | 'needsUser'>): Tone {
  const tone = toneOfOutcome(outcome);
  if (tone !== 'good' && tone !== 'plain') return tone;
  if (needsUser) return 'broken';
  return wentOn ? 'plain' : tone;
}

/** Pure: that of what a line says of its session. */
export function toneOf(line: Line): Tone {
  if (line.api_error) return TONES['api-error'];
  if (isApproval(line)) return TONES[doubtAbout(line) ?? 'approved'];
  if (line.verdict === 'block') return TONES['sent-back'];
  if (line.verdict === 'failed') return TONES.failed;
  // What a stop was let through for is the outcome then: `limit`, `budget`, `stall` and more.
  return toneOfOutcome(line.cause ?? '');
}
