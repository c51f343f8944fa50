import type { Redact } from '../platform/known-secrets.ts';
import { redactedJson } from '../platform/known-secrets.ts';
import { claimsWithStatus } from './claims/status.ts';
import type { Runner } from './commands/runner.ts';
import type { CheckedClaim, Evidence } from './evidence.ts';
import { projectAt } from './files/changed-files.ts';
import { claimContext } from './gather.ts';
import { History } from './history.ts';
import { readTranscripts } from './read-transcripts.ts';
import { namedRun, runEvidence } from './transcript-evidence.ts';

/** The stored transcript of a session. */
export interface StoredTranscript {
  transcript: string;
  bytes: number;
  /** The project folder. */
  folder: string;
}

/** What the end of a session claims about tests, build, types and lint, and what else its transcript says of it. */
export interface SessionClaims {
  claims: CheckedClaim[];
  session: Evidence['session'];
  lastText: string | undefined;
}

/** Mostly the last run of each kind is within this much of the end. If it is not, more is read. */
const END_BYTES = [64 * 1024, 512 * 1024];

/**
 * These claims of `gatherEvidence` with `transcriptOnly`, and little else: for many sessions at once. The end of the
 * transcript is read first, because it mostly decides: what a claim is about is the last run of its kind, and what
 * changed after that.
 */
export function gatherClaims(stored: StoredTranscript, runners: readonly Runner[], redact: Redact): SessionClaims {
  for (const bytes of END_BYTES) {
    const end = stored.bytes > 4 * bytes ? claimsFrom(stored.bytes - bytes, stored, runners, redact) : undefined;
    if (end?.isDecided) return end;
  }
  return claimsFrom(0, stored, runners, redact);
}

function claimsFrom(
  start: number,
  { transcript, folder }: StoredTranscript,
  runners: readonly Runner[],
  redact: Redact,
): SessionClaims & { isDecided: boolean } {
  // No change counts from there on: what the changed lines are is not looked at, only when files changed.
  const history = new History(Number.POSITIVE_INFINITY, [], { runners });
  const subagents = readTranscripts(history, transcript, start);
  const project = projectAt(folder, undefined, { looksAtFiles: false });
  const context = { subagents, since: undefined, changes: undefined, project, redact };
  const runs = runEvidence(history, context);
  const claims = claimsWithStatus(
    history.lastText ?? '',
    claimContext(runs, [], history, redact, namedRun(history, context)),
  );
  return {
    claims: JSON.parse(redactedJson(claims, redact)),
    session: runs.session,
    lastText: history.lastText,
    // It may have been the last to end, and with it what "all checks" means.
    isDecided: claims.length > 0 && claims.every(isDecided) && !history.background.hasUnknown,
  };
}

/** By a run that was seen: what came before it changes nothing. */
function isDecided({ status, run }: CheckedClaim): boolean {
  return run !== null && (status === 'backed' || status === 'stale' || status === 'contradicted');
}
