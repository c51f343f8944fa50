import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskProvider, maskSecret, maskVariables } from '../../../src/providers/mask.ts';

describe('a secret', () => {
  it.each([
    ['', '****'],
    ['short', '****'],
    ['twelve-chars', '****'],
    ['thirteen-char', '****char'],
    ['a-rather-long-secret-wxyz', '****wxyz'],
  ])('%j is shown as %s', (secret, shown) => expect(maskSecret(secret)).toBe(shown));

  it('at most its last four characters are shown, and only of a long one', () =>
    fc.assert(
      fc.property(fc.string(), (secret) => {
        expect(maskSecret(secret)).toBe(secret.length > 12 ? `****${secret.slice(-4)}` : '****');
      }),
    ));
});

describe('a variable', () => {
  it.each<[name: string, value: string, shown: string]>([
    ['ANTHROPIC_AUTH_TOKEN', 'my-own-password-1234', '****1234'],
    ['ANTHROPIC_API_KEY', '123456', '****'],
    ['ANTHROPIC_AUTH_TOKEN', `\${KEY}`, `\${KEY}`],
    ['ANTHROPIC_AUTH_TOKEN', `prefix\${KEY}`, '****'],
    ['ANTHROPIC_BASE_URL', 'https://x.test/api', 'https://x.test/api'],
    ['ANTHROPIC_BASE_URL', 'https://me:password@x.test', 'https://me:[redacted]@x.test'],
    ['ANTHROPIC_MODEL', 'anthropic/claude-sonnet-5', 'anthropic/claude-sonnet-5'],
    ['ANTHROPIC_MODEL', 'sk-abcdefghijklmnop', '[redacted]'],
    ['CLAUDE_CODE_MAX_OUTPUT_TOKENS', '131072', '131072'],
    ['CLAUDE_CODE_SKIP_BEDROCK_AUTH', '1', '1'],
    ['AWS_BEARER_TOKEN_BEDROCK', 'abcdefghijklmnop', '****mnop'],
    ['ANTHROPIC_CUSTOM_HEADERS', `x-a: some-long-secret\nx-b: \${B}\nodd`, `x-a: ****cret\nx-b: \${B}\n****`],
  ])('%s=%s', (name, value, shown) => expect(maskVariables({ [name]: value })).toEqual({ [name]: shown }));
});

it('the rest of a provider', () =>
  expect(
    maskProvider({
      env: { A: 'b' },
      apiKeyCommand: 'echo sk-abcdefghijklmnop',
      settings: { apiKeyHelper: '/bin/helper --flag', x: { MY_TOKEN: 'long-enough-to-show' }, model: 'opus', n: 1 },
    }),
  ).toEqual({
    env: { A: 'b' },
    x: { MY_TOKEN: '****show' },
    api_key_command: 'echo [redacted]',
    apiKeyHelper: '/bin/helper --flag',
    model: 'opus',
    n: 1,
  }));
