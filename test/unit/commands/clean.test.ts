import { expect, it } from 'vitest';
import { run } from '../../../src/commands/clean.ts';
import { readEnv } from '../../../src/config/env.ts';
import { temporaryFolder } from '../folder.ts';

it('an age of nothing is refused, with the least that there is', async () => {
  const env = readEnv({ HOME: temporaryFolder() });
  await expect(run({ olderThan: '0d', dryRun: true, json: false }, env)).rejects.toMatchObject({
    fix: expect.stringContaining('at least 1'),
  });
});
