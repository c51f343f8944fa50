import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { auditContext } from '../audit/audit-context.ts';
import { type AuditTask, auditSession } from '../audit/audit-session.ts';
import { CSV_HEADING, csvLine } from '../audit/csv.ts';
import { auditDocument } from '../audit/document.ts';
import { headline } from '../audit/headline.ts';
import { reportText, shortPath } from '../audit/report.ts';
import { type AuditRequest, parseCount, parseSince } from '../audit/request.ts';
import { hasSessions, isSessionOf, listSessionFiles, type SessionFile } from '../audit/session-files.ts';
import { AuditTotals, type ClaimRow, rowsOf } from '../audit/totals.ts';
import { resultsOfWorkers } from '../audit/workers.ts';
import type { ParsedArguments } from '../command-line/declaration.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { ownCommand } from '../config/own-program.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { auditMessages } from '../i18n/audit.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { currentFolder } from '../platform/folders.ts';
import { printJson, stdoutColumns, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { ProgressBar } from '../platform/progress-bar.ts';
import { firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { projectFolderOf } from '../transcript/session-info.ts';
import { AUDIT_WORKER, type audit } from './declarations/audit.ts';
import { printConfigProblems } from './review/review-config.ts';

type Options = ParsedArguments<typeof audit>;

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 };

/** `ccc audit`: what the stored sessions claim at their end, and what of it they show. */
export async function run(options: Options, env: Env): Promise<number> {
  const messages = auditMessages[env.language];
  const paths = pathsOf(env);
  const storage = join(paths.claudeDir, 'projects');
  const interruption = firstSignal();
  printConfigProblems(paths.configFile, (await readConfig(paths.configFile)).problems, env);
  const { request, instead } = withListingErrors(storage, env, () => requestOf(options, paths, env));
  const { files, unreadable } = withListingErrors(storage, env, () => listSessionFiles(paths, request.folder));

  const totals = new AuditTotals();
  for (const file of unreadable) totals.addUnreadable(file);
  const [ended, running] = await splitRunning(files, paths, env);
  totals.leftOut.running = running.filter((file) => isAskedFor(file, request)).length;
  const tasks = tasksOf(ended, request);

  if (options.csv) writeStdout(CSV_HEADING);
  const claims: ClaimRow[] = [];
  const bar = progressBar(Math.min(tasks.length, request.last ?? tasks.length), options, env);
  try {
    let at = 0;
    for await (const result of results(tasks, env, interruption.signal)) {
      totals.add(result, tasks[at++]?.transcript ?? '');
      bar?.add();
      const rows = result.kind === 'audited' ? rowsOf(result.session) : [];
      if (options.json) claims.push(...rows);
      if (options.csv && rows.length > 0 && !writeStdout(rows.map(csvLine).join(''))) break;
      if (totals.all.sessions === request.last) break;
    }
  } finally {
    bar?.clear();
  }
  if (interruption.name !== undefined) {
    writeStderr(messages.interrupted);
    return EXIT_CODES[interruption.name];
  }

  const folder = request.folder && shortPath(request.folder, env.home);
  if (options.json) printJson(auditDocument(totals, request, headline(totals, request, folder, messages), claims));
  else if (!options.csv) {
    const columns = stdoutColumns();
    writeStdout(reportText(totals, request, { messages, columns, home: env.home, storage, instead }));
  }
  return 0;
}

/** What was typed, as values. Without a folder it is this one, or all if there is no session of this one. */
function requestOf(
  options: Options,
  paths: Paths,
  { language }: Env,
): { request: AuditRequest; instead: string | undefined } {
  const messages = auditMessages[language];
  const last = options.last === undefined ? undefined : parseCount(options.last);
  if (options.last !== undefined && last === undefined)
    throw new UserError(messages.badNumber(options.last), messages.badNumberFix, { code: 'usage', exitCode: 2 });
  const since = options.since === undefined ? undefined : parseSince(options.since, new Date());
  if (since === 'future' || (options.since !== undefined && since === undefined)) {
    const what = since === 'future' ? messages.futureSince : messages.badSince;
    throw new UserError(what(visibleLine(options.since ?? '')), messages.badSinceFix, { code: 'usage', exitCode: 2 });
  }
  if (options.project !== undefined)
    return { request: { folder: resolve(currentFolder(), options.project), since, last }, instead: undefined };
  const here = currentFolder();
  const isHere = !options.all && hasSessions(paths, here);
  return {
    request: { folder: isHere ? here : undefined, since, last },
    instead: isHere || options.all ? undefined : here,
  };
}

/** The last message of a session that is running is not its end. */
async function splitRunning(
  files: readonly SessionFile[],
  paths: Paths,
  { clientSessionId }: Env,
): Promise<[ended: SessionFile[], running: SessionFile[]]> {
  const running = new Set([clientSessionId, ...(await runningSessions(paths)).map(({ sessionId }) => sessionId)]);
  return [files.filter(({ id }) => !running.has(id)), files.filter(({ id }) => running.has(id))];
}

const isAskedFor = ({ transcript }: SessionFile, { folder }: AuditRequest) =>
  folder === undefined || isSessionOf(folder, transcript, projectFolderOf(transcript));

/** A file that was not written to since then holds nothing that is newer. */
const tasksOf = (files: readonly SessionFile[], { folder, since }: AuditRequest): AuditTask[] =>
  files
    .filter(({ changedAt }) => since === undefined || changedAt >= since.getTime())
    .map((file) => ({ ...file, folder: folder ?? null, since: since?.getTime() ?? null }));

/** Reading less than this takes about as long as starting a process for it. */
const BYTES_PER_WORKER = 16_000_000;
/** Opening a file takes as long as reading so much of it. */
const BYTES_PER_FILE = 50_000;

async function* results(tasks: readonly AuditTask[], env: Env, signal: AbortSignal) {
  const bytes = tasks.reduce((sum, task) => sum + task.bytes + BYTES_PER_FILE, 0);
  if (bytes > BYTES_PER_WORKER) {
    const count = Math.min(availableParallelism(), tasks.length, Math.ceil(bytes / BYTES_PER_WORKER));
    yield* resultsOfWorkers(tasks, { command: [...ownCommand(), AUDIT_WORKER], env: env.all, count, signal });
    return;
  }
  const context = auditContext(env);
  for (const task of tasks) yield await auditSession(task, context);
}

/** Not between the rows of a table on the same terminal. */
function progressBar(total: number, { csv }: Options, env: Env): ProgressBar | undefined {
  const terminal = terminalInfo();
  if (!terminal.stderr || (csv && terminal.stdout)) return undefined;
  return new ProgressBar(total, auditMessages[env.language].progress, terminalStyle(env.all, terminal));
}

/** Reports that the folder of all sessions cannot be listed. */
function withListingErrors<T>(storage: string, { language }: Env, body: () => T): T {
  try {
    return body();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const messages = auditMessages[language];
    throw new UserError(messages.cannotList(storage, code), messages.cannotListFix, {
      code: 'sessions-unreadable',
      cause: error,
    });
  }
}
