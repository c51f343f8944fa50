import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { readSummaries } from '../hook/summaries.ts';
import { statusMessages } from '../i18n/status.ts';
import { type RunningSession, runningSessions } from '../launch/running-sessions.ts';
import { currentFolder, isWithin, realPath } from '../platform/folders.ts';
import { localTime } from '../platform/local-time.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { visible } from '../platform/visible-text.ts';
import type { status } from './declarations/status.ts';

type SupervisedSession = RunningSession & { supervision: Summary };

/** `ccc status`: the sessions that are running in this folder, and their supervision. */
export async function run({ all, json }: ParsedArguments<typeof status>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  const here = realPath(currentFolder());
  const running = runningSessions(paths).filter(({ cwd }) => all || isWithin(here, realPath(cwd)));
  const summaryOf = await readSummaries(paths, env);
  const sessions = running.map((session) => ({ ...session, supervision: summaryOf(session.supervisorId) }));
  const messages = statusMessages[env.language];
  if (json) printJson({ sessions: sessions.map(asData) });
  else if (sessions.length === 0) writeStdout(`${all ? messages.noneAnywhere : messages.none}\n`);
  else writeStdout(`${visible(sessions.map((session) => asText(session, sessions, env)).join('\n'))}\n`);
  return 0;
}

function asText(session: SupervisedSession, all: SupervisedSession[], env: Env): string {
  const messages = statusMessages[env.language];
  const { cwd, sessionId, pid, startedAt, provider, supervision } = session;
  const { mode, count, max, last, reviews, costUsd } = supervision;
  const ids = all.flatMap((other) => other.sessionId ?? []);
  return [
    cwd,
    messages.session(sessionId && shortId(sessionId, ids), pid, localTime(startedAt), provider),
    messages.supervision(messages.mode[mode], count, max),
    ...(last ? [messages.last(messages.outcome[last.outcome], localTime(last.time), firstLine(last.feedback))] : []),
    ...(reviews > 0 ? [messages.cost(costUsd, reviews)] : []),
  ].join('\n');
}

const SHORT_ID = 8;

/** The start of an id that names no other of these sessions. `--session` takes it too. */
function shortId(id: string, ids: string[]): string {
  const clashes = (length: number) => ids.some((other) => other !== id && other.startsWith(id.slice(0, length)));
  let length = SHORT_ID;
  while (length < id.length && clashes(length)) length += 1;
  return id.slice(0, length);
}

const asData = ({ supervision, ...session }: SupervisedSession) => ({
  session_id: session.sessionId,
  supervisor_id: session.supervisorId,
  pid: session.pid,
  cwd: session.cwd,
  provider: session.provider,
  started_at: session.startedAt,
  supervision: supervision.mode,
  count: supervision.count,
  max: supervision.max,
  last_verdict: supervision.last,
  reviews: supervision.reviews,
  cost_usd: supervision.costUsd,
});

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
