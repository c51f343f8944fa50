import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { npm } from './subjects.ts';

/** Starts `ccc dashboard` and waits for its address. */
export async function serveDashboard(
  box: Sandbox,
): Promise<{ url: URL; child: ChildProcess; stop: () => Promise<void> }> {
  const child = spawn(npm.command[0] as string, [npm.command[1], 'dashboard', '--no-open'], {
    env: box.environment,
    cwd: box.project,
  });
  let printed = '';
  child.stdout.on('data', (data) => {
    printed += data;
  });
  while (!printed.includes('\n')) await once(child.stdout, 'data');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url: new URL(printed.split('\n')[0] as string), child, stop };
}
