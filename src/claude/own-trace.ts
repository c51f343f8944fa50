import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { startVariables } from '../platform/process-variables.ts';
import { readSettingsFiles, usableSettings, variablesIn, withoutDuplicates } from './settings-files.ts';

const NAME = 'TRACEPARENT';

/**
 * The trace that the client is in. It cannot be one of the guarded variables: a client that traces sets another one for
 * every hook, which is then not what it was started with. But where a repository's settings name one, it may be theirs, and
 * they would choose the trace that the user's telemetry ends up in: then only what the client was started with counts.
 */
export async function ownTraceparent({ all, projectDir, clientPid }: Env, paths: Paths): Promise<string | undefined> {
  const value = all[NAME];
  // Without a folder it was not a client that started us.
  if (!value || projectDir === undefined) return value;
  const started = (clientPid !== undefined && startVariables(clientPid)?.[NAME]) || undefined;
  if (value === started) return value;
  const files = usableSettings(withoutDuplicates(await readSettingsFiles(paths, projectDir)));
  const isNamed = files.some((file) => isOfRepository(file.scope) && NAME in variablesIn(file.value));
  return isNamed ? started : value;
}

const isOfRepository = (scope: string) => scope === 'project' || scope === 'local';
