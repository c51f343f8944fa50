/** How a session began, as it was known when it was first seen; kept because the worker can change the transcript. */
export interface Begin {
  sessionId: string;
  /** The earliest moment that is known to belong to the session; undefined: none is, only that it was there later. */
  at?: string | undefined;
  /** When this was first recorded. */
  seenAt: string;
  /** The transcript as last seen, and in which client. */
  file?: { inode: number; createdAt: string | undefined; client?: string | undefined } | undefined;
  /** What the user asked for: the first request and the last ones, shortened and without secrets. */
  requests?: readonly { time: string | null; text: string }[] | undefined;
  /** The prompt for which the requests were last read. */
  promptId?: string | null | undefined;
  /** What is wrong with the transcript, and when that was noticed. */
  trouble?: { kind: TranscriptTrouble; at: string } | undefined;
}

/** `missing`: gone. `replaced`: another file than before. `cut`: its beginning is not there. */
export type TranscriptTrouble = 'missing' | 'replaced' | 'cut';

/** What an event shows of its session. */
export interface SeenSession {
  sessionId: string;
  /** Undefined: there is no transcript. */
  transcript:
    | { inode: number; createdAt: string | undefined; startedAt: string | undefined; startsInMiddle: boolean }
    | undefined;
  /** Names the client; undefined: it does not say who it is. */
  client: string | undefined;
  /** When the client was started, in milliseconds; undefined: not known. */
  clientStartedAt: number | undefined;
  /** When the id was last used, for a session that follows another in the same client. */
  lastUsedAt: string | undefined;
}

/** Times of files and of processes are known to within a second or two. */
const SLACK_MS = 3_000;

/** The beginning as it is known with this event: what was known before stays, and the earliest moment counts. */
export function beginOf(known: Begin | undefined, seen: SeenSession, now: string): Begin {
  const { sessionId, transcript } = seen;
  const before = known?.sessionId === sessionId ? known : undefined;
  const kind = troubleWith(before, seen);
  const trouble = before?.trouble?.kind === kind ? before?.trouble : kind && { kind, at: now };
  const moments = [before?.at, transcript?.createdAt, transcript?.startedAt];
  // The first session of a client can be no older than the client, and for a later one only the last use is known.
  if (!known && seen.clientStartedAt !== undefined) moments.push(new Date(seen.clientStartedAt).toISOString());
  if (known && !before && (trouble || !transcript)) moments.push(seen.lastUsedAt);
  const file = transcript && { inode: transcript.inode, createdAt: transcript.createdAt, client: seen.client };
  return {
    ...(before ?? { sessionId, seenAt: now }),
    at: earliest(moments),
    file: file ?? before?.file,
    trouble: trouble ?? before?.trouble,
  };
}

function troubleWith(
  before: Begin | undefined,
  { transcript: file, client }: SeenSession,
): TranscriptTrouble | undefined {
  if (!file) return before?.file ? 'missing' : undefined;
  if (file.startsInMiddle) return 'cut';
  // Between two clients a home folder may have been copied or restored: then every file is another one.
  if (before?.file && before.file.client !== client) return undefined;
  if (before?.file && before.file.inode !== file.inode) return 'replaced';
  const createdAt = Date.parse(file.createdAt ?? '');
  const notAfter = Date.parse(before?.file?.createdAt ?? before?.seenAt ?? '');
  return createdAt > notAfter + SLACK_MS ? 'replaced' : undefined;
}

function earliest(moments: readonly (string | undefined)[]): string | undefined {
  const times = moments.map((moment) => Date.parse(moment ?? '')).filter((time) => !Number.isNaN(time));
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : undefined;
}

const TROUBLE_TEXTS: Record<TranscriptTrouble, string> = {
  missing: 'the transcript of the session is gone',
  replaced: 'the transcript was replaced after the session began',
  cut: 'the transcript begins in the middle of the session: what came before is missing',
};

/** For the reviewer; who did it is not known. Undefined: nothing is wrong. */
export const transcriptTroubleText = ({ trouble }: Begin): string | undefined =>
  trouble && `${TROUBLE_TEXTS[trouble.kind]} (noticed at ${trouble.at})`;
