/** A verdict that was given, by what names it in the journal. */
export interface OverruledVerdict {
  time: string;
  verdict: 'allow' | 'block';
  event: string;
  tool: string | null;
}

/** The user says that a verdict was wrong. It is never an approval: nobody has looked at the work. */
export interface Overrule {
  time: string;
  verdict: OverruledVerdict;
  /** Redacted and bounded; may be empty. */
  why: string;
  /** How: typed in the session, or in a terminal outside of it. */
  by: '/overrule' | 'ccc overrule';
}

/** The fields of a journal entry that say whether there is a verdict in it. */
interface JournalVerdict {
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
}

/** Why the last verdict cannot be overruled; undefined: it can. */
export function whyNotOverrulable({ verdict, cause }: JournalVerdict): 'failed' | 'gave-up' | undefined {
  if (verdict === 'failed') return 'failed';
  return cause === 'stall' || cause === 'impossible' ? 'gave-up' : undefined;
}
