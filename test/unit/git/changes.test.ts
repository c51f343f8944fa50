import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesSince } from '../../../src/git/changes.ts';
import { readDifference } from '../../../src/git/diff.ts';
import { gitEnv } from '../../support/git-env.ts';
import { sleep } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';

const MINUTE = 60_000;
/** Commits are dated by hand: the log of HEAD takes its times from them. */
const BEFORE = Date.now() - 60 * MINUTE;
const SINCE = new Date(Date.now() - 30 * MINUTE);
const DURING = Date.now() - 10 * MINUTE;

class Repository {
  readonly home = temporaryFolder();
  constructor(readonly folder = join(temporaryFolder(), 'repo')) {
    mkdirSync(folder, { recursive: true });
  }
  git(args: string[], at = DURING): string {
    return execFileSync('git', args, { cwd: this.folder, env: gitEnv(this.home, at), encoding: 'utf8' }).trim();
  }
  put(path: string, text: string): this {
    write(join(this.folder, path), text);
    return this;
  }
  commit(at = DURING, ...options: string[]): this {
    this.git(['add', '-A'], at);
    this.git(['commit', '-q', '--allow-empty', '-m', 'x', ...options], at);
    return this;
  }
  async since(since: Date | undefined = SINCE) {
    const changes = await changesSince(this.folder, since, gitEnv(this.home));
    return {
      ...changes,
      seen: changes?.files.map(({ path, how, from }) => `${how} ${from ? `${from} → ` : ''}${path}`).sort(),
    };
  }
}

const LINES = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n');
const repository = () => {
  const repo = new Repository();
  repo.git(['init', '-q', '-b', 'main'], BEFORE);
  return repo.put('a.js', `${LINES}\n`).put('b.js', 'b\n').commit(BEFORE);
};

