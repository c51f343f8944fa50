import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { keyFrom } from '../../../src/providers/key-command.ts';

const env = readEnv({ CCC_LANG: 'en', PATH: '/usr/bin:/bin' });

it('a command that does not end is ended', () =>
  expect(() => keyFrom('exec sleep 60', { provider: 'it', key: 'api_key_command' }, env, 0.2)).toThrow(
    /api_key_command did not end within 0\.2 s/,
  ));

it('the setting it comes from is named', () =>
  expect(() => keyFrom('exit 1', { provider: 'it', key: 'apiKeyHelper' }, env)).toThrow(
    /it: apiKeyHelper ended with 1/,
  ));
