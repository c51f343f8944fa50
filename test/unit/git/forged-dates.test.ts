import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesSince } from '../../../src/git/changes.ts';
import { gitEnv } from '../../support/git-env.ts';
import { clockAhead, momentBetween } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';

const LONG_AGO = Date.now() - 2 * 365 * 24 * 3_600_000;

class Repository {
  constructor(
    readonly folder: string,
    private readonly home = temporaryFolder(),
  ) {}
  git(args: string[], at?: number): string {
    return execFileSync('git', args, { cwd: this.folder, env: gitEnv(this.home, at), encoding: 'utf8' }).trim();
  }
  put(path: string, text: string): this {
    write(join(this.folder, path), text);
    this.git(['add', '-A']);
    return this;
  }
  commit(at?: number, ...options: string[]): this {
    this.git(['commit', '-q', '-m', 'x', ...options], at);
    return this;
  }
  async seen(since: Date, isCopy = false): Promise<string[] | undefined> {
    const changes = await changesSince(this.folder, since, gitEnv(this.home), undefined, isCopy);
    return changes?.files.map(({ path, how }) => `${how} ${path}`).sort();
  }
}

/** Two commits, and then the moment. */
async function begun(): Promise<{ repo: Repository; since: Date }> {
  const repo = new Repository(temporaryFolder());
  repo.git(['init', '-q', '-b', 'main']);
  repo.put('a.js', 'a\n').put('b.js', 'b\n').commit().put('old.js', 'old\n').commit();
  const since = await momentBetween();
  return { repo, since };
}

describe('a commit with a date of long ago is seen', () => {
  it.each<[how: string, act: (repo: Repository) => void]>([
    ['commit', (repo) => repo.put('b.js', 'c\n').commit(LONG_AGO)],
    ['commit --amend', (repo) => repo.put('b.js', 'c\n').commit(LONG_AGO, '--amend')],
    [
      'commit-tree and reset',
      (repo) => {
        const tree = repo.put('b.js', 'c\n').git(['write-tree']);
        const commit = repo.git(['commit-tree', tree, '-p', 'HEAD', '-m', 'x'], LONG_AGO);
        repo.git(['reset', '-q', '--hard', commit], LONG_AGO);
      },
    ],
    [
      'commit-tree and update-ref',
      (repo) => {
        const tree = repo.put('b.js', 'c\n').git(['write-tree']);
        repo.git(['update-ref', 'HEAD', repo.git(['commit-tree', tree, '-p', 'HEAD', '-m', 'x'], LONG_AGO)], LONG_AGO);
      },
    ],
    [
      'and moves to old commits after it, with such dates too',
      (repo) => {
        repo.put('b.js', 'c\n').commit(LONG_AGO);
        repo.git(['checkout', '-q', 'HEAD~1'], LONG_AGO);
        repo.git(['checkout', '-q', 'main'], LONG_AGO);
      },
    ],
    [
      'although an honest one came after it',
      (repo) => repo.put('b.js', 'c\n').commit(LONG_AGO).put('b.js', 'd\n').commit(),
    ],
  ])('%s', async (_, act) => {
    const { repo, since } = await begun();
    act(repo);
    expect(await repo.seen(since)).toEqual(['modified b.js']);
  });

  it('reset --soft and commit: what was committed anew is seen too', async () => {
    const { repo, since } = await begun();
    repo.put('b.js', 'c\n').git(['reset', '-q', '--soft', 'HEAD~1'], LONG_AGO);
    expect(await repo.commit(LONG_AGO).seen(since)).toEqual(['added old.js', 'modified b.js']);
  });

  it('in a linked work tree', async () => {
    const { repo } = await begun();
    const tree = new Repository(join(temporaryFolder(), 'tree'));
    repo.git(['worktree', 'add', '-q', '-b', 'side', tree.folder]);
    // Git's log of moves counts in seconds.
    await clockAhead(1000);
    const since = await momentBetween();
    expect(await tree.put('b.js', 'c\n').commit(LONG_AGO).seen(since)).toEqual(['modified b.js']);
  });
});

describe('an old commit stays old', () => {
  it.each<[what: string, act: (repo: Repository) => void]>([
    ['nothing happened', () => {}],
    [
      'it was cloned: both have the same files of objects, which changes their ctime',
      (repo) => {
        const clone = join(temporaryFolder(), 'clone');
        repo.git(['clone', '-q', repo.folder, clone]);
        rmSync(clone, { recursive: true });
      },
    ],
    ['a work tree was added', (repo) => void repo.git(['worktree', 'add', '-q', join(temporaryFolder(), 'tree')])],
    ['everything was packed', (repo) => void repo.git(['gc', '-q'])],
  ])('%s', async (_, act) => {
    const { repo, since } = await begun();
    act(repo);
    expect(await repo.seen(since)).toEqual([]);
  });

  it('the whole repository was copied since then', async () => {
    const { repo, since } = await begun();
    const copy = new Repository(join(temporaryFolder(), 'copy'));
    cpSync(repo.folder, copy.folder, { recursive: true });
    expect(await copy.seen(since)).toEqual([]);
  });

  it('it was fetched, few objects or many', async () => {
    const { repo, since } = await begun();
    const clone = new Repository(join(temporaryFolder(), 'clone'));
    repo.git(['clone', '-q', '--no-local', '--depth', '1', `file://${repo.folder}`, clone.folder]);
    repo.put('b.js', 'c\n').commit();
    clone.git(['fetch', '-q', '--unshallow']);
    expect(await clone.seen(since)).toEqual([]);
    clone.git(['pull', '-q', '--ff-only']);
    clone.put('a.js', 'd\n');
    expect(await clone.seen(since)).toContain('modified a.js');
    expect(await clone.seen(since)).not.toContain('added old.js');
  });
});
