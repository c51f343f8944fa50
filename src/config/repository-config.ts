import { isObject } from '../platform/json/parse.ts';
import { camelCase } from '../platform/letter-case.ts';
import { type Config, type ConfigProblem, parseConfig } from './config-file.ts';
import { REPOSITORY_KEYS } from './schema.ts';
import type { SupervisorConfig } from './supervisor-config.ts';

/** What a repository's own `ccc.json` says. */
export interface RepositoryConfig {
  /** Only what it sets and may set. */
  values: Partial<SupervisorConfig>;
  problems: ConfigProblem[];
  /** Keys that it sets and may not set. */
  ignored: string[];
  /** Of those the ones that nobody may set: mostly typing mistakes. Absent: none. */
  unknown?: ConfigProblem[];
}

export const NO_REPOSITORY_CONFIG: RepositoryConfig = { values: {}, problems: [], ignored: [] };

/** `broken` is set if nothing in the file can be used, or none of its checks. */
export async function repositoryConfigIn(text: string): Promise<RepositoryConfig & { broken: boolean }> {
  // With a key less than the user saw in it, a check would not be the one that they trusted.
  const config = await parseConfig(text, 'drop-item');
  const problems = config.problems.filter(isAboutRepository);
  const values = valuesOf(config, problems);
  const unknown = config.problems.filter(({ cause }) => cause.code === 'unknown-key');
  const found = { values, problems, ignored: ignoredIn(config.file), broken: isBroken(values, problems) };
  return unknown.length > 0 ? { ...found, unknown } : found;
}

function isBroken({ checks = [], ...others }: Partial<SupervisorConfig>, problems: ConfigProblem[]): boolean {
  if (problems.length === 0 || checks.length > 0) return false;
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return Object.values(others).every(isEmpty) || problems.some(({ key }) => /^supervisor\.checks\b/.test(key));
}

const isRepositoryKey = (name: string) => (REPOSITORY_KEYS as readonly string[]).includes(name);

/** Of a key that is ignored it does not matter what is wrong with its value. */
function isAboutRepository({ key, cause }: ConfigProblem): boolean {
  const [section = '', name] = key.split('.');
  return cause.code !== 'unknown-key' && (section === '' || name === undefined || isRepositoryKey(name));
}

/** Not the defaults: the repository has not set those. */
function valuesOf({ supervisor, keysInFile }: Config, problems: ConfigProblem[]): Partial<SupervisorConfig> {
  const usable = REPOSITORY_KEYS.filter((name) => !problems.some(({ key }) => key === `supervisor.${name}`)).map(
    camelCase,
  );
  return Object.fromEntries(keysInFile.filter((name) => usable.includes(name)).map((name) => [name, supervisor[name]]));
}

function ignoredIn(file: unknown): string[] {
  const { supervisor, ...rest } = isObject(file) ? file : {};
  const names = isObject(supervisor) ? Object.keys(supervisor) : [];
  return [
    ...Object.keys(rest).filter((name) => name !== '$schema'),
    ...names.filter((name) => !isRepositoryKey(name)).map((name) => `supervisor.${name}`),
  ];
}

/**
 * The settings that apply in a repository: what the user's own file sets, then what the repository's sets, else the
 * default. Checks and runners are joined, the user's first.
 */
export function effectiveSupervisor(
  user: SupervisorConfig,
  userSets: readonly (keyof SupervisorConfig)[],
  { values }: Pick<RepositoryConfig, 'values'>,
): SupervisorConfig {
  const left = Object.entries(values).filter(([name]) => !(userSets as readonly string[]).includes(name));
  return {
    ...user,
    ...Object.fromEntries(left),
    checks: [...user.checks, ...(values.checks ?? [])],
    runners: [...user.runners, ...(values.runners ?? [])],
  };
}
