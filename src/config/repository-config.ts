import { isObject, parseJsonc } from '../platform/json/parse.ts';
import { REPOSITORY_KEYS } from './schema.ts';
import {
  type Config,
  type ConfigProblem,
  camel,
  type SupervisorConfig,
  supervisorOf,
  withPlaces,
} from './supervisor-config.ts';

/** What a repository's own `ccc.json` says. */
export interface RepositoryConfig {
  /** Only what it sets and may set. */
  values: Partial<SupervisorConfig>;
  problems: ConfigProblem[];
  /** What it sets and may not: that is not a repository's to say. */
  ignored: string[];
}

export const NO_REPOSITORY_CONFIG: RepositoryConfig = { values: {}, problems: [], ignored: [] };

/** Reads such a text. `broken` is set if nothing in it can be used. */
export async function repositoryConfigIn(text: string): Promise<RepositoryConfig & { broken: boolean }> {
  const parsed = await parseJsonc(text);
  if (parsed.broken !== undefined) return unusable({ key: '', ...parsed.at, fix: parsed.broken });
  const { value } = parsed;
  const file = isObject(value) ? value : undefined;
  const section = file?.supervisor;
  const given = isObject(section) ? section : {};
  const may = Object.keys(given).filter(isRepositoryKey);
  const picked = file && (section === undefined || isObject(section)) ? pick(given, may) : section;
  const read = supervisorOf(file ? { supervisor: picked } : value);
  const problems = await withPlaces(read.problems, text);
  return {
    values: valuesOf(read),
    problems,
    ignored: [
      ...Object.keys(file ?? {}).filter((name) => name !== 'supervisor' && name !== '$schema'),
      ...Object.keys(given).flatMap((name) => (isRepositoryKey(name) ? [] : [`supervisor.${name}`])),
    ],
    broken: problems.some(({ key }) => key === '' || key === 'supervisor'),
  };
}

const isRepositoryKey = (name: string) => (REPOSITORY_KEYS as readonly string[]).includes(name);

const pick = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

const unusable = (problem: ConfigProblem) => ({ ...NO_REPOSITORY_CONFIG, problems: [problem], broken: true });

/** A default is nothing that the repository has said. */
function valuesOf({ supervisor, problems, sets }: Config): Partial<SupervisorConfig> {
  const wrong = problems.map(({ key }) => camel(key.replace(/^supervisor\./, '')));
  return Object.fromEntries(sets.filter((name) => !wrong.includes(name)).map((name) => [name, supervisor[name]]));
}

/**
 * What holds in a repository: what the user's own file says, beyond that what the repository's says, else the default.
 * Checks are joined, the user's first.
 */
export function effectiveSupervisor(
  user: SupervisorConfig,
  userSets: readonly (keyof SupervisorConfig)[],
  { values }: Pick<RepositoryConfig, 'values'>,
): SupervisorConfig {
  const left = Object.entries(values).filter(([name]) => !(userSets as readonly string[]).includes(name));
  return { ...user, ...Object.fromEntries(left), checks: [...user.checks, ...(values.checks ?? [])] };
}
