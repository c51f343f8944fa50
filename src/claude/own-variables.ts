import { resolve } from 'node:path';
import { isCredential } from '../config/credential-variables.ts';
import { type Env, readEnv, type Variables } from '../config/env.ts';
import { isGuarded } from '../config/guarded-variables.ts';
import { pathsOf } from '../config/paths.ts';
import { isObject } from '../platform/json/parse.ts';
import { runningProcess } from '../platform/process-ancestry.ts';
import { startVariablesByPs } from '../platform/process-variables.ts';
import { isStartedByClient } from './client-process.ts';
import { isSame, type Suspicion } from './client-variables.ts';
import { readJsonObject, readSettingsFiles, usableSettings, variablesIn, withoutDuplicates } from './settings-files.ts';
import { fileChecksum, parseWatchedFiles } from './watched-files.ts';

type SetVariables = Record<string, string>;

/** `1` in the environment of a reviewer: what happens there is not reviewed. */
const RECURSION_GUARD = 'CCC_SUPERVISOR_HOOK';

/** Where a hook's variables can come from. */
export interface VariableSources {
  /** Settings of the user and the administrator, in order of decreasing precedence. */
  own: Variables[];
  /** What the client was started with, which comes after those; undefined: not known. */
  started: Variables | undefined;
  /** Whether `own` and `started` are all that there is besides a repository's settings. */
  isComplete: boolean;
  /** Of the project's and the local settings files, as they are now. */
  repository: SetVariables[];
}

/** The hook's environment without what the settings of a repository have put into it. */
export async function withOwnVariables(env: Env, suspicion: Suspicion): Promise<Env> {
  // Without a home folder there are no paths, which is reported where they are needed.
  if (env.home === undefined && env.claudeConfigDir === undefined) return env;
  const { variables, ignored } = ownVariables(env.all, await readSources(env, suspicion));
  return ignored.length === 0 ? env : { ...readEnv(variables), ignored };
}

/**
 * Pure: every guarded variable with the value that the user gave it. A value that none of the user's own sources has is a
 * repository's, also if no file has it any more: the client keeps it. Where not all of the user's sources are known, only
 * what a file of the repository has now counts as its own.
 */
export function ownVariables(
  all: Variables,
  { own, started, isComplete, repository }: VariableSources,
): { variables: Variables; ignored: Env['ignored'] } {
  const atStart = started ? [started] : [];
  const variables: Record<string, string | undefined> = { ...all };
  const ignored: Env['ignored'] = [];
  for (const name of Object.keys(all).filter(isGuarded)) {
    // A reviewer's client is started with it. No settings file has a reason to set it, and the worker can write the user's.
    const isGuard = name === RECURSION_GUARD;
    const sources = isGuard ? atStart : [...own, ...atStart];
    const given = sources.flatMap((source) => (source[name] === undefined ? [] : [source[name]]));
    const isOwn = given.length > 0 ? given.some((value) => isSame(value, all[name])) : !all[name];
    const foreign = isGuard ? [...repository, ...own] : repository;
    const isInFile = foreign.some((source) => name in source && isSame(source[name], all[name]));
    if (isOwn || (!isComplete && !isInFile)) continue;
    variables[name] = given[0];
    ignored.push({ name, value: all[name] ?? '', inFile: isInFile });
  }
  // Without the user's own host, their credential might go to another one.
  if (!isComplete && ignored.some(({ name }) => isCredential(name)))
    for (const name of Object.keys(variables))
      if (isCredential(name) && ![...own, ...atStart].some((source) => name in source)) delete variables[name];
  return { variables, ignored };
}

async function readSources(env: Env, { clientPid, atStart }: Suspicion): Promise<VariableSources> {
  const paths = pathsOf(env);
  const files = usableSettings(withoutDuplicates(await readSettingsFiles(paths, env.projectDir as string)));
  const variablesOf = (...scopes: string[]) =>
    files.filter(({ scope }) => scopes.includes(scope)).map(({ value }) => variablesIn(value));
  const remote = await readJsonObject(paths.claudeRemoteSettings);
  const isClient = await isStartedByClient(clientPid, env.claude);
  const started = isClient ? (atStart ?? (await startVariablesByPs(clientPid))) : undefined;
  const flag = isClient ? await flagSettings(clientPid, env.projectDir as string, started) : undefined;
  return {
    own: [
      ...variablesOf('managed').reverse(),
      ...(remote ? [variablesIn(remote)] : []),
      ...(flag ? [variablesIn(flag)] : []),
      ...variablesOf('user'),
    ],
    started,
    isComplete: started !== undefined && flag !== undefined,
    repository: variablesOf('project', 'local'),
  };
}

/** The `--settings` that the client was started with; undefined: not known, as if the file of a launch was changed since. */
async function flagSettings(
  pid: number,
  folder: string,
  started: Variables | undefined,
): Promise<Record<string, unknown> | undefined> {
  const args = (await runningProcess(pid))?.args ?? [];
  if (args.length === 0) return undefined;
  const at = args.findLastIndex((word) => word === '--settings' || word.startsWith('--settings='));
  if (at < 0) return {};
  const value = args[at] === '--settings' ? (args[at + 1] ?? '') : (args[at] as string).slice('--settings='.length);
  if (!value.trimStart().startsWith('{')) {
    const file = resolve(folder, value);
    const atLaunch = parseWatchedFiles(started?.CCC_WATCHED)?.[file];
    return atLaunch === undefined || atLaunch === fileChecksum(file) ? readJsonObject(file) : undefined;
  }
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
