import { expect, it } from 'vitest';
import { run } from '../../../src/commands/validate.ts';
import { readEnv } from '../../../src/config/env.ts';
import { temporaryFolder } from '../folder.ts';

it('a provider and all of them cannot be meant at once', async () => {
  const env = readEnv({ HOME: temporaryFolder() });
  await expect(run({ providers: ['kimi'], all: true, json: false }, env)).rejects.toMatchObject({
    message: 'validate: PROVIDER and --all cannot be used together',
    exitCode: 2,
  });
});
