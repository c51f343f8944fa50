import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Variables } from '../config/env.ts';
import type { HookInput } from '../hook/protocol/input.ts';
import { supervisedSince } from '../hook/session-location.ts';
import { isFolder, isWithin } from '../platform/folders.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { readSessionInfo, type SessionInfo } from '../transcript/session-info.ts';
import { CaseError, parseEvent } from './case-file.ts';
import { withoutGitConfiguration } from './new-repository.ts';
import { PLACES, placesBelow, projectFolderName, putInPlace } from './places.ts';
import { CASE_FILE, type EvalCase } from './read-case.ts';
import { restoreHistory } from './restore-history.ts';
import { writeFiles } from './write-files.ts';

/** A case that can be judged: its files in a temporary folder, with the times they had. */
export interface CaseWorkspace {
  /** Everything of the case is below it, and nothing that tells its label. */
  root: string;
  /** The project folder of the session. */
  folder: string;
  transcript: string;
  session: SessionInfo | undefined;
  since: Date | undefined;
  input: HookInput;
  /** For what is started here: git reads no configuration but the repository's, which is ours. */
  env: Variables;
  remove(): void;
}

const HOUR_MS = 60 * 60 * 1000;

/** Throws a `CaseError` if the case cannot be used; then nothing is left. */
export async function openWorkspace(
  evalCase: EvalCase,
  env: Variables,
  signal: AbortSignal | undefined,
): Promise<CaseWorkspace> {
  const { root, remove } = createTemporaryFolder('ccc-eval-');
  try {
    const { repository } = placesBelow(root);
    const input = inputOf(evalCase, root);
    const transcript = writeTranscripts(evalCase, input.session_id, root);
    const session = readSessionInfo(transcript);
    const before = new Date((Date.parse(session?.startedAt ?? '') || Date.now()) - HOUR_MS);
    const variables = withoutGitConfiguration(env, root);
    mkdirSync(repository, { mode: 0o700 });
    await restoreHistory(evalCase, { root, before, env: variables, signal });
    // A file that `times` does not name is older than the session.
    const { times } = evalCase.file;
    writeFiles(evalCase.repository, { root, folder: repository, timeOf: (path) => times[path] ?? before });
    const named = session?.projectFolder;
    return {
      ...{ root, transcript, session, input, env: variables, remove },
      folder: named && isWithin(repository, named) && isFolder(named) ? named : repository,
      since: evalCase.file.since ?? supervisedSince({ folder: repository, session }, undefined),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The event with real paths. Its `cwd` is a folder that the reviewer may read, so it has to be one of the case. */
function inputOf({ file: { event }, folder }: EvalCase, root: string): HookInput {
  const caseFile = join(folder, CASE_FILE);
  const { cwd = PLACES.repository } = event;
  if (typeof cwd !== 'string' || !isWithin(PLACES.repository, resolve('/', cwd)))
    throw new CaseError(caseFile, { code: 'cwd' });
  const placed = putInPlace(Buffer.from(JSON.stringify({ ...event, cwd: resolve('/', cwd) })), root, 'json');
  return parseEvent(caseFile, JSON.parse(placed.toString('utf8')));
}

/** Where the client would keep them: the main one, whose path is returned, and those of subagents in a folder of its name. */
function writeTranscripts({ transcript, subagents }: EvalCase, sessionId: string, root: string): string {
  const { home, repository } = placesBelow(root);
  const folder = join(home, '.claude', 'projects', projectFolderName(repository));
  const files = new Map([[`${sessionId}.jsonl`, { bytes: transcript, executable: false }]]);
  for (const [path, file] of subagents) files.set(`${sessionId}/subagents/${path}`, file);
  writeFiles(files, { root, folder, format: 'json' });
  return join(folder, `${sessionId}.jsonl`);
}
