import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { git } from '../../../src/git/git.ts';
import { ROOT } from '../../support/builds.ts';
import { linuxOnly } from '../../support/linux-only.ts';
import { processesWith } from '../../support/processes.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';
import { repository } from './repository.ts';

/** Something else by the name of git. What it leaves behind is found by its tag. */
function called(script: string) {
  const folder = temporaryFolder();
  write(join(folder, 'bin/git'), `#!/bin/sh\n${script}\n`, 0o755);
  const tag = `tag-${Math.random().toString(36).slice(2)}`;
  const left = () => processesWith(tag);
  onTestFinished(() => {
    for (const pid of left()) process.kill(pid, 'SIGKILL');
  });
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TAG: tag };
  return { folder, env, left, gone: () => until('all to be gone', () => left().length === 0) };
}

describe('a git that is a script', () => {
  it('whose real one hangs is ended with it', async () => {
    const { folder, env, gone } = called('echo begun; sleep 300; echo more');
    const said = await git(folder, ['status'], env, { timeoutMs: 500 });
    expect({ ...said, stdout: said.stdout.toString() }).toEqual({
      code: null,
      stdout: 'begun\n',
      truncated: false,
      late: true,
    });
    await gone();
  });

  it('and says too much is ended with it', async () => {
    const { folder, env, gone } = called('yes; sleep 300');
    const said = await git(folder, ['status'], env, { maxBytes: 10 });
    expect([said.code, said.truncated, said.stdout.length, said.late]).toEqual([null, true, 10, false]);
    await gone();
  });

  it('and leaves somebody behind who holds its stream', async () => {
    const { folder, env, gone } = called('echo said; sleep 300 & exit 0');
    const said = await git(folder, ['status'], env);
    expect({ ...said, stdout: said.stdout.toString() }).toEqual({
      code: 0,
      stdout: 'said\n',
      truncated: false,
      late: false,
    });
    await gone();
  });

  linuxOnly('setsid').it('or somebody who has left the group too: perhaps there was more', async () => {
    const { folder, env } = called('echo said; setsid sleep 300 & sleep 0.2; exit 0');
    const said = await git(folder, ['status'], env);
    expect({ ...said, stdout: said.stdout.toString() }).toEqual({
      code: 0,
      stdout: 'said\n',
      truncated: true,
      late: false,
    });
  });

  it('is ended when we are interrupted', async () => {
    const { folder, env, gone } = called('touch up; sleep 300');
    const controller = new AbortController();
    const saying = git(folder, ['status'], env, { signal: controller.signal });
    await until('it to be up', () => existsSync(join(folder, 'up')));
    controller.abort();
    expect(await saying).toMatchObject({ code: null, late: true });
    await gone();
    expect(await git(folder, ['status'], env, { signal: controller.signal })).toMatchObject({ code: null, late: true });
  });

  it.each(['node', 'bun'])('does not outlive us, in %s', async (runtime) => {
    const { folder, env, gone } = called('touch up; sleep 300');
    const [source, program] = [join(folder, 'ask.ts'), join(folder, 'ask.mjs')];
    write(
      source,
      `import { existsSync } from 'node:fs';
import { git } from ${JSON.stringify(join(ROOT, 'src/git/git.ts'))};
void git(${JSON.stringify(folder)}, ['status'], process.env);
setInterval(() => existsSync(${JSON.stringify(join(folder, 'up'))}) && process.exit(3), 50);
`,
    );
    const bun = join(ROOT, 'node_modules/.bin/bun');
    execFileSync(bun, ['build', source, '--target=node', `--outfile=${program}`], { stdio: 'ignore' });
    const child = spawn(runtime === 'bun' ? bun : process.execPath, [program], { env, stdio: 'ignore' });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(3);
    await gone();
  });
});

describe('nothing is thrown', () => {
  it.each([
    ['a name that can be no argument', 'a\0b'],
    ['a name that is too long for one', 'x'.repeat(300_000)],
  ])('%s', async (_, name) => {
    const { folder, env } = repository();
    expect(await git(folder, ['ls-files', '--', name], env)).toMatchObject({ code: null, late: false });
  });

  it('a folder that can be none, and one that is gone', async () => {
    for (const folder of ['/a\0b', join(temporaryFolder(), 'gone')])
      expect(await git(folder, ['status'], { PATH: process.env.PATH })).toMatchObject({ code: null });
  });
});

it('what is written last arrives', async () => {
  const { folder, env } = called('head -c 5000000 /dev/zero; exit 1');
  const said = await git(folder, ['status'], env);
  expect([said.code, said.stdout.length, said.truncated]).toEqual([1, 5_000_000, false]);
});

it('what it is given to read', async () => {
  const { folder, env } = called('cat > got');
  await git(folder, ['status'], env, { input: 'a\0b' });
  expect(readFileSync(join(folder, 'got'), 'utf8')).toBe('a\0b');
});
