import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { isRunning, startTicks } from '../platform/process-alive.ts';
import { runningProcess } from '../platform/process-ancestry.ts';
import { runningLaunches } from './launch-files.ts';

/** A Claude Code session that is running on this machine. */
export interface RunningSession {
  /** null until the client has written it. */
  sessionId: string | null;
  /** The id of its state: the launch's, or the session's own where plain `claude` was started. */
  supervisorId: string;
  pid: number;
  cwd: string;
  provider: string | null;
  startedAt: string;
  /** What it does, as the client says. */
  activity: 'busy' | 'idle' | 'waiting' | 'unknown';
}

/** What we need of the client's own record of a running session. */
const SessionFile = v.object({
  pid: v.number(),
  sessionId: v.string(),
  cwd: v.string(),
  /** More is no time, and a client that is damaged must not keep the others from being listed. */
  startedAt: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  /** On Linux, as `/proc` has it. Absent in older clients. */
  procStart: v.optional(v.fallback(v.string(), ''), ''),
  entrypoint: v.optional(v.string()),
  /** Absent until the first prompt, and in older clients. */
  status: v.optional(v.fallback(v.picklist(['busy', 'idle', 'waiting', 'unknown']), 'unknown'), 'unknown'),
});

type SessionRecord = v.InferOutput<typeof SessionFile>;

/** The oldest first. Without reviewers: they are clients with a record too, but not sessions of the user. */
export async function runningSessions(paths: Paths): Promise<RunningSession[]> {
  const records: SessionRecord[] = [];
  for (const record of sessionFiles(paths)) if (!(await isReviewer(record))) records.push(record);
  return sessionsOf(records, paths);
}

/** Every client that is running, reviewers included. */
export const runningClients = (paths: Paths): RunningSession[] => sessionsOf(sessionFiles(paths), paths);

function sessionsOf(records: SessionRecord[], paths: Paths): RunningSession[] {
  const launches = runningLaunches(paths);
  const recorded = records.map(({ pid, sessionId, cwd, startedAt, status }): RunningSession => {
    const launch = launches.find((record) => record.client_pid === pid);
    return {
      sessionId,
      supervisorId: launch?.supervisor_id ?? sessionId,
      pid,
      cwd,
      provider: launch?.provider ?? null,
      startedAt: launch?.started_at ?? new Date(startedAt).toISOString(),
      activity: status,
    };
  });
  // A client that has written no record yet is known by ours.
  const starting = launches
    .filter((record) => !recorded.some(({ pid }) => pid === record.client_pid))
    .map(
      (record): RunningSession => ({
        sessionId: null,
        supervisorId: record.supervisor_id,
        pid: record.client_pid,
        cwd: record.cwd,
        provider: record.provider,
        startedAt: record.started_at,
        activity: 'unknown',
      }),
    );
  return [...recorded, ...starting].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

function sessionFiles(paths: Paths): SessionRecord[] {
  let names: string[];
  try {
    names = readdirSync(paths.claudeSessions).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      const parsed = v.safeParse(SessionFile, JSON.parse(readTextIfExists(join(paths.claudeSessions, name)) ?? ''));
      return parsed.success && isItsProcess(parsed.output) ? [parsed.output] : [];
    } catch {
      return [];
    }
  });
}

/** After `kill -9` or a restart of the machine, the number may be that of another process. */
const isItsProcess = ({ pid, procStart }: SessionRecord): boolean =>
  isRunning(pid) && (!/^\d+$/.test(procStart) || [procStart, undefined].includes(startTicks(pid)));

/**
 * Started through the Agent SDK, as a user's own program may be too: so what started it decides. The words are compared
 * one by one, because a prompt or a script of the user may contain such a line.
 */
async function isReviewer({ pid, entrypoint }: SessionRecord): Promise<boolean> {
  if (entrypoint !== 'sdk-ts') return false;
  const parent = (await runningProcess(pid))?.parent;
  const [program = '', first = '', second = ''] = (parent && (await runningProcess(parent))?.args) || [];
  return startsReview(program, first) || startsReview(first, second);
}

const startsReview = (program: string, command: string) =>
  /(?:^|\/)ccc[\w.-]*$/.test(program) && (command === 'supervisor-hook' || command === 'review');
