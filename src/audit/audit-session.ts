import { basename, dirname } from 'node:path';
import { claimsIn } from '../evidence/claims/find.ts';
import type { CheckedClaim, Evidence } from '../evidence/evidence.ts';
import { MAX_LENGTH, oneLine } from '../evidence/limits.ts';
import { gatherClaims } from '../evidence/session-claims.ts';
import { errorCode } from '../platform/user-error.ts';
import { withTranscript } from '../transcript/file.ts';
import { projectFolderOf, readSessionEnd, type SessionEnd } from '../transcript/session-info.ts';
import type { AuditContext } from './audit-context.ts';
import { isSessionOf, type SessionFile } from './session-files.ts';

/** One session to look at, and what makes it count. Plain data: it is handed to another process. */
export interface AuditTask extends SessionFile {
  /** Only if the session is of this folder or one below it; null: any. */
  folder: string | null;
  /** Only if it ended at this time or later, in milliseconds; null: whenever. */
  since: number | null;
}

/** What the end of a session claims about tests, build, types and lint. */
export interface AuditedSession {
  id: string;
  /** The folder that it began in. */
  project: string;
  /** When something last happened in it, as far as the transcript says. */
  time: string;
  claims: CheckedClaim[];
  /** Lines of the transcript that could not be read: what they say is missing from the evidence. */
  unreadLines: number;
}

export type AuditResult =
  | { kind: 'audited'; session: AuditedSession }
  /** Nothing was ever answered in it. */
  | { kind: 'unanswered' }
  /** Kept by a reviewer of `ccc`: its last message is a verdict. */
  | { kind: 'review' }
  /** Of another folder, or too old. */
  | { kind: 'other' }
  | { kind: 'unreadable'; why: string };

/** What one stored session ends with. The folder it was about has moved on since: only its transcript is read. */
export async function auditSession(
  task: AuditTask,
  { redact, runnersIn }: AuditContext,
  gather = gatherClaims,
): Promise<AuditResult> {
  const { transcript } = task;
  if (task.bytes === 0) return { kind: 'unanswered' };
  try {
    const folder = projectFolderOf(transcript);
    if (task.folder !== null && !isSessionOf(task.folder, transcript, folder)) return { kind: 'other' };
    // Where the folder is not known, the name of the directory that the client made from it still tells projects apart.
    const project = redact(folder ?? basename(dirname(transcript)));
    const end = readSessionEnd(transcript);
    // Then the rest does not matter, and reading that takes by far the longest.
    if (end && (isTooOld(task, end.at) || VERDICT.test(end.answer) || claimsIn(end.answer).length === 0))
      return resultOf(task, project, end, { claims: [], unreadLines: 0 });
    const runners = await runnersIn(folder ?? '/');
    const stored = { transcript, bytes: task.bytes, folder: folder ?? '/' };
    const { session, claims, lastText } = gather(stored, runners, redact);
    if (session.bytes === 0) return { kind: 'unreadable', why: 'it cannot be opened' };
    if (lastText === undefined)
      return isTranscript(transcript, session)
        ? { kind: 'unanswered' }
        : { kind: 'unreadable', why: 'not a transcript' };
    const { unreadLines } = session;
    return resultOf(task, project, end ?? { answer: lastText, at: lastTime(session) }, { claims, unreadLines });
  } catch (error) {
    return { kind: 'unreadable', why: errorCode(error) ?? oneLine(String(error), MAX_LENGTH.name) };
  }
}

function resultOf(
  task: AuditTask,
  project: string,
  { answer, at }: SessionEnd,
  { claims, unreadLines }: Pick<AuditedSession, 'claims' | 'unreadLines'>,
): AuditResult {
  if (isTooOld(task, at)) return { kind: 'other' };
  if (VERDICT.test(answer)) return { kind: 'review' };
  return {
    kind: 'audited',
    session: {
      id: task.id,
      project: oneLine(project, MAX_LENGTH.sentence),
      time: new Date(at ?? task.changedAt).toISOString(),
      claims: claims.map(onOneLine),
      unreadLines,
    },
  };
}

const isTooOld = ({ since, changedAt }: AuditTask, at: number | undefined) =>
  since !== null && (at ?? changedAt) < since;

/** A reviewer ends with its verdict, whatever its prompt was. */
const VERDICT = /"allow_stop"\s*:[^{}]*\}\W*$/;

/** Otherwise not one of its lines is an entry of a session. Long lines are not read if they do not look like one. */
const isTranscript = (path: string, { startedAt, unreadLines }: Evidence['session']) =>
  startedAt !== null || (unreadLines === 0 && withTranscript(path, (file) => file.text(0, 1)) === '{');

/** In a session that ended with much else behind its last message. */
function lastTime({ startedAt, lastToolUseAt }: Evidence['session']): number | undefined {
  const time = lastToolUseAt ?? startedAt;
  return time === null ? undefined : Date.parse(time);
}

/** Foreign text that cannot look like a line of the report. */
const onOneLine = ({ kind, quote, status, run }: CheckedClaim): CheckedClaim => ({
  kind,
  quote: oneLine(quote, MAX_LENGTH.sentence),
  status,
  run: run && {
    ...run,
    command: oneLine(run.command, MAX_LENGTH.command),
    changedAfter: {
      total: run.changedAfter.total,
      items: run.changedAfter.items.map((path) => oneLine(path, MAX_LENGTH.name)),
    },
  },
});
