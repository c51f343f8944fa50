import { expect, it } from 'vitest';
import { isCredential } from '../../../src/config/credential-variables.ts';

it.each([
  ['ANTHROPIC_BASE_URL', true],
  ['ANTHROPIC_API_KEY', true],
  ['CLAUDE_CODE_OAUTH_TOKEN', true],
  ['ANTHROPIC_MODEL', false],
  ['API_TIMEOUT_MS', false],
])('%s is a credential: %s', (name, yes) => expect(isCredential(name)).toBe(yes));
