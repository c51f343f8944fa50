import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { readyProvider } from '../../../src/providers/ready-provider.ts';
import { providerInSettings } from '../../../src/providers/settings-provider.ts';

const URL = 'https://x.test';
type Variables = Record<string, string>;

it.each<[why: string, settings: object, environment: Variables, env: Variables, more?: object]>([
  [
    'URL and token',
    { env: { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'k' } },
    {},
    { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'k' },
  ],
  [
    'everything else in env, too',
    { env: { ANTHROPIC_API_KEY: 'sk-ant-x', N: 1, B: true, O: {}, L: null } },
    {},
    { ANTHROPIC_API_KEY: 'sk-ant-x', N: '1', B: 'true' },
  ],
  [
    'a token for Anthropic’s host',
    { env: { ANTHROPIC_AUTH_TOKEN: 'k' } },
    {},
    { ANTHROPIC_AUTH_TOKEN: 'k', ANTHROPIC_BASE_URL: 'https://api.anthropic.com' },
  ],
  [
    'a token for the host in the environment',
    { env: { ANTHROPIC_AUTH_TOKEN: 'k' } },
    { ANTHROPIC_BASE_URL: URL },
    { ANTHROPIC_AUTH_TOKEN: 'k', ANTHROPIC_BASE_URL: URL },
  ],
  [
    'a URL for the key in the environment',
    { env: { ANTHROPIC_BASE_URL: URL } },
    { ANTHROPIC_API_KEY: 'k' },
    { ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: `\${ANTHROPIC_API_KEY}` },
  ],
  [
    'a URL for the helper’s key',
    { env: { ANTHROPIC_BASE_URL: URL }, apiKeyHelper: 'pass', model: 'opus' },
    { ANTHROPIC_API_KEY: 'k' },
    { ANTHROPIC_BASE_URL: URL },
    { apiKeyHelper: 'pass' },
  ],
  ['a login’s token', { env: { CLAUDE_CODE_OAUTH_TOKEN: 't' } }, {}, { CLAUDE_CODE_OAUTH_TOKEN: 't' }],
  [
    'a cloud',
    { env: { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_AUTH_TOKEN: 'k' } },
    {},
    { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_AUTH_TOKEN: 'k' },
  ],
])('%s; and it can be started', (_, settings, environment, env, more = {}) => {
  const provider = providerInSettings('default', settings, environment);
  expect(provider).toEqual({ name: 'default', env, settings: more, apiKeyCommand: undefined });
  if (provider) expect(() => readyProvider(provider, readEnv(environment))).not.toThrow();
});

it.each([
  undefined,
  null,
  [],
  {},
  { env: [] },
  { env: {} },
  { env: { ANTHROPIC_MODEL: 'opus', CLAUDE_CODE_USE_BEDROCK: '1' } },
  { env: { ANTHROPIC_BASE_URL: '', ANTHROPIC_AUTH_TOKEN: '' } },
])('%j describes none', (settings) => expect(providerInSettings('default', settings, {})).toBeUndefined());
