import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { readTextIfExists } from '../platform/private-file.ts';

/** What the user can type: the slash command where a launch or an installation has written it. */
export function switchCommand(mode: 'on' | 'off', { paths }: { paths: Paths }): string {
  const command = mode === 'on' ? 'supervisor' : 'supervisoroff';
  return runsCommand(paths, command, 'supervisor-mode') ? `/${command}` : `!ccc supervisor-mode ${mode}`;
}

export const hasOverruleCommand = (paths: Paths): boolean => runsCommand(paths, 'overrule', 'overrule --dry-run');

/** By its content: a command of that name may be the user's own. */
function runsCommand({ claudeCommands }: Paths, name: string, words: string): boolean {
  try {
    return readTextIfExists(join(claudeCommands, `${name}.md`))?.includes(words) === true;
  } catch {
    return false;
  }
}
