import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { ReportBuilder } from '../history/report.ts';
import { nothingRecorded } from '../i18n/history.ts';
import { allLinesOfSessions, linesSince } from '../journal/read.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { writePaged } from '../platform/pager.ts';
import { answerLookup } from '../transcript/answer-lookup.ts';
import type { report } from './declarations/report.ts';
import { assertJournal, isEmptyJournal, sinceOf } from './journal-options.ts';
import { reportJson } from './report-json.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';
import { requestReader } from './request-reader.ts';
import { resumeNeeds } from './resume-needs.ts';

const DEFAULT_SINCE = '12h';

/** `ccc report`: what ran, what needs the user and why, and how to go on. */
export async function run({ since, json, markdown }: ParsedArguments<typeof report>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  assertJournal(paths.journal, env.language);
  const from = sinceOf(since ?? DEFAULT_SINCE, env.language) ?? '';
  const builder = new ReportBuilder(from, new Date().toISOString());
  for (const line of linesSince(paths.journal, from)) builder.add(line);
  const running = new Map(
    (await runningSessions(paths)).flatMap(({ sessionId, pid, activity }) =>
      sessionId === null ? [] : [[sessionId, { pid, activity }]],
    ),
  );
  builder.addEarlier(allLinesOfSessions(paths.journal, new Set(builder.withoutOutcome(running.keys()))));
  const found = builder.report({
    running,
    hasAnswered: answerLookup(paths),
    requestOf: await requestReader(paths, env),
    ...(await resumeNeeds(paths, env)),
  });
  const nothing = isEmptyJournal(paths.journal) ? nothingRecorded[env.language] : undefined;
  if (json) await writePaged(() => reportJson(found), {}, { ...terminalInfo(), stdout: false });
  else if (markdown) writeStdout(`${reportMarkdown(found, env.language, nothing)}\n`);
  else
    return writePaged(
      () => [`${reportText(found, env.language, stdoutColumns(), nothing)}\n`],
      env.all,
      terminalInfo(),
    );
  return 0;
}
