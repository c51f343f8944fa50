import { CLOUD_SWITCHES } from './cloud.ts';
import type { Variables } from './env.ts';

/** Variables that decide where a request goes, with which credential and through which cloud. */
export const CREDENTIAL_VARIABLES: string[] = [
  ...['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_CUSTOM_HEADERS'],
  ...['ANTHROPIC_UNIX_SOCKET', 'ANTHROPIC_PROFILE', 'ANTHROPIC_IDENTITY_TOKEN', 'ANTHROPIC_IDENTITY_TOKEN_FILE'],
  ...['ANTHROPIC_BEDROCK_BASE_URL', 'ANTHROPIC_BEDROCK_MANTLE_BASE_URL', 'AWS_BEARER_TOKEN_BEDROCK'],
  ...['ANTHROPIC_VERTEX_BASE_URL', 'ANTHROPIC_GOOGLE_CLOUD_BASE_URL'],
  ...['ANTHROPIC_AWS_API_KEY', 'ANTHROPIC_AWS_BASE_URL'],
  ...['ANTHROPIC_FOUNDRY_API_KEY', 'ANTHROPIC_FOUNDRY_AUTH_TOKEN', 'ANTHROPIC_FOUNDRY_BASE_URL'],
  'CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR',
  ...['CLAUDE_CODE_PROVIDER_MANAGED_BY_HOST', 'CLAUDE_CODE_HOST_CREDS_FILE'],
  ...['CLAUDE_CODE_GATEWAY_TOKEN', 'CLAUDE_CODE_GATEWAY_TOKEN_FILE_DESCRIPTOR', 'CLAUDE_CODE_HOST_AUTH_ENV_VAR'],
  ...CLOUD_SWITCHES,
];

/** A Claude login passed in variables. It is valid at Anthropic's own host and must reach no other. */
export const LOGIN_VARIABLES = [
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_REFRESH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR',
  'CLAUDE_CODE_SESSION_ACCESS_TOKEN',
];

export const isCredential = (name: string): boolean =>
  CREDENTIAL_VARIABLES.includes(name) || LOGIN_VARIABLES.includes(name);

/** The environment for a process other than the client, which needs no credential of a provider. */
export const withoutCredentials = (env: Variables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isCredential(name)));
