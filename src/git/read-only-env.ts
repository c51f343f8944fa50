type Env = Readonly<Record<string, string | undefined>>;

/**
 * Settings that win over those of any repository, one inside another included. A repository can also name programs under
 * names of its own (`filter.<name>.clean`), which nothing here can switch off: see `git-programs.ts`.
 */
const READ_ONLY_SETTINGS: readonly [key: string, value: string][] = [
  ['core.fsmonitor', 'false'],
  // `git diff` refreshes the index, and that runs a hook.
  ['core.hooksPath', '/dev/null'],
  ['log.showSignature', 'false'],
  // A folder of the work tree that looks like a bare repository brings its own configuration.
  ['safe.bareRepository', 'explicit'],
];

const READ_ONLY_VARIABLES = {
  GIT_OPTIONAL_LOCKS: '0',
  // No protocol has this name, so nothing is reached: no host, no `ext::` command, no other repository. Unlike
  // `protocol.allow` it is not for a repository to change.
  GIT_ALLOW_PROTOCOL: 'none',
  // Git before 2.44 does not know it; there the line above ends a lazy fetch.
  GIT_NO_LAZY_FETCH: '1',
  // A replaced commit would hide the changes between it and the original.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
};

/** The first are set if a git hook started us: git would use that repository for every folder. */
const NOT_PASSED_ON = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_EXTERNAL_DIFF',
  // What `git -c` hands down; it would win over our settings.
  'GIT_CONFIG_PARAMETERS',
];

/** An environment in which git only reads: it takes no lock, reaches no host, and runs no hook and no monitor. */
export function readOnlyGitEnv(env: Env): Record<string, string | undefined> {
  const variables: Record<string, string | undefined> = { ...env, ...READ_ONLY_VARIABLES };
  for (const name of NOT_PASSED_ON) delete variables[name];
  // The user's own settings stay, such as a `safe.directory` without which git would refuse; the last one counts.
  const before = settingsIn(env);
  READ_ONLY_SETTINGS.forEach(([key, value], at) => {
    variables[`GIT_CONFIG_KEY_${before + at}`] = key;
    variables[`GIT_CONFIG_VALUE_${before + at}`] = value;
  });
  variables.GIT_CONFIG_COUNT = `${before + READ_ONLY_SETTINGS.length}`;
  return variables;
}

/** How many settings an environment brings; git fails if it announces more than it has. */
function settingsIn(env: Env): number {
  const announced = Number(env.GIT_CONFIG_COUNT ?? 0);
  let count = 0;
  while (count < announced && env[`GIT_CONFIG_KEY_${count}`] && env[`GIT_CONFIG_VALUE_${count}`] !== undefined) count++;
  return count;
}
