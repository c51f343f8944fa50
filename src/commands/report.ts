import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { ReportBuilder, type Surroundings } from '../history/report.ts';
import { nothingRecorded } from '../i18n/history.ts';
import { allLinesOfSessions } from '../journal/read.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { writePaged } from '../platform/pager.ts';
import { answeredAfter } from '../transcript/answered-after.ts';
import { fileNamesIn } from '../transcript/stored-sessions.ts';
import type { report } from './declarations/report.ts';
import { assertJournal, isEmptyJournal, sinceOf } from './journal-options.ts';
import { entriesFor } from './log-entries.ts';
import { reportJson } from './report-json.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';
import { resumeNeeds } from './resume-needs.ts';

const USUAL_SINCE = '12h';

/** How long the client keeps a transcript unless it is told otherwise. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

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
  builder.addEarlier(allLinesOfSessions(paths.journal, new Set(builder.withoutOutcome(running.keys()))));
  const found = builder.report({
    running,
    hasAnswered: answerLookup(paths),
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

/** Where the transcripts of each session are, in any folder. Listed once: sessions and folders may be thousands. */
function transcriptsById(projects: string): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const project of fileNamesIn(projects)) {
    for (const name of fileNamesIn(join(projects, project))) {
      const id = /^([\w-]+)\.jsonl$/.exec(name)?.[1];
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), join(projects, project, name)]);
    }
  }
  return found;
}

function answerLookup({ claudeDir }: Paths): Surroundings['hasAnswered'] {
  const projects = join(claudeDir, 'projects');
  const transcripts = transcriptsById(projects);
  return ({ id, lastAt }, since) => {
    const answers = (transcripts.get(id) ?? []).map((path) => answeredAfter(path, since));
    // A worker can put a second one into another folder, so it is not enough that one says no.
    const answered = answers.includes(true) || answers.find((answer) => answer !== undefined);
    if (answered !== undefined || !/^[\w-]+$/.test(id)) return answered ?? false;
    // The client removes transcripts of that age; and where it has none at all, it keeps them elsewhere.
    const isExpected = Date.now() - Date.parse(lastAt) < KEPT_MS && existsSync(projects);
    return isExpected ? undefined : false;
  };
}
