import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { readSummaries } from '../hook/summaries.ts';
import { statusMessages } from '../i18n/status.ts';
import { type RunningSession, runningSessions } from '../launch/running-sessions.ts';
import { currentFolder } from '../platform/folders.ts';
import { writeStdout } from '../platform/output.ts';
import { visible } from '../platform/visible-text.ts';
import type { status } from './declarations/status.ts';

type Told = RunningSession & { supervision: Summary };

/** `ccc status`: the sessions that run in this folder, and how their supervision stands. */
export async function run({ all, json }: Given<typeof status>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  const here = real(currentFolder());
  const sessions = runningSessions(paths).filter(({ cwd }) => all || isWithin(here, real(cwd)));
  const supervision = await readSummaries(paths, env);
  const told = sessions.map((session): Told => ({ ...session, supervision: supervision(session.supervisorId) }));
  const words = statusMessages[env.language];
  if (json) writeStdout(`${JSON.stringify({ sessions: told.map(asData) }, null, 2)}\n`);
  else if (told.length === 0) writeStdout(`${all ? words.noneAnywhere : words.none}\n`);
  else writeStdout(`${visible(told.map((session) => asText(session, env)).join('\n'))}\n`);
  return 0;
}

function asText({ supervision, pid, startedAt, provider, cwd }: Told, env: Env): string {
  const words = statusMessages[env.language];
  const { mode, last, reviews, costUsd } = supervision;
  return [
    words.session(pid, time(startedAt), provider, cwd),
    words.supervision(words.mode[mode], supervision),
    ...(last ? [words.last(words.verdict[last.outcome], time(last.time), firstLine(last.feedback))] : []),
    ...(reviews > 0 ? [words.cost(costUsd, reviews)] : []),
  ].join('\n');
}

const asData = ({ supervision, ...session }: Told) => ({
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

/** In the user's own time zone, without seconds. */
const time = (iso: string) => {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
};

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

const isWithin = (folder: string, path: string) => !relative(folder, path).startsWith('..');

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
