import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { readTextIfExists, writePrivate } from '../platform/private-file.ts';
import { hostTag, isRunning } from '../platform/process-alive.ts';

const RecordSchema = v.object({
  supervisor_id: v.string(),
  client_pid: v.number(),
  cwd: v.string(),
  provider: v.nullable(v.string()),
  started_at: v.string(),
});

/** What the record has for the hooks of this launch, and `ccc status` does not read. */
interface ForHooks {
  /** With which decisions are exported. May have headers with a token. */
  otel: Record<string, string>;
}

/** A running launch, for `ccc status`. */
export type LaunchRecord = v.InferOutput<typeof RecordSchema>;

/** The two files of this launch: the client's private settings, and the record of the launch. */
export class LaunchFiles {
  private readonly tag = `${hostTag()}.${process.pid}`;
  readonly settings: string;

  constructor(private readonly paths: Paths) {
    this.settings = paths.launchSettings(this.tag);
  }

  write(settings: object): void {
    removeLeftovers(this.paths);
    rmSync(this.settings, { force: true });
    try {
      writePrivate(this.settings, JSON.stringify(settings, null, 2));
    } catch (error) {
      rmSync(this.settings, { force: true });
      throw error;
    }
  }

  /** For `ccc status` and telemetry, so a failure (a full disk) must not end the session. */
  record(record: LaunchRecord & ForHooks): void {
    try {
      writePrivate(this.paths.launchRecord(this.tag), JSON.stringify(record));
    } catch {
      rmSync(this.paths.launchRecord(this.tag), { force: true });
    }
  }

  /** Whether nobody has removed them: the record may not have been written, the settings have. */
  areThere(): boolean {
    return existsSync(this.settings);
  }

  /** Keeps the settings if the session continues in the background: the client restarts it with them. */
  remove(): void {
    rmSync(this.paths.launchRecord(this.tag), { force: true });
    if (!backgroundJobUses(this.paths)(this.settings)) rmSync(this.settings, { force: true });
  }
}

/** The launches on this machine whose client is running. */
export function runningLaunches(paths: Paths): LaunchRecord[] {
  return launchesIn(paths).flatMap(({ host, record }) =>
    host === hostTag() && record && isRunning(record.client_pid) ? [record] : [],
  );
}

/** Removes the files of launches that were killed, if nothing uses them any more. */
function removeLeftovers(paths: Paths): void {
  const ended = launchesIn(paths).filter(
    ({ host, pid, record }) => host === hostTag() && !isRunning(pid) && !(record && isRunning(record.client_pid)),
  );
  if (ended.length === 0) return;
  const usedByBackgroundJob = backgroundJobUses(paths);
  for (const { tag, settings } of ended) {
    rmSync(paths.launchRecord(tag), { force: true });
    if (!usedByBackgroundJob(settings)) rmSync(settings, { force: true });
  }
}

/** Every launch with a file here, also of other hosts. `tag` is `host.pid` of its launcher. */
export function launchesIn(paths: Paths) {
  const names = existsSync(paths.dir) ? readdirSync(paths.dir) : [];
  const tags = new Set(names.flatMap((name) => /^launch-(.+\.\d+)(?:\.settings)?\.json$/.exec(name)?.[1] ?? []));
  return [...tags].map((tag) => {
    const dot = tag.lastIndexOf('.');
    return {
      tag,
      host: tag.slice(0, dot),
      pid: Number(tag.slice(dot + 1)),
      settings: paths.launchSettings(tag),
      record: readRecord(paths.launchRecord(tag)),
    };
  });
}

function readRecord(path: string): LaunchRecord | undefined {
  try {
    const parsed = v.safeParse(RecordSchema, JSON.parse(readTextIfExists(path) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a background session was started with a settings file. The client keeps a file per background session
 * with the arguments to restart it; all of them are read once.
 */
export function backgroundJobUses(paths: Paths): (settings: string) => boolean {
  const jobs = jobStates(paths.claudeJobs);
  return (settings) => jobs.some((state) => state.includes(basename(settings)));
}

function jobStates(dir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dir);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      return readTextIfExists(join(dir, name, 'state.json')) ?? [];
    } catch {
      return [];
    }
  });
}