describe('the base', () => {
  it('a commit during the session: what HEAD was before it', async () => {
    const repo = repository();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.put('b.js', 'c\n').commit();
    expect(await repo.since()).toMatchObject({ base, seen: ['modified b.js'], truncated: false });
  });

  it('an amend of the commit that was there', async () => {
    const repo = repository();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.put('b.js', 'c\n').commit(DURING, '--amend');
    expect(await repo.since()).toMatchObject({ base, seen: ['modified b.js'] });
  });

  it('another branch', async () => {
    const repo = repository();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.git(['checkout', '-q', '-b', 'work']);
    repo.put('new.js', 'n\n').commit();
    expect(await repo.since()).toMatchObject({ base, seen: ['added new.js'] });
    repo.git(['checkout', '-q', 'main']);
    expect(await repo.since()).toMatchObject({ base, seen: [] });
  });

  it('a work tree of its own', async () => {
    const repo = repository();
    const tree = new Repository(join(temporaryFolder(), 'tree'));
    repo.git(['worktree', 'add', '-q', '-b', 'side', tree.folder], BEFORE);
    repo.put('b.js', 'main only\n').commit();
    tree.put('a.js', `${LINES}\nmore\n`).commit();
    expect((await tree.since()).seen).toEqual(['modified a.js']);
  });

  it('a work tree that was made during the session, a clone: what came with it is nobody’s work', async () => {
    const repo = repository();
    const tree = new Repository(join(temporaryFolder(), 'tree'));
    repo.git(['worktree', 'add', '-q', '-b', 'side', tree.folder]);
    tree.put('b.js', 'changed\n').commit();
    const base = repo.git(['rev-parse', 'HEAD']);
    expect(await tree.since()).toMatchObject({ base, seen: ['modified b.js'] });
    const clone = new Repository(join(temporaryFolder(), 'clone'));
    clone.git(['clone', '-q', repo.folder, '.']);
    clone.put('a.js', 'changed\n');
    expect(await clone.since()).toMatchObject({ base, seen: ['modified a.js'] });
  });

  it('a repository that was created during the session: everything', async () => {
    const repo = new Repository();
    repo.git(['init', '-q', '-b', 'main']);
    repo.put('a.js', 'a\n').put('b.js', 'b\n').commit();
    expect(await repo.since()).toMatchObject({ base: null, seen: ['added a.js', 'added b.js'] });
  });

  it('no commit at all yet', async () => {
    const repo = new Repository().put('a.js', 'a\n');
    repo.git(['init', '-q', '-b', 'main']);
    expect(await repo.since()).toMatchObject({ base: null, seen: ['added a.js'] });
    repo.git(['add', '-A']);
    expect(await repo.since()).toMatchObject({ base: null, seen: ['added a.js'] });
  });

  it('no log of HEAD: HEAD', async () => {
    const repo = repository().put('b.js', 'c\n').commit().put('a.js', 'now\n');
    rmSync(join(repo.folder, '.git/logs'), { recursive: true });
    expect((await repo.since()).seen).toEqual(['modified a.js']);
  });

  it('what the log names is gone: HEAD', async () => {
    const repo = repository().put('b.js', 'c\n').commit(DURING, '--amend').put('a.js', 'now\n');
    const log = join(repo.folder, '.git/logs/HEAD');
    writeFileSync(log, `${'1'.repeat(40)} ${'2'.repeat(40)} a <a@x> ${Math.floor(BEFORE / 1000)} +0000\tx\n`);
    expect((await repo.since()).seen).toEqual(['modified a.js']);
  });

  it('the log of HEAD was emptied: there may be more', async () => {
    const repo = repository().put('b.js', 'c\n').commit();
    expect(await repo.since()).toMatchObject({ truncated: false, seen: ['modified b.js'] });
    repo.git(['reflog', 'expire', '--expire=now', '--all']);
    expect(await repo.since()).toMatchObject({ truncated: true, failed: false });
  });

  it('the log of HEAD begins too late: there may be more', async () => {
    const repo = repository().put('a.js', 'x\n').commit().put('b.js', 'c\n').commit();
    const log = join(repo.folder, '.git/logs/HEAD');
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    writeFileSync(log, `${lines.at(-1)}\n`);
    expect(await repo.since()).toMatchObject({ truncated: true, seen: ['modified b.js'] });
  });

  it('a line of the log that is dated by hand: where the first move after the moment came from', async () => {
    const repo = repository();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.put('a.js', 'x\n').commit().put('b.js', 'c\n').commit(BEFORE);
    expect(await repo.since()).toMatchObject({ base, truncated: false, seen: ['modified a.js', 'modified b.js'] });
  });

  it('a line of the log that is gone: there may be more', async () => {
    const repo = repository().put('a.js', 'x\n').commit();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.put('b.js', 'c\n').commit();
    repo.git(['reflog', 'delete', 'HEAD@{1}']);
    expect(await repo.since()).toMatchObject({ base, truncated: true, seen: ['modified b.js'] });
  });

  it('a moment that is none: there may be more', async () => {
    expect(await repository().since(new Date('garbage'))).toMatchObject({ truncated: true });
  });

  it('a commit that stands for the base does not count', async () => {
    const repo = repository();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.put('b.js', 'c\n').commit();
    repo.git(['replace', base, 'HEAD']);
    expect(await repo.since()).toMatchObject({ base, seen: ['modified b.js'] });
  });

  it.each([
    ['a pipe', ['mkfifo']],
    ['a device without an end', ['ln', '-s', '/dev/zero']],
    ['a folder', ['mkdir']],
  ])('a log of HEAD that is %s is not read', async (_, [make = '', ...args]) => {
    const repo = repository().put('a.js', 'now\n');
    const log = join(repo.folder, '.git/logs/HEAD');
    rmSync(log);
    execFileSync(make, [...args, log]);
    expect((await repo.since()).seen).toEqual(['modified a.js']);
  });

  it('of a log without an end the end is read', async () => {
    const repo = repository();
    const base = repo.git(['rev-parse', 'HEAD']);
    repo.put('b.js', 'c\n').commit();
    const log = join(repo.folder, '.git/logs/HEAD');
    const old = `${base} ${base} a <a@x> ${Math.floor(BEFORE / 1000)} +0000\tx\n`;
    writeFileSync(log, old.repeat(60_000) + readFileSync(log, 'utf8'));
    expect(await repo.since()).toMatchObject({ base, seen: ['modified b.js'] });
  });

  it('without a moment: what is not committed', async () => {
    const repo = repository().put('b.js', 'c\n').commit().put('a.js', 'now\n');
    const changes = await changesSince(repo.folder, undefined, gitEnv(repo.home));
    expect(changes?.files).toEqual([{ path: 'a.js', how: 'modified' }]);
  });

  it('no repository, no folder, no git', async () => {
    const folder = temporaryFolder();
    expect(await changesSince(folder, SINCE, gitEnv(folder))).toBeUndefined();
    expect(await changesSince(join(folder, 'gone'), SINCE, gitEnv(folder))).toBeUndefined();
    expect(await changesSince(repository().folder, SINCE, { PATH: '/nonexistent' })).toBeUndefined();
  });
});

