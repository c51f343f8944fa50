import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { killAll, processesWith } from '../support/processes.ts';
import { until } from '../support/wait.ts';

const BUN = join(ROOT, 'node_modules/.bin/bun');

/** What a hook does: it runs a check, and a signal ends the check before it ends the hook. */
const HOST = `
import { runCheck } from ${JSON.stringify(join(ROOT, 'src/checks/run-check.ts'))};
import { firstSignal } from ${JSON.stringify(join(ROOT, 'src/platform/signals.ts'))};
const [folder, run] = process.argv.slice(2);
const { signal } = firstSignal();
const { outcome } = await runCheck({ name: 'n', run }, 300_000, { folder, env: process.env, abortSignal: signal });
process.stdout.write(JSON.stringify(outcome));
process.exit(0);
`;

const built = mkdtempSync(join(tmpdir(), 'ccc-host-'));
beforeAll(() => {
  writeFileSync(join(built, 'host.ts'), HOST);
  execFileSync(BUN, ['build', join(built, 'host.ts'), '--target', 'node', '--outfile', join(built, 'host.mjs')]);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

let folder = '';
let host: ChildProcess | undefined;
afterEach(() => {
  if (folder) killAll(processesWith(folder));
  rmSync(folder, { recursive: true, force: true });
});

/** Started as Claude Code starts a hook, in a group of its own, with a check in it that would run for minutes. */
async function running(command: string[], script: string): Promise<number> {
  folder = mkdtempSync(join(tmpdir(), 'ccc-killed-'));
  const [program, ...args] = command;
  host = spawn(program as string, [...args, folder, script], {
    env: { PATH: process.env.PATH, TAG: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await until('the check to be up', () => existsSync(join(folder, 'up')));
  return host.pid as number;
}

/** One that is found by its group alone, one by its mark alone, and none that ends when it is asked to. */
const everything = `trap '' TERM
env -i TAG="$TAG" sleep 300 &
(setsid sleep 300 &)
touch up; sleep 300; sleep 300`;

linuxOnly('setsid, and environments in /proc').describe.each([
  ['Node', [process.execPath, join(built, 'host.mjs')]],
  ['Bun', [BUN, join(built, 'host.ts')]],
])('a hook in %s that is ended while a check runs', (_, command) => {
  it.each<[how: string, end: (pid: number) => void]>([
    ['by SIGTERM to its group', (pid) => process.kill(-pid, 'SIGTERM')],
    ['by SIGTERM to itself', (pid) => process.kill(pid, 'SIGTERM')],
    ['by SIGINT to its group', (pid) => process.kill(-pid, 'SIGINT')],
    ['by SIGKILL to its group', (pid) => process.kill(-pid, 'SIGKILL')],
    ['by SIGKILL to itself', (pid) => process.kill(pid, 'SIGKILL')],
  ])('%s leaves nothing', async (_how, end) => {
    const pid = await running(command, everything);
    expect(processesWith(folder).length).toBeGreaterThan(5);
    end(pid);
    await until('all to be gone', () => processesWith(folder).length === 0);
    await until('its pipe to be gone', () => !readdirSync(folder).some((name) => name.startsWith('ccc-check-')));
  });

  it('is not ended by a check that ends its own group', async () => {
    await running(command, `trap 'kill 0' EXIT; touch up; sleep 0.2; exit 3`);
    const said = await new Promise<string>((resolve) => {
      let text = '';
      host?.stdout?.on('data', (data) => {
        text += data;
      });
      host?.once('close', () => resolve(text));
    });
    expect(JSON.parse(said)).toMatchObject({ kind: 'failed' });
    await until('all to be gone', () => processesWith(folder).length === 0);
  });
});
