import { join, relative, resolve } from 'node:path';
import type { Variables } from '../../config/env.ts';
import type { JournalEntry } from '../../journal/record.ts';
import { isWithin, realPath } from '../../platform/folders.ts';
import { secretsIn } from '../../platform/known-secrets.ts';
import { redactor } from '../../platform/redact.ts';
import { readRegular } from '../../platform/regular-file.ts';
import { fileNamesIn, type StoredSession } from '../../transcript/stored-sessions.ts';
import type { Label } from '../case-file.ts';
import { BUNDLE, CASE_FILE, TRANSCRIPT } from '../read-case.ts';
import { anonymiser } from './anonymise.ts';
import { AnonymousCopy, type NewFile } from './anonymous-copy.ts';
import { bundleOf } from './bundle.ts';
import { linesUntil, recordedEvent } from './recorded-event.ts';
import { variablesIn } from './secret-files.ts';
import { type LeftOut, type Snapshot, snapshotOf } from './snapshot.ts';

/** What a case is made of. */
export interface CaseSource {
  session: StoredSession;
  /** The decision that the case is about; undefined: the session as it is now, as if it stopped. */
  decision: JournalEntry | undefined;
  label: Label;
  why: string;
  kind: string;
  /** When supervision began, if that was later than the session. */
  since: Date | undefined;
  startedAt: Date | undefined;
  env: Variables;
  home: string | undefined;
  /** Where cases are kept: earlier ones are no part of a new one. */
  casesFolder: string;
  /** Values that must not be in the case. */
  secrets: readonly string[];
  /** Ends it: what comes of it then is not to be used. */
  signal?: AbortSignal;
}

/** A case that has not been written yet. */
export interface NewCase {
  files: NewFile[];
  leftOut: LeftOut;
  /** Files that were written after the decision: the case has them as they are now. */
  changedSince: string[];
  complete: boolean;
}

/** Why no case can be made of a session. */
export type AddProblem = 'transcript-unreadable' | 'transcript-too-large' | 'event' | 'git';
export class AddError extends Error {
  override name = 'AddError';
  constructor(readonly problem: AddProblem) {
    super(problem);
  }
}

const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;

/** Copies transcript and repository into memory, without secrets and without paths of this machine. Writes nothing. */
export async function makeCase(source: CaseSource): Promise<NewCase> {
  const { session, decision, env } = source;
  const until = decision && new Date(decision.time);
  const since = source.since ?? source.startedAt;
  const transcripts = [{ path: TRANSCRIPT, file: session.transcript }, ...subagentsOf(session.transcript)].map(
    ({ path, file }) => ({ path, lines: linesUntil(readTranscript(file), until) }),
  );
  const lines = transcripts.flatMap((transcript) => transcript.lines);
  const snapshot = await snapshotOf(session.folder, env, {
    ...{ since, isNamed: namedIn(lines, session.folder), signal: source.signal },
    isExcluded: isKeptCase(source),
  });
  const { secretTexts, root } = snapshot;
  const secrets = [
    ...secretsIn(env),
    ...source.secrets,
    ...secretTexts.flatMap((text) => secretsIn(variablesIn(text))),
  ];
  const places = { repository: [root, linkedRoot(root, session.folder)], home: source.home };
  const copy = new AnonymousCopy(anonymiser(places, redactor(secrets)));
  const [main = { lines: [] }] = transcripts;
  copy.addValue(CASE_FILE, caseFile(source, snapshot, main.lines));
  for (const transcript of transcripts) copy.addLines(transcript.path, transcript.lines);
  await addRepository(copy, snapshot, since, source);
  return {
    files: copy.files,
    leftOut: snapshot.leftOut,
    changedSince: until ? [...snapshot.files].flatMap(([path, { time }]) => (time > until ? [path] : [])) : [],
    complete: snapshot.complete,
  };
}

function caseFile({ session, decision, label, why, kind, since }: CaseSource, snapshot: Snapshot, lines: string[]) {
  const { event: name = 'Stop', tool = null, prompt_id: promptId = null } = decision ?? {};
  const event = recordedEvent(lines, { sessionId: session.id, event: name, tool, promptId });
  if (event === undefined) throw new AddError('event');
  const times = [...snapshot.files].map(([path, { time }]) => [path, time.toISOString()] as const);
  const hasCommits = snapshot.base !== undefined || snapshot.commits.length > 0;
  return {
    ...{ version: 1, label, why, kind },
    event: { ...event, cwd: cwdOf(event.cwd, snapshot.root, session.folder), transcript_path: session.transcript },
    times: Object.fromEntries(times),
    ...(since && { since: since.toISOString() }),
    ...(snapshot.isGit && !hasCommits && { git: 'no-commits' }),
  };
}

/** Whether a file belongs to an earlier case. Nothing does if the cases are kept beside or above the project. */
function isKeptCase({ casesFolder, session }: CaseSource): (path: string) => boolean {
  const kept = realPath(casesFolder);
  return (path) => isWithin(kept, path) && !isWithin(kept, realPath(session.folder));
}

/** Where the worker is; a folder outside the repository is not part of the case. */
const cwdOf = (cwd: unknown, root: string, folder: string) =>
  [cwd, folder].find((path): path is string => typeof path === 'string' && isWithin(root, realPath(path))) ?? root;

/** The name of the root where the session knows its folder by a link. */
const linkedRoot = (root: string, folder: string) => resolve(folder, relative(realPath(folder), root));

function readTranscript(path: string): string {
  const content = readRegular(path, { maxBytes: MAX_TRANSCRIPT_BYTES, followsLinks: true });
  if (content === undefined) throw new AddError('transcript-unreadable');
  if (content.size > MAX_TRANSCRIPT_BYTES) throw new AddError('transcript-too-large');
  return content.bytes.toString('utf8');
}

/** The transcripts of subagents, without those of compactions, which repeat the conversation. */
function subagentsOf(transcript: string): { path: string; file: string }[] {
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  return fileNamesIn(folder)
    .filter((name) => /^agent-(?!acompact).+\.jsonl$/.test(name))
    .sort()
    .map((name) => ({ path: `subagents/${name}`, file: join(folder, name) }));
}

const PATH = /[\w@.+-]+(?:\/[\w@.+-]+)*/g;

/** Whether the session has written the path of a file anywhere, relative to its folder or absolute. */
function namedIn(lines: readonly string[], folder: string): (path: string) => boolean {
  const words = new Set(lines.flatMap((line) => line.match(PATH) ?? []));
  const here = realPath(folder);
  return (path) =>
    [relative(here, path), path.slice(1), join(folder, relative(here, path)).slice(1)].some((name) => words.has(name));
}

/** The commits are made anew if the session made any, else the one tree that was committed can be read in a diff. */
async function addRepository(
  copy: AnonymousCopy,
  { files, base, commits }: Snapshot,
  since: Date | undefined,
  { env, signal }: CaseSource,
): Promise<void> {
  copy.addTree('repository', files);
  if (commits.length === 0) {
    if (base) copy.addTree('base', base);
    return;
  }
  const before = (since ?? new Date(commits[0]?.date ?? 0)).getTime() - 60 * 60 * 1000;
  const first = base ? [{ files: base, message: 'Before the session', date: new Date(before) }] : [];
  const others = commits.map(({ files: those, message, date }) => ({ files: those, message, date: new Date(date) }));
  const anonymous = [...first, ...others].map((commit) => copy.commit(commit));
  const bundle = await bundleOf(anonymous, env, () => new AddError('git'), signal);
  copy.files.push({ path: BUNDLE, bytes: bundle, executable: false, redactions: 0, isBinary: false });
}