describe('the work tree', () => {
  it('modified, added, deleted, untracked, renamed, from a folder below', async () => {
    const repo = repository().put('dir/c.js', 'c\n').put('.gitignore', 'ignored\n').commit(BEFORE);
    repo.put('ignored', 'x').put('dir/new file.js', 'n\n').put('staged.js', 's\n').put('dir/c.js', 'changed\n');
    repo.git(['add', 'staged.js']);
    repo.git(['mv', 'a.js', 'moved.js']);
    rmSync(join(repo.folder, 'b.js'));
    const seen = [
      'added dir/new file.js',
      'added staged.js',
      'deleted b.js',
      'modified dir/c.js',
      'renamed a.js → moved.js',
    ];
    expect((await repo.since()).seen).toEqual(seen);
    const below = await changesSince(join(repo.folder, 'dir'), SINCE, gitEnv(repo.home));
    expect(below?.files).toHaveLength(5);
  });

  it('a rename that git was not told about: gone here, new there', async () => {
    const repo = repository();
    renameSync(join(repo.folder, 'a.js'), join(repo.folder, 'moved.js'));
    expect((await repo.since()).seen).toEqual(['added moved.js', 'deleted a.js']);
  });

  it('a revert leaves nothing', async () => {
    const repo = repository().put('b.js', 'c\n').commit().put('b.js', 'b\n');
    expect((await repo.since()).seen).toEqual([]);
  });

  it('what was changed before, and not since, is left out', async () => {
    const repo = repository().put('b.js', 'before\n').put('untracked.js', 'before\n');
    rmSync(join(repo.folder, 'a.js'));
    await sleep(200);
    const since = new Date();
    await sleep(200);
    mkdirSync(join(repo.folder, 'dir'));
    repo.put('dir/new.js', 'after\n');
    // The folder of a.js has changed since (dir/ is new), so its removal cannot be told from one after.
    expect((await repo.since(since)).seen).toEqual(['added dir/new.js', 'deleted a.js']);
  });

  it('names with quotes, tabs, line breaks and Chinese', async () => {
    const repo = repository();
    for (const name of ['"q".js', 'tab\there.js', 'line\nbreak.js', '文件 名.js']) repo.put(name, '// TODO x\n');
    repo.commit();
    const changes = await changesSince(repo.folder, SINCE, gitEnv(repo.home));
    const lines: string[] = [];
    if (changes) await readDifference(changes, gitEnv(repo.home), (path) => lines.push(path));
    expect(lines.sort()).toEqual(['"q".js', 'line\nbreak.js', 'tab\there.js', '文件 名.js']);
    expect(changes?.files.map(({ path }) => path).sort()).toEqual(lines);
  });

  it('a submodule: its new commit is a change, its dirty files are not looked into', async () => {
    const inner = repository();
    const repo = repository();
    repo.git(['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub'], BEFORE);
    repo.commit(BEFORE);
    writeFileSync(join(repo.folder, 'sub/b.js'), 'dirty\n');
    expect((await repo.since()).seen).toEqual([]);
    execFileSync('git', ['commit', '-qam', 'x'], { cwd: join(repo.folder, 'sub'), env: gitEnv(repo.home) });
    expect((await repo.since()).seen).toEqual(['modified sub']);
  });
});

