import type { Env } from '../config/env.ts';
import { isApiVariable } from '../config/guarded-variables.ts';
import { readOnlyGitEnv } from '../git/read-only-env.ts';
import { isObject } from '../platform/json/parse.ts';
import type { ReadyProvider } from '../providers/ready-provider.ts';
import { separateKeys } from '../providers/separate-keys.ts';

/** Settings about authentication. Nothing else of the user's settings reaches the reviewer. */
const AUTHENTICATION_SETTINGS = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'proxyAuthHelper',
  'forceLoginMethod',
  'forceLoginOrgUUID',
  'forceLoginGatewayUrl',
] as const;

/** Variables that belong to the worker's own process, or that change which program a runtime starts. */
const NOT_INHERITED = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_EFFORT',
  'CLAUDE_ENV_FILE',
  'CLAUDE_PID',
  'BUN_OPTIONS',
  'BUN_BE_BUN',
];

export interface Credentials {
  env: Record<string, string | undefined>;
  /** For a private settings file; undefined if there are none. */
  settings: Record<string, unknown> | undefined;
}

/** With the API that a repository's settings name, for users who want that (`supervisor.use_project_env`). */
export const withProjectApi = (env: Env): Env => ({
  ...env,
  all: {
    ...env.all,
    ...Object.fromEntries(
      env.ignored.filter(({ name }) => isApiVariable(name)).map(({ name, value }) => [name, value]),
    ),
  },
});

/**
 * The reviewer authenticates as the worker did. Claude Code puts `env` of the settings into a hook's environment, so the
 * environment wins.
 */
export function workerCredentials(env: Env, workerSettings: unknown): Credentials {
  const settings = isObject(workerSettings) ? workerSettings : {};
  return { env: reviewerEnv({ ...strings(settings.env), ...env.all }), settings: authenticationIn(settings) };
}

/**
 * The reviewer authenticates with another provider: it gets none of the worker's credentials, and none of the user's that
 * are for another host. The same rules as for a launch with that provider.
 */
export function providerCredentials(provider: ReadyProvider, env: Env, workerSettings: unknown): Credentials {
  const { variablesToClear, settings, keepsUserKeys } = separateKeys(provider, env.all);
  const own = keepsUserKeys
    ? workerCredentials(env, workerSettings)
    : { env: reviewerEnv(env.all), settings: undefined };
  const inherited = { ...own.env };
  for (const name of [...variablesToClear, 'CCC_PROVIDER', 'CCC_LAUNCH_SETTINGS']) delete inherited[name];
  return {
    env: { ...inherited, ...provider.env },
    settings: authenticationIn({ ...own.settings, ...provider.settings, ...settings }),
  };
}

function reviewerEnv(variables: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const inherited = { ...variables };
  for (const name of NOT_INHERITED) delete inherited[name];
  return {
    ...readOnlyGitEnv(inherited),
    CCC_SUPERVISOR_HOOK: '1',
    // With the client's default a dead API takes three minutes to fail.
    CLAUDE_CODE_MAX_RETRIES: '2',
  };
}

function authenticationIn(settings: Record<string, unknown>): Record<string, unknown> | undefined {
  const found = AUTHENTICATION_SETTINGS.filter((key) => settings[key] !== undefined).map((key) => [key, settings[key]]);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function strings(value: unknown): Record<string, string | undefined> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => typeof inner === 'string')) as Record<
    string,
    string
  >;
}
