import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changesSince } from '../../../src/git/changes.ts';
import { readDifference } from '../../../src/git/diff.ts';
import { readOnlyGitEnv } from '../../../src/git/read-only-env.ts';
import { gitRunsPrograms } from '../../../src/git/submodule-programs.ts';
import { readWorkTree } from '../../../src/git/work-tree.ts';
import { DISARMED, type HostileRepository, hostileRepository, TO_BE_FOUND } from './hostile-repositories.ts';

type Env = Record<string, string | undefined>;
const run = ({ folder }: HostileRepository, command: string[], env: Env) =>
  spawnSync('git', command, { cwd: folder, env: env as NodeJS.ProcessEnv, encoding: 'utf8' });

/** All that we ask git ourselves. */
async function readEverything({ folder, env }: HostileRepository): Promise<void> {
  await readWorkTree(folder, env);
  const changes = await changesSince(folder, new Date(0), env);
  if (changes) await readDifference(changes, env, () => {});
}

describe('a trap that the environment disarms', () => {
  it.each(DISARMED)('%s: git %j', async (_, command, prepare) => {
    const repository = hostileRepository(prepare);
    await readEverything(repository);
    run(repository, command, readOnlyGitEnv(repository.env));
    expect(existsSync(repository.marker)).toBe(false);
    // Without it the same command springs the same trap.
    const sprung = hostileRepository(prepare);
    run(sprung, command, sprung.env);
    expect(existsSync(sprung.marker)).toBe(true);
  });
});

describe('a trap that has to be found', () => {
  it.each(TO_BE_FOUND)('%s: git %j', async (_, command, prepare) => {
    const repository = hostileRepository(prepare);
    expect(await gitRunsPrograms(repository.folder, repository.env)).toBe(true);
    await readEverything(repository);
    expect(existsSync(repository.marker)).toBe(false);
    run(repository, command, readOnlyGitEnv(repository.env));
    expect(existsSync(repository.marker)).toBe(true);
  });

  it('none in an ordinary repository, with a submodule or without', async () => {
    const repository = hostileRepository(({ git, folder }) => {
      git('init', '-q', 'sub');
      git('-C', `${folder}/sub`, 'commit', '-qm', 'x', '--allow-empty');
      git('add', 'sub');
    });
    expect(await gitRunsPrograms(repository.folder, repository.env)).toBe(false);
    expect(await gitRunsPrograms(`${repository.folder}/sub`, repository.env)).toBe(false);
  });
});

it.each(['https', 'http', 'git', 'ssh', 'file', 'ftp', 'ext'])('nothing is reached by %s', (protocol) => {
  const repository = hostileRepository(() => {});
  const command = [
    '-c',
    'protocol.allow=always',
    'ls-remote',
    protocol === 'ext' ? 'ext::false' : `${protocol}://localhost/x`,
  ];
  expect(run(repository, command, readOnlyGitEnv(repository.env)).stderr).toContain(
    `transport '${protocol}' not allowed`,
  );
});

describe('settings in the environment', () => {
  const settings = (env: Env) => {
    const result = run(
      hostileRepository(() => {}),
      ['config', '--list', '--show-scope'],
      readOnlyGitEnv(env),
    );
    return result.stdout.split('\n').filter((line) => line.startsWith('command'));
  };
  const { PATH, HOME } = process.env;
  const own = { PATH, HOME, GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };

  it('the user’s own stay, and ours come after them', () => {
    const all = settings({ ...own, GIT_CONFIG_COUNT: '1' });
    expect(all[0]).toBe('command\tsafe.directory=*');
    expect(all).toContain('command\tcore.fsmonitor=false');
    const another = { ...own, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: 'x' };
    expect(
      settings(another)
        .filter((line) => line.includes('fsmonitor'))
        .at(-1),
    ).toBe('command\tcore.fsmonitor=false');
  });

  it.each(['2', '-1', 'x', '', '99999999999'])('a count of %j does not make git fail', (GIT_CONFIG_COUNT) =>
    expect(settings({ ...own, GIT_CONFIG_COUNT })).toContain('command\tcore.fsmonitor=false'),
  );

  it('what git -c hands down does not win', () =>
    expect(settings({ PATH, HOME, GIT_CONFIG_PARAMETERS: "'core.fsmonitor=x'" }).join()).not.toContain('fsmonitor=x'));
});