describe('what git was told not to look at', () => {
  it.each(['--assume-unchanged', '--skip-worktree'])('%s', async (mark) => {
    const repo = repository();
    repo.git(['update-index', mark, 'a.js', 'b.js']);
    repo.put('b.js', 'hidden\n').put('a.js', `${LINES}\n`);
    expect(await repo.since()).toMatchObject({ truncated: false, seen: ['modified b.js'] });
  });

  it('gone: deleted, but for a sparse checkout', async () => {
    const repo = repository();
    repo.git(['update-index', '--assume-unchanged', 'a.js']);
    repo.git(['update-index', '--skip-worktree', 'b.js']);
    rmSync(join(repo.folder, 'a.js'));
    rmSync(join(repo.folder, 'b.js'));
    expect(await repo.since()).toMatchObject({ seen: ['deleted a.js'] });
  });
});

describe('git that cannot tell', () => {
  it('with nothing wrong', async () => {
    expect(await repository().put('b.js', 'c\n').since()).toMatchObject({
      failed: false,
      truncated: false,
      late: false,
    });
  });

  it.each<[what: string, spoil: (repo: Repository) => void]>([
    ['a setting it does not know', (repo) => repo.git(['config', 'diff.algorithm', 'bogus'])],
    ['a work tree elsewhere', (repo) => repo.git(['config', 'core.worktree', repository().folder])],
    ['no work tree', (repo) => repo.git(['config', 'core.bare', 'true'])],
    ['a configuration that is none', (repo) => repo.put('.git/config', '[')],
    ['an index that is none', (repo) => repo.put('.git/index', 'x')],
    ['a HEAD that is none', (repo) => repo.put('.git/HEAD', 'x')],
  ])('%s', async (_, spoil) => {
    const repo = repository().put('b.js', 'c\n');
    spoil(repo);
    expect(await repo.since()).toMatchObject({ failed: true, truncated: true });
  });

  it('in time: says so', async () => {
    const repo = repository().put('b.js', 'c\n');
    const within = (ms: number) =>
      changesSince(repo.folder, SINCE, gitEnv(repo.home), { untilMs: performance.now() + ms });
    const unknown = { files: [], failed: true, truncated: true, late: true };
    expect(await within(0)).toMatchObject(unknown);
    expect(await within(60_000)).toMatchObject({ failed: false, truncated: false, late: false });
    const pipe = join(repo.folder, '.git/pipe');
    execFileSync('mkfifo', [pipe]);
    repo.git(['config', 'include.path', pipe]);
    expect(await within(500)).toMatchObject(unknown);
  });

  it('because we are interrupted', async () => {
    const repo = repository().put('b.js', 'c\n');
    const controller = new AbortController();
    controller.abort();
    const bounds = { signal: controller.signal };
    expect(await changesSince(repo.folder, SINCE, gitEnv(repo.home), bounds)).toMatchObject({ late: true });
    const changes = await changesSince(repo.folder, SINCE, gitEnv(repo.home));
    if (!changes) throw new Error('no changes');
    expect(await readDifference(changes, gitEnv(repo.home), () => {}, bounds)).toEqual({ truncated: true });
    expect(await readDifference(changes, gitEnv(repo.home), () => {})).toEqual({ truncated: false });
  });
});

