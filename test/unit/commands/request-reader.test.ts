import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requestReader } from '../../../src/commands/request-reader.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

it('leaves the keys of ccc.json and of the environment out of what was asked', async () => {
  const env = readEnv({ HOME: temporaryFolder(), MY_TOKEN: 'qv8-a-key-of-the-environment' });
  const paths = pathsOf(env);
  const content = 'try kp7qzw-oneoffvalue-of-mine or qv8-a-key-of-the-environment';
  write(
    join(paths.claudeDir, 'projects/-shop/abc.jsonl'),
    `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`,
  );
  write(paths.configFile, JSON.stringify({ providers: { x: { api_key: 'kp7qzw-oneoffvalue-of-mine' } } }));
  const requestOf = await requestReader(paths, env);
  expect([requestOf('abc'), requestOf('other')]).toEqual(['try [redacted] or [redacted]', null]);
});
