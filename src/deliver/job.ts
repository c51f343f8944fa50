import type { JournalLine } from '../journal/record.ts';

/** The verb with which this program starts itself to deliver; no person types it. */
export const DELIVER = '__deliver';

/** What one delivery has to do. On stdin, because arguments can be read by every user of the machine. */
export interface DeliveryJob {
  /** Without keys, as it is in the journal. */
  line: JournalLine;
  /** The user's command. */
  onEvent: string | undefined;
  /** Whether telemetry has the text of verdicts. */
  withFeedback: boolean;
  /** The client's own trace, as it says. */
  traceparent: string | undefined;
  /** `ccc.json`: what has its keys in it is not written to the log. */
  configFile: string;
  /** The log of the hook. */
  log: string;
}
