import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import type { Provider } from '../../../src/config/launch-config.ts';
import { type KeySource, keyFrom, keySource, keyVariableFor } from '../../../src/providers/provider-key.ts';

const URL = { ANTHROPIC_BASE_URL: 'https://x.test' };
const ref = (name: string) => `\${${name}}`;

it.each<[why: string, provider: Partial<Provider>, source: KeySource]>([
  ['written down', { env: { ...URL, ANTHROPIC_AUTH_TOKEN: 'k' } }, { from: 'file' }],
  ['written down as an API key', { env: { ...URL, ANTHROPIC_API_KEY: 'k' } }, { from: 'file' }],
  [
    'a variable',
    { env: { ...URL, ANTHROPIC_AUTH_TOKEN: ref('SET') } },
    { from: 'variable', variable: 'SET', set: true },
  ],
  [
    'one that is not set',
    { env: { ...URL, ANTHROPIC_AUTH_TOKEN: ref('NO') } },
    { from: 'variable', variable: 'NO', set: false },
  ],
  [
    'one of two is not set',
    { env: { ANTHROPIC_AUTH_TOKEN: ref('SET') + ref('NO') } },
    { from: 'variable', variable: 'NO', set: false },
  ],
  [
    'an empty token and an API key',
    { env: { ...URL, ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: 'k' } },
    { from: 'file' },
  ],
  ['a command', { env: { ...URL, ANTHROPIC_AUTH_TOKEN: 'k' }, apiKeyCommand: 'pass' }, { from: 'command' }],
  ['a helper', { env: URL, settings: { apiKeyHelper: 'pass' } }, { from: 'helper' }],
  ['a cloud', { env: { CLAUDE_CODE_USE_FOUNDRY: '1' } }, { from: 'cloud' }],
  ['the login', { env: { ANTHROPIC_MODEL: 'opus' } }, { from: 'login' }],
  ['a URL alone', { env: URL }, { from: 'nowhere' }],
])('%s', (_, provider, source) =>
  expect(
    keySource(
      { name: 'it', env: {}, settings: {}, apiKeyCommand: undefined, ...provider },
      { all: { SET: '1', NO: '' } },
    ),
  ).toEqual(source),
);

const env = readEnv({ CCC_LANG: 'en', PATH: '/usr/bin:/bin' });

it('a command that does not end is ended', () =>
  expect(() => keyFrom('exec sleep 60', { provider: 'it', key: 'api_key_command' }, env, 0.2)).toThrow(
    /api_key_command did not finish within 0\.2 s/,
  ));

it('the setting it comes from is named', () =>
  expect(() => keyFrom('exit 1', { provider: 'it', key: 'apiKeyHelper' }, env)).toThrow(
    /it: apiKeyHelper exited with 1/,
  ));

it.each([
  ['kimi', 'KIMI_API_KEY'],
  ['kimi-coding', 'KIMI_CODING_API_KEY'],
  ['3.x', '_3_X_API_KEY'],
])('the variable for the key of %s: %s', (name, variable) => expect(keyVariableFor(name)).toBe(variable));
