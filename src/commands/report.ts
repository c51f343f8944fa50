import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { ReportBuilder } from '../history/report.ts';
import { nothingRecorded } from '../i18n/history.ts';
import { linesOfId } from '../journal/read.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import { printJson, stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { writePaged } from '../platform/pager.ts';
import { answerLookup } from '../transcript/answer-lookup.ts';
import type { report } from './declarations/report.ts';
import { assertJournal, isEmptyJournal, sinceOf } from './journal-options.ts';
import { entriesFor } from './log-entries.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';
import { resumeNeeds } from './resume-needs.ts';

const USUAL_SINCE = '12h';

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
  const hasAnswered = answerLookup(paths);
  let lookedUp = 0;
  const found = builder.report({
    running,
    hasAnswered: (session, time) => (++lookedUp <= MAX_LOOKED_UP ? hasAnswered(session, time) : false),
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
