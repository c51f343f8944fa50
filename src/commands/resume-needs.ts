import { resolve } from 'node:path';
import type { Env } from '../config/env.ts';
import { readLaunchConfig } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import type { Surroundings } from '../history/report.ts';
import { resumeCommand, workersProvider } from '../history/resume-command.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { JournalLine } from '../journal/record.ts';
import { UserError } from '../platform/user-error.ts';

/** What a command that continues a session has to name besides its id. */
export async function resumeNeeds(
  paths: Paths,
  { language, configDir, claudeConfigDir }: Env,
): Promise<Pick<Surroundings, 'providerToName' | 'places'>> {
  const places = {
    ...(configDir && { CCC_CONFIG_DIR: resolve(configDir) }),
    ...(claudeConfigDir && { CLAUDE_CONFIG_DIR: resolve(claudeConfigDir) }),
  };
  try {
    const { providers, current } = await readLaunchConfig(paths.configFile, language);
    // Only a provider of `ccc.json` can be named, and the current one need not be.
    return { places, providerToName: (name) => (name !== current && providers.has(name) ? name : undefined) };
  } catch (error) {
    // `ccc --resume` says what is wrong with the file.
    if (error instanceof UserError) return { places, providerToName: () => undefined };
    throw error;
  }
}

/** What continues a session, by its lines; null: nothing is known that would. */
export type CommandFor = (session: SessionHistory, lines: readonly JournalLine[]) => string | null;

export async function resumeCommandReader(paths: Paths, env: Env): Promise<CommandFor> {
  const { providerToName, places } = await resumeNeeds(paths, env);
  return (session, lines) => {
    const provider = workersProvider(lines);
    return resumeCommand(session, provider === null ? undefined : providerToName(provider), places);
  };
}