describe('a repository that is merely opened runs nothing', () => {
  it.each([
    ['filter.evil.clean', '* filter=evil'],
    ['filter.evil.process', '* filter=evil'],
    ['diff.evil.textconv', '* diff=evil'],
    ['diff.evil.command', '* diff=evil'],
    ['diff.external', ''],
    ['core.fsmonitor', ''],
  ])('%s', async (setting, attributes) => {
    const repo = repository();
    const ran = join(repo.home, 'ran');
    repo.put('.gitattributes', `${attributes}\n`).commit(BEFORE);
    repo.git(['config', setting, `sh -c 'touch ${ran}; cat'`]);
    repo.put('b.js', 'changed\n').put('new.js', 'new\n');
    const changes = await changesSince(repo.folder, SINCE, gitEnv(repo.home));
    const lines: string[] = [];
    if (changes) await readDifference(changes, gitEnv(repo.home), (path) => lines.push(path));
    expect(existsSync(ran)).toBe(false);
    expect(changes).toMatchObject({ contentUnread: true });
    // Contents are not compared; that the file was touched can be seen from outside.
    expect(changes?.files).toContainEqual({ path: 'b.js', how: 'modified' });
    expect(changes?.files).toContainEqual({ path: 'new.js', how: 'added' });
    expect(lines).toEqual([]);
  });

  it('a hook for whoever refreshes the index', async () => {
    const repo = repository();
    const ran = join(repo.home, 'ran');
    write(join(repo.folder, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch ${ran}\n`, 0o755);
    await sleep(1100);
    // The same content with another time: comparing it makes git want to refresh what it knows.
    repo.put('a.js', `${LINES}\n`).put('b.js', 'changed\n');
    expect((await repo.since()).seen).toEqual(['modified b.js']);
    expect(existsSync(ran)).toBe(false);
  });
});

describe('the difference', () => {
  const difference = async (repo: Repository) => {
    const changes = await changesSince(repo.folder, SINCE, gitEnv(repo.home));
    const lines: string[] = [];
    const { truncated } = changes
      ? await readDifference(changes, gitEnv(repo.home), (path, line, sign) =>
          lines.push(`${path} ${sign > 0 ? '+' : '-'}${line}`),
        )
      : { truncated: true };
    return { lines, truncated };
  };

  it('lines that look like heads are lines', async () => {
    const repo = repository().put('sql.js', '-- a/b.js\n++ b/b.js\n').commit(BEFORE);
    repo.put('sql.js', '++ b/c.js\n@@ -1 +1 @@\n');
    expect((await difference(repo)).lines).toEqual([
      'sql.js --- a/b.js',
      'sql.js -++ b/b.js',
      'sql.js +++ b/c.js',
      'sql.js +@@ -1 +1 @@',
    ]);
  });

  it('lines between two parts are not asked for', async () => {
    const repo = repository();
    repo.git(['config', 'diff.interHunkContext', '50']);
    repo.put('a.js', `${LINES.replace('line 3\n', 'three\n').replace('line 9\n', '')}\n`).put('b.js', 'c\n');
    expect((await difference(repo)).lines).toEqual([
      'a.js -line 3',
      'a.js +three',
      'a.js -line 9',
      'b.js -b',
      'b.js +c',
    ]);
  });

  it('binary files, links and large files', async () => {
    const repo = repository()
      .put('bin', 'a\0b\nTODO\n')
      .put('large.js', `${'x'.repeat(99)}\n`.repeat(5000))
      .put('small.js', 'one\n');
    execFileSync('ln', ['-s', '/etc/passwd', join(repo.folder, 'link.js')]);
    const { lines, truncated } = await difference(repo);
    expect(truncated).toBe(true);
    expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(new Set(['large.js', 'small.js']));
    expect(lines.filter((line) => line.startsWith('large.js')).length).toBeLessThan(3000);
  });

  it('is truncated where an object is missing', async () => {
    const repo = repository().put('b.js', 'changed\n');
    const blob = repo.git(['rev-parse', 'HEAD:b.js']);
    rmSync(join(repo.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    expect(await difference(repo)).toEqual({ lines: [], truncated: true });
    expect(await repo.since()).toMatchObject({ truncated: true, seen: expect.arrayContaining(['modified b.js']) });
  });

  it('changed before supervision began: not in it either', async () => {
    const repo = repository().put('b.js', 'dirty before\n');
    await sleep(200);
    const since = new Date();
    const changes = await changesSince(repo.folder, since, gitEnv(repo.home));
    const lines: string[] = [];
    if (changes) await readDifference(changes, gitEnv(repo.home), (_, line) => lines.push(line));
    expect(lines).toEqual([]);
  });
});
