import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFilesFor } from '../../../src/trust/repository-files.ts';
import { write } from '../folder.ts';
import { gitAt, repositoryAt, type World, world } from './repository.ts';

const rootOf = (folder: string, { env }: World) => repositoryFilesFor(folder, env)?.root;
const folder = (path: string) => {
  mkdirSync(path, { recursive: true });
  return path;
};

describe('which folder of a repository counts', () => {
  it.each<[where: string, lay: (w: World) => { in: string; found: string | undefined }]>([
    [
      'the folder itself, without git',
      (w) => {
        write(w.at('p', '.claude', 'ccc.json'), '{}');
        return { in: w.at('p'), found: w.at('p') };
      },
    ],
    [
      'nothing above it, without git',
      (w) => {
        write(w.at('p', '.claude', 'ccc.json'), '{}');
        return { in: folder(w.at('p', 'sub')), found: undefined };
      },
    ],
    [
      'the top of the work tree, from far below',
      (w) => ({
        in: folder(join(repositoryAt(w.at('p')), 'a', 'b', 'c')),
        found: w.at('p'),
      }),
    ],
    [
      'the nearest one',
      (w) => {
        repositoryAt(w.at('p'));
        write(w.at('p', 'a', '.claude', 'SUPERVISOR.md'), 'strict');
        return { in: folder(w.at('p', 'a', 'b')), found: w.at('p', 'a') };
      },
    ],
    [
      'a prompt alone',
      (w) => {
        gitAt(w.at('p'));
        write(w.at('p', '.claude', 'SUPERVISOR.md'), 'strict');
        return { in: w.at('p'), found: w.at('p') };
      },
    ],
    [
      'not above the top of the work tree',
      (w) => {
        write(w.at('.claude', 'ccc.json'), '{}');
        return { in: folder(join(gitAt(w.at('p')), 'a')), found: undefined };
      },
    ],
    [
      'a clone inside a repository is on its own',
      (w) => {
        repositoryAt(w.at('p'));
        return { in: folder(join(gitAt(w.at('p', 'vendor', 'clone')), 'src')), found: undefined };
      },
    ],
    [
      'a submodule or a second work tree too',
      (w) => {
        repositoryAt(w.at('p'));
        write(w.at('p', 'module', '.git'), 'gitdir: ../.git/modules/module\n');
        return { in: w.at('p', 'module'), found: undefined };
      },
    ],
    [
      'a folder that is not a work tree does not make us look higher',
      (w) => {
        write(w.at('.claude', 'ccc.json'), '{}');
        mkdirSync(w.at('.git'));
        return { in: folder(w.at('p')), found: undefined };
      },
    ],
    [
      'nor does it hide what is above',
      (w) => {
        repositoryAt(w.at('p'));
        mkdirSync(w.at('p', 'a', '.git'), { recursive: true });
        return { in: w.at('p', 'a'), found: w.at('p') };
      },
    ],
    [
      'through a link, the folder it leads to',
      (w) => {
        repositoryAt(w.at('p'));
        symlinkSync(w.at('p'), w.at('link'));
        return { in: w.at('link'), found: w.at('p') };
      },
    ],
    [
      'a link into another repository is that one',
      (w) => {
        repositoryAt(w.at('p'));
        symlinkSync(folder(w.at('elsewhere')), w.at('p', 'sub'));
        return { in: w.at('p', 'sub'), found: undefined };
      },
    ],
    ['a folder that is gone', (w) => ({ in: w.at('gone'), found: undefined })],
    ['an empty .claude', (w) => ({ in: dirname(folder(w.at('p', '.claude'))), found: undefined })],
  ])('%s', async (_, lay) => {
    const w = world();
    const { in: at, found } = lay(w);
    expect(rootOf(at, w)).toBe(found);
  });

  it('agrees with git about a real work tree', async () => {
    const w = world();
    mkdirSync(w.at('real', 'deep'), { recursive: true });
    execFileSync('git', ['init', '-q', w.at('real')], { env: { PATH: '/usr/bin:/bin', HOME: w.home } });
    write(w.at('real', '.claude', 'ccc.json'), '{}');
    expect(rootOf(w.at('real', 'deep'), w)).toBe(w.at('real'));
  });
});

describe('the user’s own configuration is never a repository’s', () => {
  it.each<[where: string, lay: (w: World) => string, variables?: Record<string, string>]>([
    ['in the home folder', (w) => w.home],
    ['below it, without git', (w) => folder(join(w.home, 'notes'))],
    ['where home is a repository', (w) => folder(join(gitAt(w.home), 'notes'))],
    [
      'in a repository that ~/.claude is a link into',
      (w) => {
        rmSync(join(w.home, '.claude'), { recursive: true });
        repositoryAt(w.at('dotfiles'));
        symlinkSync(w.at('dotfiles', '.claude'), join(w.home, '.claude'));
        return w.at('dotfiles');
      },
    ],
    [
      'in a repository that ~/.claude/ccc.json is a link into',
      (w) => {
        rmSync(join(w.home, '.claude', 'ccc.json'));
        repositoryAt(w.at('dotfiles'));
        symlinkSync(w.at('dotfiles', '.claude', 'ccc.json'), join(w.home, '.claude', 'ccc.json'));
        return w.at('dotfiles');
      },
    ],
    ['also when another one is in use', (w) => gitAt(w.home), { CCC_CONFIG_DIR: '/nowhere', CLAUDE_CONFIG_DIR: '/no' }],
  ])('%s', async (_, lay, variables = {}) => {
    const w = world(variables);
    write(join(w.home, '.claude', 'ccc.json'), '{}');
    expect(rootOf(lay(w), w)).toBeUndefined();
  });

  it('but a repository below home has a say', async () => {
    const w = world();
    write(join(w.home, '.claude', 'ccc.json'), '{}');
    gitAt(w.home);
    expect(rootOf(repositoryAt(join(w.home, 'code')), w)).toBe(join(w.home, 'code'));
  });
});
