import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../../src/config/env.ts';
import { modelOf, targetOf } from '../../../../src/providers/validate/target.ts';

const env = readEnv({ CCC_LANG: 'en', PATH: '/usr/bin:/bin' });
const ready = (variables: Record<string, string>, settings: Record<string, unknown> = {}) => ({
  name: 'it',
  env: variables,
  settings,
  host: 'own' as const,
});

describe('the model that is asked for', () => {
  const sizes = {
    ANTHROPIC_DEFAULT_OPUS_MODEL: 'o',
    ANTHROPIC_DEFAULT_SONNET_MODEL: 's',
    ANTHROPIC_DEFAULT_HAIKU_MODEL: 'h',
  };
  it.each<[variables: Record<string, string>, settings: Record<string, unknown>, model: string | undefined]>([
    [{ ANTHROPIC_MODEL: 'm' }, { model: 'other' }, 'm'],
    [{}, { model: 'other' }, 'other'],
    [{}, { model: 7 }, undefined],
    [{ ANTHROPIC_MODEL: 'claude-x[1m]' }, {}, 'claude-x'],
    [{ ANTHROPIC_MODEL: 'opus', ...sizes }, {}, 'o'],
    [{ ANTHROPIC_MODEL: 'sonnet[1m]', ...sizes }, {}, 's'],
    [{ ANTHROPIC_MODEL: 'haiku', ...sizes }, {}, 'h'],
    [{ ANTHROPIC_MODEL: 'opusplan', ...sizes }, {}, 's'],
    [{ ANTHROPIC_MODEL: 'sonnet' }, {}, undefined],
    [{}, {}, undefined],
  ])('%j, %j: %s', (variables, settings, model) => expect(modelOf(ready(variables, settings))).toBe(model));
});

describe('the request', () => {
  it('to Anthropic’s own host, with the smallest model, if nothing else is said', () =>
    expect(targetOf(ready({ ANTHROPIC_API_KEY: 'sk-ant-x' }), env)).toEqual({
      url: 'https://api.anthropic.com',
      model: 'claude-haiku-4-5',
      headers: {
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
        'user-agent': expect.stringMatching(/^ccc-supervisor\/\d/),
        'x-api-key': 'sk-ant-x',
      },
    }));

  it('carries both keys if there are both, and the user’s own headers over ours', () =>
    expect(
      targetOf(
        ready({
          ANTHROPIC_BASE_URL: 'https://x.test',
          ANTHROPIC_AUTH_TOKEN: 't',
          ANTHROPIC_API_KEY: 'a',
          ANTHROPIC_CUSTOM_HEADERS: 'X-One: 1: one \r\n\n anthropic-version:2\n',
        }),
        env,
      ).headers,
    ).toMatchObject({ authorization: 'Bearer t', 'x-api-key': 'a', 'x-one': '1: one', 'anthropic-version': '2' }));

  it.each(['no colon', ': no name', 'a b: c', 'x: 中', 'x: a\u0007'])('%j is not a header', (line) =>
    expect(() => targetOf(ready({ ANTHROPIC_AUTH_TOKEN: 't', ANTHROPIC_CUSTOM_HEADERS: line }), env)).toThrow(
      /ANTHROPIC_CUSTOM_HEADERS/,
    ),
  );

  it('asks a helper only if there is no key', () => {
    const helper = { apiKeyHelper: 'echo helped' };
    expect(targetOf(ready({ ANTHROPIC_AUTH_TOKEN: 't' }, helper), env).headers).toMatchObject({
      authorization: 'Bearer t',
    });
    expect(targetOf(ready({}, helper), env).headers).toMatchObject({
      authorization: 'Bearer helped',
      'x-api-key': 'helped',
    });
    expect(() => targetOf(ready({}, { apiKeyHelper: 'exit 4' }), env)).toThrow(/apiKeyHelper exited with 4/);
  });
});
