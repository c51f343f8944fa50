import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { openPage, removeLeftPages } from '../dashboard/open-page.ts';
import { startDashboard } from '../dashboard/server.ts';
import { dashboardMessages } from '../i18n/dashboard.ts';
import type { Language } from '../i18n/language.ts';
import { terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { exitCodeAfter, firstSignal } from '../platform/signals.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { answerLookup } from '../transcript/answer-lookup.ts';
import type { dashboard } from './declarations/dashboard.ts';
import { assertJournal } from './journal-options.ts';
import { requestReader } from './request-reader.ts';
import { resumeCommandReader } from './resume-needs.ts';

export async function run({ port, noOpen }: ParsedArguments<typeof dashboard>, env: Env): Promise<number> {
  const messages = dashboardMessages[env.language];
  const wanted = portFrom(port, env.language);
  assertJournal(pathsOf(env).journal, env.language);
  removeLeftPages(env);
  const stop = firstSignal();
  const served = await serve(wanted, env);
  writeStdout(`${served.url}\n`);
  writeStderr(messages.serving);
  const opening = !noOpen && terminalInfo().stdout ? openPage(served.url, env) : undefined;
  let isOpened = false;
  void served.opened.then(() => {
    isOpened = true;
    opening?.remove();
  });
  void opening?.started.then((isStarted) => {
    if (isStarted || isOpened || stop.signal.aborted) return;
    opening.remove();
    writeStderr(messages.notOpened);
  });
  if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  opening?.remove();
  await served.close();
  return exitCodeAfter(stop);
}

function portFrom(given: string | undefined, language: Language): number {
  if (given === undefined) return 0;
  const port = Number(given);
  if (/^\d+$/.test(given) && port >= 1 && port <= 65_535) return port;
  const { badPort, badPortFix } = dashboardMessages[language];
  throw new UserError(badPort(given), badPortFix, { code: 'usage', exitCode: 2 });
}

async function serve(port: number, env: Env) {
  const { portTaken, portTakenFix, portRefused } = dashboardMessages[env.language];
  try {
    const paths = pathsOf(env);
    const commandFor = await resumeCommandReader(paths, env);
    const hasAnswered = answerLookup(paths);
    const requestOf = await requestReader(paths, env);
    return await startDashboard({ port, language: env.language, commandFor, hasAnswered, requestOf }, paths);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') throw new UserError(portTaken(port), portTakenFix, { code: 'port-taken' });
    if (code === 'EACCES') throw new UserError(portRefused(port, code), portTakenFix, { code: 'port-refused' });
    throw error;
  }
}
