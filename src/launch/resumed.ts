import type { Paths } from '../config/paths.ts';
import type { StateFiles } from '../hook/state-file.ts';
import { findSession } from '../transcript/stored-sessions.ts';
import { takeOption } from './arguments.ts';

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
  return args.includes('--continue') || args.includes('-c') ? findSession(paths, { folder })?.id : undefined;
}
