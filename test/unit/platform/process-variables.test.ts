import { spawn } from 'node:child_process';
import { expect } from 'vitest';
import { startVariables } from '../../../src/platform/process-variables.ts';
import { linuxOnly } from '../../support/linux-only.ts';

linuxOnly('/proc').it('what a process was started with, also if it sets something else later', async () => {
  const script = "process.env.FOO = 'later'; process.stdout.write('x'); setInterval(() => {}, 1000);";
  const child = spawn(process.execPath, ['-e', script], { env: { FOO: 'a=b ü', EMPTY: '' } });
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(startVariables(child.pid as number)).toMatchObject({ FOO: 'a=b ü', EMPTY: '' });
  } finally {
    child.kill();
  }
  expect(startVariables(2 ** 30)).toBeUndefined();
});
