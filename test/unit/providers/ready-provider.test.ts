import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import type { Provider } from '../../../src/config/launch-config.ts';
import { readyProvider } from '../../../src/providers/ready-provider.ts';

const URL = 'https://x.test/api';
const ref = (name: string) => `\${${name}}`;

const ready = (
  env: Record<string, string>,
  environment: Record<string, string> = {},
  more: Partial<Provider> = {},
  language = 'en',
) =>
  readyProvider(
    { name: 'it', env, settings: {}, apiKeyCommand: undefined, ...more },
    readEnv({ CCC_LANG: language, PATH: '/usr/bin:/bin', ...environment }),
  );

const problemOf = (body: () => unknown): { message: string; fix: string } => {
  try {
    body();
  } catch (error) {
    return error as { message: string; fix: string };
  }
  throw new Error('no problem');
};

describe('a provider that can be started', () => {
  it.each<[why: string, env: Record<string, string>, host: string]>([
    ['URL and token', { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'k' }, 'own'],
    ['URL and API key', { ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: 'k' }, 'own'],
    [
      'an empty key beside a full one',
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'k', ANTHROPIC_API_KEY: '' },
      'own',
    ],
    ['plain http', { ANTHROPIC_BASE_URL: 'http://localhost:8080', ANTHROPIC_AUTH_TOKEN: 'k' }, 'own'],
    ['an API key of Anthropic’s own form needs no URL', { ANTHROPIC_API_KEY: 'sk-ant-api-x' }, 'own'],
    ['nothing: the user’s login', {}, 'login'],
    ['only a model: the user’s login', { ANTHROPIC_MODEL: 'opus' }, 'login'],
    ['a cloud', { CLAUDE_CODE_USE_BEDROCK: '1' }, 'cloud'],
    ['a cloud, in words', { CLAUDE_CODE_USE_VERTEX: 'true', ANTHROPIC_AUTH_TOKEN: 'k' }, 'cloud'],
    ['a cloud that is switched off', { CLAUDE_CODE_USE_BEDROCK: '0' }, 'login'],
  ])('%s', (_, env, host) => expect(ready(env)).toEqual({ name: 'it', env, settings: {}, host }));

  it('with a helper of Claude Code’s for the key', () => {
    const settings = { apiKeyHelper: 'pass' };
    expect(ready({ ANTHROPIC_BASE_URL: URL }, {}, { settings })).toMatchObject({ host: 'own', settings });
  });
});

describe('a variable', () => {
  const env = {
    ANTHROPIC_BASE_URL: `https://${ref('HOST')}/x`,
    ANTHROPIC_AUTH_TOKEN: ref('KEY'),
    A: `${ref('X')}-${ref('X')}`,
  };

  it('is filled in wherever it stands', () =>
    expect(ready(env, { HOST: 'h.test', KEY: 'k', X: '$& $1' }).env).toEqual({
      ANTHROPIC_BASE_URL: 'https://h.test/x',
      ANTHROPIC_AUTH_TOKEN: 'k',
      A: '$& $1-$& $1',
    }));

  it.each([
    ['not set', {}],
    ['empty', { KEY: '' }],
  ])('that is %s is named, in both languages', (_, more) => {
    for (const language of ['en', 'zh']) {
      const { message, fix } = problemOf(() => ready(env, { HOST: 'h', X: '1', ...more }, {}, language));
      expect(message).toContain('ANTHROPIC_AUTH_TOKEN');
      expect(message).toContain('KEY');
      expect(fix).toContain('export KEY=');
    }
  });

  it.each(['', 'A-B', 'A:-x', '1A', 'A B'])('cannot be called %j; what stands there is not repeated', (name) => {
    const { message } = problemOf(() => ready({ Z: ref(name) }));
    expect(message).toContain('not the name of a variable');
    if (name) expect(message).not.toContain(name);
  });

  it('in its value is not filled in again', () =>
    expect(ready({ A: ref('B') }, { B: ref('C') }).env).toEqual({ A: ref('C') }));

  it('what has no reference stays as it is', () =>
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('${')),
        (text) => {
          expect(ready({ A: text }).env).toEqual({ A: text });
        },
      ),
    ));
});

