import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { ReportBuilder } from '../history/report.ts';
import type { SessionHistory } from '../history/session-history.ts';
import { nothingRecorded } from '../i18n/history.ts';
import { linesOfId } from '../journal/read.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import { printJson, stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { writePaged } from '../platform/pager.ts';
import { answeredAfter, sessionAnsweredAfter } from '../transcript/answered-after.ts';
import { directoryNameOf } from '../transcript/stored-sessions.ts';
import type { report } from './declarations/report.ts';
import { assertJournal, isEmptyJournal, sinceOf } from './journal-options.ts';
import { entriesFor } from './log-entries.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';
import { resumeNeeds } from './resume-needs.ts';

const USUAL_SINCE = '12h';

/** How long the client keeps a transcript unless it is told otherwise. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A night has fewer sessions. Of more than that, what came before the time of the report is not looked up. */
const MAX_LOOKED_UP = 100;

/** `ccc report`: what ran, what stands open and why, and how to go on. */
export async function run({ since, json, markdown }: ParsedArguments<typeof report>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  assertJournal(paths.journal, env.language);
  const from = sinceOf(since ?? USUAL_SINCE, env.language) ?? '';
  const builder = new ReportBuilder(from);
  for (const line of entriesFor({ since: since ?? USUAL_SINCE, json: true }, paths.journal, env.language))
    builder.add(line);
  const running = new Map(
    (await runningSessions(paths)).flatMap(({ sessionId, pid }) => (sessionId === null ? [] : [[sessionId, pid]])),
  );
  for (const id of builder.withoutOutcome(running.keys()).slice(0, MAX_LOOKED_UP))
    builder.addEarlier(id, linesOfId(paths.journal, id));
  let lookedUp = 0;
  const found = builder.report({
    running,
    hasAnswered: (session, time) => (++lookedUp <= MAX_LOOKED_UP ? hasAnswered(session, time, paths) : false),
    ...(await resumeNeeds(paths, env)),
  });
  const nothing = isEmptyJournal(paths.journal) ? nothingRecorded[env.language] : undefined;
  if (json) printJson(withSnakeCaseKeys(found));
  else if (markdown) writeStdout(`${reportMarkdown(found, env.language, nothing)}\n`);
  else
    return writePaged(
      () => [`${reportText(found, env.language, stdoutColumns(), nothing)}\n`],
      env.all,
      terminalInfo(),
    );
  return 0;
}

/** Mostly by the transcript in the folder of the session: to look through all folders takes longer. */
function hasAnswered({ id, folder, lastAt }: SessionHistory, since: string, paths: Paths): boolean | undefined {
  const projects = join(paths.claudeDir, 'projects');
  if (!/^[\w-]+$/.test(id)) return false;
  const own = folder && join(projects, directoryNameOf(folder), `${id}.jsonl`);
  const answered = (own ? answeredAfter(own, since) : undefined) ?? sessionAnsweredAfter(paths, id, since);
  if (answered !== undefined) return answered;
  // The client removes transcripts of that age; and where it has none at all, it keeps them elsewhere.
  const isExpected = Date.now() - Date.parse(lastAt) < KEPT_MS && existsSync(projects);
  return isExpected ? undefined : false;
}
