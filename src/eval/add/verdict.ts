import type { PastVerdict } from '../../hook/verdicts.ts';
import type { Label } from '../case-file.ts';

/** The verdict that a case is made of: the one that was overruled last, or else the last. Undefined: there is none. */
export const verdictToCopy = (verdicts: readonly PastVerdict[]): PastVerdict | undefined =>
  verdicts.findLast(({ overruled }) => overruled !== undefined) ?? verdicts.at(-1);

/** What the work deserves, where the journal tells: the opposite of a verdict that was overruled. */
export function labelFrom(verdict: PastVerdict | undefined): Label | undefined {
  if (!verdict?.overruled) return undefined;
  switch (verdict.verdict) {
    case 'allow':
      return 'block';
    case 'block':
      return 'allow';
    case 'failed':
      return undefined;
  }
}