describe('what would send a key where it does not belong is refused', () => {
  it.each<[why: string, env: Record<string, string>, says: RegExp]>([
    ['a URL without a key', { ANTHROPIC_BASE_URL: URL }, /a URL but no key/],
    ['a URL with an empty key', { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: '' }, /a URL but no key/],
    ['a token without a URL', { ANTHROPIC_AUTH_TOKEN: 'k' }, /a key but no ANTHROPIC_BASE_URL/],
    ['Anthropic’s form as a token', { ANTHROPIC_AUTH_TOKEN: 'sk-ant-x' }, /a key but no ANTHROPIC_BASE_URL/],
    ['another’s API key without a URL', { ANTHROPIC_API_KEY: 'k' }, /a key but no ANTHROPIC_BASE_URL/],
    ['a host without https://', { ANTHROPIC_BASE_URL: 'x.test', ANTHROPIC_AUTH_TOKEN: 'k' }, /not a URL/],
    ['another scheme', { ANTHROPIC_BASE_URL: 'file:///x', ANTHROPIC_AUTH_TOKEN: 'k' }, /not a URL/],
    [
      'a key with a line break',
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'secret\n' },
      /character that keys do not have/,
    ],
    [
      'a key with a sign of another script',
      { ANTHROPIC_BASE_URL: URL, ANTHROPIC_API_KEY: 'secret…' },
      /character that keys do not have/,
    ],
  ])('%s', (_, env, says) => {
    const { message, fix } = problemOf(() => ready(env));
    expect(message).toMatch(says);
    expect(fix).not.toBe('');
    expect(message + fix).not.toContain('secret');
  });

  it('a key in the place of the URL is not repeated', () => {
    const { message, fix } = problemOf(() => ready({ ANTHROPIC_BASE_URL: 'my-secret', ANTHROPIC_AUTH_TOKEN: 'k' }));
    expect(message + fix).not.toContain('my-secret');
  });
});

describe('a key from a command', () => {
  const by = (apiKeyCommand: string, env: Record<string, string> = { ANTHROPIC_BASE_URL: URL }) =>
    ready(env, { SECRET_KEY: 'very-secret-value' }, { apiKeyCommand });

  it.each([
    ['is what it prints', 'echo from-command'],
    ['without the white space around it', 'printf "\\n from-command \\r\\n\\n"'],
    ['with the environment', 'test "$SECRET_KEY" = very-secret-value && echo from-command'],
  ])('%s', (_, command) => expect(by(command).env.ANTHROPIC_AUTH_TOKEN).toBe('from-command'));

  it('wins over one that is written down', () =>
    expect(by('echo new', { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: 'old' }).env.ANTHROPIC_AUTH_TOKEN).toBe(
      'new',
    ));

  it('of Anthropic’s own form needs no URL, another does', () => {
    expect(by('echo sk-ant-api03-x', {})).toMatchObject({ host: 'own', env: { ANTHROPIC_API_KEY: 'sk-ant-api03-x' } });
    const anthropic = { ANTHROPIC_BASE_URL: 'https://api.anthropic.com' };
    expect(by('echo x', anthropic).env).toEqual({ ...anthropic, ANTHROPIC_API_KEY: 'x' });
    expect(by('echo sk-ant-oat01-x', anthropic).env).toEqual({ ...anthropic, ANTHROPIC_AUTH_TOKEN: 'sk-ant-oat01-x' });
    expect(problemOf(() => by('echo other', {})).message).toContain('no ANTHROPIC_BASE_URL');
  });

  it.each([
    ['ends with a code', 'echo oops >&2; exit 3', /exited with 3: oops$/],
    ['is not there', 'no-such-command-here', /exited with 127: .*no-such-command-here/],
    ['is killed', 'kill -TERM $$', /exited with SIGTERM$/],
    ['prints nothing', 'true', /printed nothing$/],
    ['prints more than a line', 'echo first-secret; echo second-secret', /more than one line$/],
    ['prints without end', 'yes very-secret-value', /more than one line$/],
    ['says a secret', 'echo "no: $SECRET_KEY" >&2; exit 1', /exited with 1: no: \[redacted\]$/],
  ])('that %s', (_, command, says) => {
    const { message, fix } = problemOf(() => by(command));
    expect(message).toMatch(says);
    expect(message).toMatch(/^provider it: api_key_command /);
    expect(fix).toContain('Run the command yourself');
    expect(message).not.toMatch(/first-secret|very-secret/);
  });
});

it('the variable that is suggested for a key is the provider’s', () =>
  expect(problemOf(() => ready({ ANTHROPIC_BASE_URL: URL })).fix).toContain(`--key '${ref('IT_API_KEY')}'`));
