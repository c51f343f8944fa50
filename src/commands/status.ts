import type { ParsedArguments } from '../command-line/declaration.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { type SessionNow, sessionNow } from '../history/session-now.ts';
import { needsLastRequest } from '../history/session-status.ts';
import { stateText } from '../history/state-text.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { readSummaries } from '../hook/summaries.ts';
import type { Language } from '../i18n/language.ts';
import { nextStepOf, reportMessages } from '../i18n/report.ts';
import { statusMessages } from '../i18n/status.ts';
import { linesOfId } from '../journal/read.ts';
import { blockerText } from '../launch/blocker-text.ts';
import { type HookReach, hookReach } from '../launch/hook-reach.ts';
import { type RunningSession, runningSessions } from '../launch/running-sessions.ts';
import { currentFolder, isWithin, realPath } from '../platform/folders.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import { localTime } from '../platform/local-time.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { answerLookup } from '../transcript/answer-lookup.ts';
import type { status } from './declarations/status.ts';
import { requestReader } from './request-reader.ts';
import { printConfigProblems } from './review/review-config.ts';

type SupervisedSession = RunningSession & {
  supervision: Summary;
  hooks: HookReach;
  /** What it works on; null: not known. */
  request: string | null;
  /** By the journal and the transcript; undefined: nothing is recorded. */
  now: SessionNow | undefined;
};

/** `ccc status`: the sessions that are running in this folder, and their supervision. */
export async function run({ all, json }: ParsedArguments<typeof status>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  const here = realPath(currentFolder());
  const running = (await runningSessions(paths)).filter(({ cwd }) => all || isWithin(here, realPath(cwd)));
  const summaryOf = await readSummaries(paths, env);
  const nowOf = sessionReader(paths, await requestReader(paths, env));
  const sessions = await Promise.all(
    running.map(async (session) => ({
      ...session,
      ...nowOf(session),
      supervision: summaryOf(session.supervisorId, session.sessionId ?? undefined),
      // The variables that the client was started with are not known here.
      hooks: await hookReach({ pid: session.pid, folder: session.cwd, variables: {} }, env, paths),
    })),
  );
  printConfigProblems(paths.configFile, (await readConfig(paths.configFile)).problems, env);
  const messages = statusMessages[env.language];
  if (json) printJson({ sessions: sessions.map(asData) });
  else if (sessions.length === 0) writeStdout(`${all ? messages.noneAnywhere : messages.none}\n`);
  else writeStdout(`${sessions.map((session) => asText(session, sessions, env)).join('\n')}\n`);
  return 0;
}

/** As in the report. */
function sessionReader(paths: Paths, requestOf: (sessionId: string) => string | null) {
  const hasAnswered = answerLookup(paths);
  return ({ sessionId, activity }: RunningSession): Pick<SupervisedSession, 'request' | 'now'> => {
    if (sessionId === null) return { request: null, now: undefined };
    const lines = linesOfId(paths.journal, sessionId).filter((line) => line.session_id === sessionId);
    const now = sessionNow(lines, { activity }, hasAnswered, new Date().toISOString());
    const isKnown = now && !needsLastRequest(now.history, now.status);
    const last = isKnown ? null : requestOf(sessionId);
    return { request: last ?? now?.history.request ?? null, now };
  };
}

function needsUserText({ history, status }: SessionNow, language: Language): string {
  const messages = reportMessages[language];
  const isAsking = status.isAsking || status.isWaiting;
  const step = nextStepOf({ outcome: history.outcome, isAsking, isRunning: true }, messages);
  return messages.state(stateText(history, status, true, messages), step);
}

function asText(session: SupervisedSession, all: SupervisedSession[], env: Env): string {
  const messages = statusMessages[env.language];
  const { cwd, sessionId, pid, startedAt, provider, supervision, hooks, request, now } = session;
  const { mode, count, max, openRound, last, byHand, reviews, costUsd } = supervision;
  const ids = all.flatMap((other) => other.sessionId ?? []);
  return [
    cwd,
    messages.session(sessionId && shortId(sessionId, ids), pid, localTime(startedAt), provider),
    ...(request === null ? [] : [messages.request(firstLine(request))]),
    messages.supervision(messages.mode[mode], count, max),
    ...(now?.status.group === 'open' ? [messages.needsUser(needsUserText(now, env.language))] : []),
    ...(openRound ? [`  ${messages.reviewing(openRound.apiStatus)}`] : []),
    ...(hooks.kind === 'none' ? [messages.noHooks(mode !== 'off', sessionId)] : []),
    ...(hooks.kind === 'off' ? [messages.hooksOff(blockerText(hooks.blocker, env.language))] : []),
    ...(last ? [messages.last(messages.outcome[last.outcome], localTime(last.time), firstLine(last.feedback))] : []),
    ...(byHand ? [messages.byHand(messages.outcome[byHand.verdict], localTime(byHand.time))] : []),
    ...(reviews > 0 ? [messages.cost(costUsd, reviews)] : []),
  ]
    .map(visibleLine)
    .join('\n');
}

const SHORT_ID = 8;

/** The start of an id that names no other of these sessions. `--session` takes it too. */
function shortId(id: string, ids: string[]): string {
  const clashes = (length: number) => ids.some((other) => other !== id && other.startsWith(id.slice(0, length)));
  let length = SHORT_ID;
  while (length < id.length && clashes(length)) length += 1;
  return id.slice(0, length);
}

/** `supervision` is never `on` for a session that nothing is reviewed of. */
const asData = ({ supervision, hooks, now, ...session }: SupervisedSession) => ({
  session_id: session.sessionId,
  supervisor_id: session.supervisorId,
  pid: session.pid,
  cwd: session.cwd,
  provider: session.provider,
  started_at: session.startedAt,
  request: session.request,
  needs_user: now?.status.group === 'open',
  ...(now && { outcome: now.history.outcome, ...(withSnakeCaseKeys(now.status) as object) }),
  supervision: hooks.kind === 'reached' || supervision.mode === 'off' ? supervision.mode : 'no-hooks',
  hooks: hooks.kind === 'reached',
  count: supervision.count,
  max: supervision.max,
  reviewing: supervision.openRound !== null,
  last_verdict: supervision.last,
  last_by_hand: supervision.byHand,
  reviews: supervision.reviews,
  cost_usd: supervision.costUsd,
});

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
