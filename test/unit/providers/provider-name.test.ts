import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { providerName } from '../../../src/providers/provider-name.ts';

describe('the provider in the journal', () => {
  it.each<[all: Record<string, string>, name: string]>([
    [{}, 'anthropic'],
    [{ ANTHROPIC_BASE_URL: '' }, 'anthropic'],
    [{ ANTHROPIC_BASE_URL: 'https://user:secret@api.example.com:8443/v1?key=secret' }, 'api.example.com:8443'],
    [{ ANTHROPIC_BASE_URL: 'not a URL' }, 'custom'],
    [{ CLAUDE_CODE_USE_BEDROCK: '1' }, 'bedrock'],
    [{ CLAUDE_CODE_USE_VERTEX: '1' }, 'vertex'],
    [{ CLAUDE_CODE_USE_FOUNDRY: '1' }, 'foundry'],
    [{ CLAUDE_CODE_USE_BEDROCK: 'true' }, 'bedrock'],
    [{ CLAUDE_CODE_USE_MANTLE: '1' }, 'mantle'],
    [{ CLAUDE_CODE_USE_ANTHROPIC_AWS: 'yes' }, 'anthropic-aws'],
    [{ CLAUDE_CODE_USE_GATEWAY: '1', ANTHROPIC_BASE_URL: 'https://api.example.com' }, 'gateway'],
    [{ CLAUDE_CODE_USE_BEDROCK: '0' }, 'anthropic'],
    [{ CCC_PROVIDER: 'glm', ANTHROPIC_BASE_URL: 'https://api.example.com' }, 'glm'],
  ])('%j: %s', (all, name) => expect(providerName(readEnv({ HOME: '/home/u', ...all }))).toBe(name));
});
