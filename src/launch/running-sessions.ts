import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { runsCcc } from '../claude/hooks.ts';
import type { Paths } from '../config/paths.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { isRunning } from '../platform/process-alive.ts';
import { parentCommand } from '../platform/process-tree.ts';
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
}

/** What we need of the client's own record of a running session. */
const SessionFile = v.object({
  pid: v.number(),
  sessionId: v.string(),
  cwd: v.string(),
  startedAt: v.number(),
  entrypoint: v.optional(v.string()),
});

/** The oldest first. Without reviewers: they are clients with a record too, but not sessions of the user. */
export function runningSessions(paths: Paths): RunningSession[] {
  const launches = runningLaunches(paths);
  const recorded = sessionFiles(paths).map(({ pid, sessionId, cwd, startedAt }): RunningSession => {
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
      }),
    );
  return [...recorded, ...starting].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
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
      const parsed = v.safeParse(SessionFile, JSON.parse(readTextIfExists(join(paths.claudeSessions, name)) ?? ''));
      return parsed.success && isRunning(parsed.output.pid) && !isReviewer(parsed.output) ? [parsed.output] : [];
    } catch {
      return [];
    }
  });
}

/** Started through the Agent SDK, as a user's own program may be too: so what started it decides. */
function isReviewer({ pid, entrypoint }: v.InferOutput<typeof SessionFile>): boolean {
  if (!entrypoint?.startsWith('sdk')) return false;
  const command = parentCommand(pid);
  return runsCcc(command, 'supervisor-hook') || runsCcc(command, 'review');
}
