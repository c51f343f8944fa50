import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import type { StateFiles } from '../store/state-file.ts';
import { takeOption } from './command-line.ts';

/**
 * The supervisor id of the session that these arguments take up again, if it was supervised: whoever goes on with a
 * session does not expect its supervision to be gone.
 */
export function resumedSupervisor(
  args: string[],
  folder: string,
  paths: Paths,
  states: StateFiles,
): string | undefined {
  if (args.includes('--fork-session')) return undefined;
  const session = resumedSession(args, folder, paths);
  return session && states.enabledFor(session);
}

function resumedSession(args: string[], folder: string, paths: Paths): string | undefined {
  const named = [...takeOption(args, '--resume').values, ...takeOption(args, '-r').values].at(-1);
  if (named !== undefined) return named;
  return args.includes('--continue') || args.includes('-c') ? lastSessionIn(folder, paths) : undefined;
}

/** The client keeps the transcripts of a folder under its path, with a dash for everything but letters and digits. */
function lastSessionIn(folder: string, paths: Paths): string | undefined {
  const dir = join(paths.claudeDir, 'projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'));
  try {
    const [newest] = readdirSync(dir)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ session: name.slice(0, -'.jsonl'.length), at: statSync(join(dir, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    return newest?.session;
  } catch {
    return undefined;
  }
}
