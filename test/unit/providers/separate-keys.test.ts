import { describe, expect, it } from 'vitest';
import type { ReadyProvider } from '../../../src/providers/ready-provider.ts';
import { separateKeys } from '../../../src/providers/separate-keys.ts';

const provider = (host: ReadyProvider['host'], env: Record<string, string> = {}, settings = {}): ReadyProvider => ({
  name: 'p',
  env,
  settings,
  host,
});
const OWN_URL = { ANTHROPIC_BASE_URL: 'https://p.example', ANTHROPIC_AUTH_TOKEN: 'k' };

describe('what of the user’s is taken away', () => {
  it('a host of its own: every credential, login, cloud switch and model but its own', () => {
    const { variablesToClear, settings, keepsUserKeys } = separateKeys(provider('own', OWN_URL), {});
    expect(keepsUserKeys).toBe(false);
    expect(settings).toEqual({ apiKeyHelper: 'printf %s "${ANTHROPIC_AUTH_TOKEN:-$ANTHROPIC_API_KEY}"' });
    expect(variablesToClear).toEqual(
      expect.arrayContaining([
        ...['ANTHROPIC_API_KEY', 'ANTHROPIC_CUSTOM_HEADERS', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_MODEL'],
        ...['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY', 'AWS_BEARER_TOKEN_BEDROCK'],
      ]),
    );
    for (const name of Object.keys(OWN_URL)) expect(variablesToClear).not.toContain(name);
  });

  it('its own helper stays', () =>
    expect(separateKeys(provider('own', OWN_URL, { apiKeyHelper: 'x' }), {}).settings).toEqual({ apiKeyHelper: 'x' }));

  it('a variable that the provider leaves empty counts as not set by it', () =>
    expect(separateKeys(provider('own', { ...OWN_URL, ANTHROPIC_API_KEY: '' }), {}).variablesToClear).toContain(
      'ANTHROPIC_API_KEY',
    ));

  it('a cloud keeps its own switch', () => {
    const { variablesToClear } = separateKeys(provider('cloud', { CLAUDE_CODE_USE_BEDROCK: '1' }), {});
    expect(variablesToClear).not.toContain('CLAUDE_CODE_USE_BEDROCK');
    expect(variablesToClear).toContain('CLAUDE_CODE_USE_VERTEX');
  });

  it.each<[own: Record<string, string>, keeps: boolean]>([
    [{}, true],
    [{ ANTHROPIC_API_KEY: 'sk-ant-1' }, true],
    [{ ANTHROPIC_BASE_URL: 'https://api.anthropic.com' }, true],
    [{ ANTHROPIC_BASE_URL: 'https://api.anthropic.com.evil.example' }, false],
    [{ ANTHROPIC_BASE_URL: 'https://gateway.example', ANTHROPIC_API_KEY: 'x' }, false],
    [{ ANTHROPIC_BASE_URL: 'nonsense' }, false],
    [{ ANTHROPIC_AUTH_TOKEN: 'x' }, false],
    [{ ANTHROPIC_CUSTOM_HEADERS: 'a: b' }, false],
    [{ CLAUDE_CODE_USE_BEDROCK: '1' }, false],
    [{ CLAUDE_CODE_USE_GATEWAY: 'true' }, false],
    [{ CLAUDE_CODE_USE_BEDROCK: '' }, true],
    [{ CLAUDE_CODE_USE_BEDROCK: '0' }, true],
  ])('the user’s login, with %j: their own keys stay: %s', (own, keeps) => {
    const { variablesToClear, keepsUserKeys } = separateKeys(provider('login'), own);
    expect(keepsUserKeys).toBe(keeps);
    expect(variablesToClear.includes('ANTHROPIC_API_KEY')).toBe(!keeps);
    // The login itself is what was asked for.
    expect(variablesToClear).not.toContain('CLAUDE_CODE_OAUTH_TOKEN');
    expect(variablesToClear).toContain('ANTHROPIC_MODEL');
  });
});
