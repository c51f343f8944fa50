import type { Env } from '../config/env.ts';
import { isObject } from '../config/jsonc.ts';
import { LOOKING_GIT } from '../worktree/git.ts';

/** Settings that say how to authenticate. Nothing else of the user's settings reaches the reviewer. */
const AUTHENTICATION = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'proxyAuthHelper',
  'forceLoginMethod',
  'forceLoginOrgUUID',
  'forceLoginGatewayUrl',
] as const;

/** Variables that belong to the worker's own process, or that would change what program a runtime starts. */
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
  /** For a private settings file; undefined if there is nothing to hand over. */
  settings: Record<string, unknown> | undefined;
}

/**
 * How the reviewer authenticates: as the worker did. Claude Code puts `env` of the settings into a hook's environment
 * already, so what is there wins.
 */
export function credentialsFor(env: Env, workerSettings: unknown): Credentials {
  const settings = isObject(workerSettings) ? workerSettings : {};
  const inherited = { ...strings(settings.env), ...env.all };
  for (const name of NOT_INHERITED) delete inherited[name];
  const handed = Object.fromEntries(
    AUTHENTICATION.filter((key) => settings[key] !== undefined).map((key) => [key, settings[key]]),
  );
  return {
    env: {
      ...inherited,
      ...LOOKING_GIT,
      CCC_SUPERVISOR_HOOK: '1',
      // With the client's own retries a dead API takes three minutes to fail.
      CLAUDE_CODE_MAX_RETRIES: '2',
    },
    settings: Object.keys(handed).length > 0 ? handed : undefined,
  };
}

function strings(value: unknown): Record<string, string | undefined> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => typeof inner === 'string')) as Record<
    string,
    string
  >;
}

/** Whose API the review runs on, without anything secret that a URL may carry. */
export function providerName(env: Env): string {
  if (env.provider) return env.provider;
  const cloud = (['BEDROCK', 'VERTEX', 'FOUNDRY'] as const).find((name) => env.all[`CLAUDE_CODE_USE_${name}`] === '1');
  if (cloud) return cloud.toLowerCase();
  const url = env.all.ANTHROPIC_BASE_URL;
  if (!url) return 'anthropic';
  return URL.canParse(url) ? new URL(url).host : 'custom';
}
