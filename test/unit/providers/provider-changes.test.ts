import { describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/config/launch-config.ts';
import { ANTHROPIC_URL, presetNamed } from '../../../src/providers/presets.ts';
import {
  changesTo,
  missingIn,
  newlyWrittenSecrets,
  type ProviderRequest,
  requestedProvider,
} from '../../../src/providers/provider-changes.ts';

const URL = 'https://x.test';
const key = (text: string) => ({ kind: 'text', text }) as const;
const command = { kind: 'command', command: 'pass' } as const;
const provider = (env: Record<string, string>, more: Partial<Provider> = {}): Provider => ({
  name: 'it',
  env,
  settings: {},
  apiKeyCommand: undefined,
  ...more,
});
const all = (model: string, haiku = model, opus = model) => ({
  ANTHROPIC_MODEL: model,
  ANTHROPIC_DEFAULT_HAIKU_MODEL: haiku,
  ANTHROPIC_DEFAULT_SONNET_MODEL: model,
  ANTHROPIC_DEFAULT_OPUS_MODEL: opus,
});

describe('the provider as it will be', () => {
  it.each<[why: string, wanted: ProviderRequest, existing: Provider | undefined, env: Record<string, string>]>([
    [
      'new, of a preset',
      { preset: presetNamed('glm'), key: key('k') },
      undefined,
      { ANTHROPIC_BASE_URL: 'https://open.bigmodel.cn/api/anthropic', ANTHROPIC_AUTH_TOKEN: 'k', ...all('glm-5.1') },
    ],
    [
      'new, of a preset, with a model and a URL of one’s own',
      { preset: presetNamed('deepseek'), url: URL, model: 'm', env: { A: '1' } },
      undefined,
      { ANTHROPIC_BASE_URL: URL, ...all('m', 'deepseek-v4-flash'), A: '1' },
    ],
    [
      'models that differ from the main one stay',
      { preset: presetNamed('openrouter'), model: 'm' },
      undefined,
      {
        ANTHROPIC_BASE_URL: 'https://openrouter.ai/api',
        ...all('m', 'anthropic/claude-haiku-4.5', 'anthropic/claude-opus-5'),
      },
    ],
    [
      'new, of one’s own',
      { url: URL, key: key('k'), model: 'm', smallModel: 's' },
      undefined,
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'k', ...all('m', 's') },
    ],
    ['Anthropic’s own: the login', { preset: presetNamed('anthropic') }, undefined, {}],
    [
      'Anthropic’s own: a key and a model',
      { preset: presetNamed('anthropic'), key: key('k'), model: 'opus' },
      undefined,
      { ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: 'opus', ANTHROPIC_BASE_URL: ANTHROPIC_URL },
    ],
    [
      'Anthropic’s own: a key in a variable of one’s own',
      { preset: presetNamed('anthropic'), env: { ANTHROPIC_API_KEY: 'k' } },
      undefined,
      { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: ANTHROPIC_URL },
    ],
    [
      'Anthropic’s own: a command for the key',
      { preset: presetNamed('anthropic'), key: command },
      undefined,
      { ANTHROPIC_BASE_URL: ANTHROPIC_URL },
    ],
    [
      'a key instead of the login',
      { key: key('k') },
      provider({}),
      { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: ANTHROPIC_URL },
    ],
    [
      'a model on Anthropic’s own host, whose other models stay',
      { model: 'opus', key: key('new') },
      provider({ ANTHROPIC_API_KEY: 'old', ANTHROPIC_BASE_URL: ANTHROPIC_URL }),
      { ANTHROPIC_API_KEY: 'new', ANTHROPIC_BASE_URL: ANTHROPIC_URL, ANTHROPIC_MODEL: 'opus' },
    ],
    [
      'a key for Anthropic’s host, by its URL',
      { url: `${ANTHROPIC_URL}/`, key: key('k') },
      undefined,
      { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${ANTHROPIC_URL}/` },
    ],
    [
      'a login token for Anthropic’s host',
      { url: ANTHROPIC_URL, key: key('sk-ant-oat01-k') },
      undefined,
      { ANTHROPIC_AUTH_TOKEN: 'sk-ant-oat01-k', ANTHROPIC_BASE_URL: ANTHROPIC_URL },
    ],
    [
      'a key for nobody knows which host',
      { key: key('new') },
      provider({ ANTHROPIC_AUTH_TOKEN: 'old' }),
      { ANTHROPIC_AUTH_TOKEN: 'new' },
    ],
    [
      'another key',
      { key: key('new') },
      provider({ ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'old', X: '1' }),
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'new', X: '1' },
    ],
    [
      'another API key',
      { key: key('new') },
      provider({ ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: 'old' }),
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: 'new' },
    ],
    [
      'a key beside an empty one',
      { key: key('k') },
      provider({ ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: '' }),
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: 'k' },
    ],
    [
      'a command for the key',
      { key: command },
      provider({ ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'a', ANTHROPIC_API_KEY: 'b' }),
      { ANTHROPIC_BASE_URL: URL },
    ],
    [
      'another model, which the others follow',
      { model: 'new' },
      provider({ ANTHROPIC_BASE_URL: URL, ...all('old', 'small') }),
      { ANTHROPIC_BASE_URL: URL, ...all('new', 'small') },
    ],
    [
      'the flags have the last word',
      { model: 'a', env: { ANTHROPIC_MODEL: 'b' } },
      provider({}),
      { ANTHROPIC_MODEL: 'b' },
    ],
  ])('%s', (_, wanted, existing, env) => expect(requestedProvider('it', wanted, existing).env).toEqual(env));

  it.each<[why: string, wanted: ProviderRequest, before: string | undefined, after: string | undefined]>([
    ['nothing said', {}, 'pass', 'pass'],
    ['a key instead', { key: key('k') }, 'pass', undefined],
    ['a command', { key: command }, undefined, 'pass'],
  ])('the command: %s', (_, wanted, before, after) =>
    expect(requestedProvider('it', wanted, provider({}, { apiKeyCommand: before })).apiKeyCommand).toBe(after),
  );
});

describe('what a new one needs', () => {
  it.each<[why: string, provider: Provider, preset: string, missing: string[]]>([
    ['URL and key', provider({}), '', ['url', 'key']],
    ['a key', provider({ ANTHROPIC_BASE_URL: URL }), 'glm', ['key']],
    ['a URL', provider({ ANTHROPIC_AUTH_TOKEN: 'k' }), '', ['url']],
    ['nothing', provider({ ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'k' }), '', []],
    ['nothing, with a command', provider({ ANTHROPIC_BASE_URL: URL }, { apiKeyCommand: 'pass' }), '', []],
    ['nothing, with the login', provider({}), 'anthropic', []],
    ['nothing, in a cloud', provider({ CLAUDE_CODE_USE_VERTEX: '1' }), '', []],
  ])('%s', (_, it, preset, missing) => expect(missingIn(it, presetNamed(preset))).toEqual(missing));
});

describe('the changes to the file', () => {
  it('a new one is written as a whole', () =>
    expect(changesTo(provider({ A: '1' }, { apiKeyCommand: 'pass', settings: { model: 'm' } }), undefined)).toEqual([
      { path: ['providers', 'it'], value: { model: 'm', env: { A: '1' }, api_key_command: 'pass' } },
    ]));

  it('of one that is there only what differs', () => {
    const before = provider({ A: '1', B: '2', C: '3' }, { apiKeyCommand: 'pass', settings: { x: 1 } });
    const after = provider({ A: '1', B: 'two', D: '4' }, { settings: { x: 1, y: 2 } });
    expect(changesTo(after, before)).toEqual([
      { path: ['providers', 'it', 'env', 'B'], value: 'two' },
      { path: ['providers', 'it', 'env', 'C'], value: undefined },
      { path: ['providers', 'it', 'env', 'D'], value: '4' },
      { path: ['providers', 'it', 'y'], value: 2 },
      { path: ['providers', 'it', 'api_key_command'], value: undefined },
    ]);
    expect(changesTo(before, before)).toEqual([]);
  });
});

it('secrets that are written down, and were not before', () => {
  const before = provider({ ANTHROPIC_AUTH_TOKEN: 'old' });
  const after = provider({
    ANTHROPIC_AUTH_TOKEN: 'old',
    ANTHROPIC_API_KEY: 'new',
    MY_TOKEN: `\${X}`,
    OTHER_TOKEN: '',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: '131072',
    ANTHROPIC_MODEL: 'm',
  });
  expect(newlyWrittenSecrets(after, before)).toEqual(['ANTHROPIC_API_KEY']);
  expect(newlyWrittenSecrets(after, undefined)).toEqual(['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY']);
});
