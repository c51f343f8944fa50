import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { isRunning } from '../platform/process-alive.ts';
import { runningLaunches } from './files.ts';

/** A Claude Code session that runs now, on this machine. */
export interface RunningSession {
  /** Unknown while the client has not said it. */
  sessionId: string | null;
  /** Whose state: the launch's id, or the session's own where plain `claude` was started. */
  supervisorId: string;
  pid: number;
  cwd: string;
  provider: string | null;
  startedAt: string;
}

/** The client's own record of a running session. It also writes much that is none of our business. */
const SessionFile = v.object({ pid: v.number(), sessionId: v.string(), cwd: v.string(), startedAt: v.number() });

export function runningSessions(paths: Paths): RunningSession[] {
  const launches = runningLaunches(paths);
  const seen = sessionFiles(paths).map(({ pid, sessionId, cwd, startedAt }): RunningSession => {
    const launch = launches.find((record) => record.client_pid === pid);
    return {
      sessionId,
      supervisorId: launch?.supervisor_id ?? sessionId,
      pid,
      cwd,
      provider: launch?.provider ?? null,
      startedAt: launch?.started_at ?? new Date(startedAt).toISOString(),
    };
  });
  // A client that keeps no record of itself is known by ours.
  const unseen = launches
    .filter((record) => !seen.some(({ pid }) => pid === record.client_pid))
    .map(
      (record): RunningSession => ({
        sessionId: null,
        supervisorId: record.supervisor_id,
        pid: record.client_pid,
        cwd: record.cwd,
        provider: record.provider,
        startedAt: record.started_at,
      }),
    );
  return [...seen, ...unseen].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

function sessionFiles(paths: Paths) {
  let names: string[];
  try {
    names = readdirSync(paths.claudeSessions).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      const parsed = v.safeParse(SessionFile, JSON.parse(readFileSync(join(paths.claudeSessions, name), 'utf8')));
      return parsed.success && isRunning(parsed.output.pid) ? [parsed.output] : [];
    } catch {
      return [];
    }
  });
}
