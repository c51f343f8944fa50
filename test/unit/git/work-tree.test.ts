import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  changedBetween,
  changedInBoth,
  fingerprintOf,
  readWorkTree,
  type WorkTree,
} from '../../../src/git/work-tree.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';
import { repository } from './repository.ts';

const bare = { PATH: process.env.PATH, HOME: '/nonexistent' };
const paths = (tree: WorkTree) => [...tree.files.keys()].sort();

/** A repository with two files committed. */
function committed() {
  const repo = repository();
  write(join(repo.folder, 'a.txt'), 'a\n');
  write(join(repo.folder, 'src/b.txt'), 'b\n');
  repo.git('add', '.');
  repo.git('commit', '-qm', 'first');
  const file = (name: string) => join(repo.folder, name);
  return { ...repo, file, tree: (before?: WorkTree) => readWorkTree(repo.folder, repo.env, before) };
}

describe('in a repository', () => {
  it('tracked and untracked files count, ignored ones do not', async () => {
    const { file, tree } = committed();
    write(file('.gitignore'), 'out/\n*.log\n');
    write(file('new.txt'), 'n');
    write(file('x.log'), 'l');
    write(file('out/o'), 'o');
    expect(paths(await tree())).toEqual(['.gitignore', 'a.txt', 'new.txt', 'src/b.txt']);
  });

  it('ids are mode and the name that git has for the content', async () => {
    const { file, git, tree } = committed();
    write(file('new.txt'), '新\n', 0o755);
    symlinkSync('nowhere', file('link'));
    const { files } = await tree();
    const name = (path: string) => git('hash-object', path).trim();
    expect(files.get('a.txt')).toBe(`100644:${name('a.txt')}`);
    expect(files.get('new.txt')).toBe(`100755:${name('new.txt')}`);
    git('add', 'link', 'new.txt');
    expect(git('ls-files', '-s', 'link')).toContain((files.get('link') as string).replace(':', ' '));
    expect((await tree()).files).toEqual(files);
  });

  it.each<[what: string, change: (at: ReturnType<typeof committed>) => unknown, changed: string[]]>([
    ['nothing', () => {}, []],
    ['a tracked file', ({ file }) => writeFileSync(file('a.txt'), 'other\n'), ['a.txt']],
    ['a tracked file, at the same length', ({ file }) => writeFileSync(file('a.txt'), 'x\n'), ['a.txt']],
    ['a touch', ({ file }) => utimesSync(file('a.txt'), 1, 1), []],
    ['the executable bit', ({ file }) => chmodSync(file('a.txt'), 0o755), ['a.txt']],
    ['another permission', ({ file }) => chmodSync(file('a.txt'), 0o640), []],
    ['a deleted file', ({ file }) => rmSync(file('src/b.txt')), ['src/b.txt']],
    ['a new file', ({ file }) => write(file('中文 名.txt'), 'n'), ['中文 名.txt']],
    ['a rename', ({ file }) => renameSync(file('a.txt'), file('z.txt')), ['a.txt', 'z.txt']],
    ['git add', ({ file, git }) => [write(file('a.txt'), 'z'), git('add', '.')], ['a.txt']],
    ['git add -N', ({ file, git }) => [write(file('n.txt'), 'z'), git('add', '-N', 'n.txt')], ['n.txt']],
    ['git rm --cached', ({ git }) => git('rm', '-q', '--cached', 'a.txt'), []],
    ['a commit of what was there', ({ git }) => git('commit', '-q', '--allow-empty', '-m', 'x'), []],
    ['a comment on what is ignored', ({ file }) => write(file('.git/info/exclude'), '\n# a.txt\n'), []],
    [
      'what git was asked not to look at',
      ({ file, git }) => {
        git('update-index', '--assume-unchanged', 'a.txt');
        git('update-index', '--skip-worktree', 'src/b.txt');
        writeFileSync(file('a.txt'), 'hidden\n');
        writeFileSync(file('src/b.txt'), 'hidden too\n');
      },
      ['a.txt', 'src/b.txt'],
    ],
    [
      'a folder in the place of a file',
      ({ file }) => {
        rmSync(file('a.txt'));
        write(file('a.txt/inner'), 'i');
      },
      ['a.txt', 'a.txt/inner'],
    ],
    [
      'a link in the place of a folder',
      ({ file }) => {
        renameSync(file('src'), file('../elsewhere'));
        symlinkSync('../elsewhere', file('src'));
      },
      ['src', 'src/b.txt'],
    ],
    [
      'a link instead of a file',
      ({ file }) => [rmSync(file('a.txt')), symlinkSync('src/b.txt', file('a.txt'))],
      ['a.txt'],
    ],
  ])('%s', async (_, change, changed) => {
    const at = committed();
    const before = await at.tree();
    change(at);
    const after = await at.tree(before);
    expect(changedBetween(before, after)).toEqual(changed);
    expect(after.fingerprint === before.fingerprint).toBe(changed.length === 0);
    expect((await at.tree()).fingerprint).toBe(after.fingerprint);
    expect(after.complete).toBe(true);
  });

  it.each<[where: string, ignore: (at: ReturnType<typeof committed>) => void]>([
    ['the repository’s own list', ({ file }) => write(file('.git/info/exclude'), 'src/x\n')],
    [
      'a list that is named',
      ({ file, git }) => {
        git('config', 'core.excludesFile', write(file('../list'), 'src/x\n'));
      },
    ],
  ])('ignoring more, by %s: every fingerprint is another', async (_, ignore) => {
    const at = committed();
    const part = (tree: WorkTree) => fingerprintOf(tree, (path) => path.startsWith('src/'));
    const before = await at.tree();
    ignore(at);
    const after = await at.tree();
    expect(changedBetween(before, after)).toEqual([]);
    expect([after.fingerprint === before.fingerprint, part(after) === part(before)]).toEqual([false, false]);
    write(at.file('src/x'), 'x');
    expect((await at.tree()).fingerprint).toBe(after.fingerprint);
  });

  it('settings with which git would not look closely do not count', async () => {
    const { file, git, tree } = committed();
    const keepTime = (path: string, change: () => void) => {
      const { atime, mtime } = statSync(path);
      change();
      utimesSync(path, atime, mtime);
    };
    utimesSync(file('a.txt'), 1000, 1000);
    git('status');
    git('config', 'core.trustctime', 'false');
    git('config', 'core.checkStat', 'minimal');
    git('config', 'core.ignorecase', 'true');
    const before = await tree();
    // Git compares the times of entries in whole seconds.
    const second = Math.floor(statSync(file('a.txt')).ctimeMs / 1000);
    await until('the next second', () => Math.floor((Date.now() - 50) / 1000) > second);
    keepTime(file('a.txt'), () => writeFileSync(file('a.txt'), 'z\n'));
    write(file('A.txt'), 'new');
    expect(changedBetween(before, await tree())).toEqual(['A.txt', 'a.txt']);
  });

  it('a conflict counts by what is on disk', async () => {
    const { file, git, tree } = committed();
    git('checkout', '-qb', 'other');
    write(file('a.txt'), 'theirs\n');
    git('commit', '-qam', 'theirs');
    git('checkout', '-q', '-');
    write(file('a.txt'), 'ours\n');
    git('commit', '-qam', 'ours');
    expect(() => git('merge', 'other')).toThrow();
    const before = await tree();
    expect(paths(before)).toEqual(['a.txt', 'src/b.txt']);
    write(file('a.txt'), 'settled\n');
    expect(changedBetween(before, await tree())).toEqual(['a.txt']);
  });

  it('below its root: only what is in the folder', async () => {
    const { file, env } = committed();
    write(file('src/new.txt'), 'n');
    const tree = await readWorkTree(file('src'), env);
    expect(tree.root).toBe(realpathSync(file('src')));
    expect(paths(tree)).toEqual(['b.txt', 'new.txt']);
    writeFileSync(file('src/b.txt'), 'changed');
    writeFileSync(file('a.txt'), 'changed');
    expect(changedBetween(tree, await readWorkTree(file('src'), env))).toEqual(['b.txt']);
  });

  it('a folder that the repository around it ignores is walked', async () => {
    const { file, env } = committed();
    write(file('.gitignore'), '*\n');
    write(file('inner/x.txt'), 'x');
    const before = await readWorkTree(file('inner'), env);
    expect(paths(before)).toEqual(['x.txt']);
    writeFileSync(file('inner/x.txt'), 'y');
    expect(changedBetween(before, await readWorkTree(file('inner'), env))).toEqual(['x.txt']);
  });

  it('nothing is written into .git', async () => {
    const { file, git, tree } = committed();
    utimesSync(file('a.txt'), 5, 5);
    write(file('new.txt'), 'n');
    const state = () => {
      const all = execFileSync('find', [file('.git')], { encoding: 'utf8' })
        .split('\n')
        .sort()
        .join('\n');
      return [all, readFileSync(file('.git/index'), 'latin1'), statSync(file('.git/index')).mtimeMs];
    };
    const before = state();
    await tree();
    expect(state()).toEqual(before);
    git('status');
    expect(state()).not.toEqual(before);
  });

  it('nothing that it names is run', async () => {
    const { file, git, env } = committed();
    const ran = file('../ran');
    const program = write(file('../program'), `#!/bin/sh\ntouch "${ran}"\ncat\n`, 0o755);
    write(file('.gitattributes'), '* filter=evil diff=evil\n');
    for (const key of ['filter.evil.clean', 'filter.evil.process', 'diff.evil.textconv', 'core.fsmonitor'])
      git('config', key, program);
    git('config', 'diff.external', program);
    // At the same length and in the same moment, git would have to read it through the filter.
    writeFileSync(file('a.txt'), 'z\n');
    const before = await readWorkTree(file('.'), env);
    expect(existsSync(ran)).toBe(false);
    expect(paths(before)).toEqual(['.gitattributes', 'a.txt', 'src/b.txt']);
    writeFileSync(file('src/b.txt'), 'y\n');
    expect(changedBetween(before, await readWorkTree(file('.'), env))).toEqual(['src/b.txt']);
    expect(existsSync(ran)).toBe(false);
  });

  it('with names of 256 bits', async () => {
    const { folder, env, git } = repository(undefined, '--object-format=sha256');
    write(join(folder, 'a'), 'a');
    git('add', '.');
    const before = await readWorkTree(folder, env);
    utimesSync(join(folder, 'a'), 1, 1);
    expect((await readWorkTree(folder, env)).files).toEqual(before.files);
    expect(before.files.get('a')).toMatch(/^100644:[0-9a-f]{64}$/);
  });
});

describe('repositories within', () => {
  it('a submodule counts with its files, and with what is ignored in it', async () => {
    const { file, folder, git, env, tree } = committed();
    const inner = repository(join(dirname(folder), 'inner'));
    write(join(inner.folder, '.gitignore'), '*.log\n');
    write(join(inner.folder, 'i.txt'), 'i');
    inner.git('add', '.');
    inner.git('commit', '-qm', 'inner');
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.folder, 'sub');
    write(file('sub/x.log'), 'ignored');
    const before = await tree();
    expect(paths(before)).toEqual(['.gitmodules', 'a.txt', 'src/b.txt', 'sub/.gitignore', 'sub/i.txt']);
    writeFileSync(file('sub/i.txt'), 'changed');
    write(file('sub/new.txt'), 'n');
    expect(changedBetween(before, await tree())).toEqual(['sub/i.txt', 'sub/new.txt']);
    git('submodule', '--quiet', 'deinit', '-f', 'sub');
    expect(paths(await readWorkTree(folder, env))).toEqual(['.gitmodules', 'a.txt', 'src/b.txt']);
    write(file('sub/put/there'), 'by hand');
    expect(paths(await readWorkTree(folder, env))).toEqual(['.gitmodules', 'a.txt', 'src/b.txt', 'sub/put/there']);
    expect((await tree()).complete).toBe(true);
    rmSync(file('sub'), { recursive: true });
    symlinkSync(inner.folder, file('sub'));
    expect(paths(await readWorkTree(folder, env))).toEqual(['.gitmodules', 'a.txt', 'src/b.txt', 'sub']);
  });

  it('one that nobody added counts too, even if it is invalid', async () => {
    const { file, tree } = committed();
    const inner = repository(file('cloned'));
    write(join(inner.folder, 'c.txt'), 'c');
    write(file('broken/.git'), 'gitdir: nowhere\n');
    write(file('broken/d.txt'), 'd');
    expect(paths(await tree())).toEqual(['a.txt', 'broken/d.txt', 'cloned/c.txt', 'src/b.txt']);
  });

  it('not without end', async () => {
    const folder = join(temporaryFolder(), 'project');
    let at = folder;
    for (let depth = 0; depth < 8; depth++, at = join(at, 'in')) write(join(repository(at).folder, 'f'), 'f');
    const tree = await readWorkTree(folder, bare);
    expect(tree.files.size).toBe(6);
    expect(tree.complete).toBe(false);
  });
});

describe('within bounds', () => {
  it('past its end nothing is looked at', async () => {
    const { folder, env } = committed();
    const stopped = new AbortController();
    stopped.abort();
    for (const bounds of [{ untilMs: performance.now() }, { signal: stopped.signal }])
      expect(await readWorkTree(folder, env, undefined, bounds)).toMatchObject({ files: new Map(), complete: false });
    const bounds = { untilMs: performance.now() + 60_000, signal: new AbortController().signal };
    expect((await readWorkTree(folder, env, undefined, bounds)).complete).toBe(true);
  });

  it('a git that hangs is not waited for beyond it', async () => {
    const { folder, env, file, git } = committed();
    execFileSync('mkfifo', [file('.git/pipe')]);
    git('config', 'include.path', file('.git/pipe'));
    const tree = await readWorkTree(folder, env, undefined, { untilMs: performance.now() + 1000 });
    expect(tree.complete).toBe(false);
  });

  it('repositories without number', async () => {
    const { file, tree } = committed();
    const { folder } = repository(file('r0'));
    write(join(folder, 'f'), 'f');
    for (let n = 1; n < 50; n++) cpSync(folder, file(`r${n}`), { recursive: true });
    expect(await tree()).toMatchObject({ complete: true });
    cpSync(folder, file('r50'), { recursive: true });
    const { files, complete } = await tree();
    expect([files.size, complete]).toEqual([52, false]);
  });
});

describe('without git', () => {
  it.each([
    ['no repository', bare],
    ['no git', { PATH: '/nonexistent' }],
  ])('%s: everything counts but .git and node_modules', async (_, env) => {
    const folder = temporaryFolder();
    for (const name of ['a', '.hidden', 'b/c/d', 'node_modules/x/y', 'b/node_modules/z', '.git/index'])
      write(join(folder, name), name);
    symlinkSync('..', join(folder, 'up'));
    const tree = await readWorkTree(folder, env);
    expect(paths(tree)).toEqual(['.hidden', 'a', 'b/c/d', 'up']);
    expect(tree.complete).toBe(true);
  });

  it('gives the same ids as git', async () => {
    const { file, tree, folder } = committed();
    chmodSync(file('a.txt'), 0o755);
    expect((await readWorkTree(folder, { PATH: '/nonexistent' })).fingerprint).toBe((await tree()).fingerprint);
  });
});

describe('what cannot be read', () => {
  it('a folder that is gone, or is none: an empty tree that is not complete', async () => {
    const folder = temporaryFolder();
    for (const none of [join(folder, 'gone'), write(join(folder, 'file'), 'f')])
      expect(await readWorkTree(none, bare)).toMatchObject({ root: none, files: new Map(), complete: false });
  });

  it('a pipe is never opened', async () => {
    const { file, tree } = committed();
    rmSync(file('a.txt'));
    execFileSync('mkfifo', [file('a.txt')]);
    expect((await tree()).files.get('a.txt')).toMatch(/^special/);
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(paths(await readWorkTree(folder, bare))).toEqual(['pipe']);
  });

  it('a big file counts by size and time', async () => {
    const { file, tree } = committed();
    write(file('big'), '');
    truncateSync(file('big'), 5 * 1024 * 1024);
    const before = await tree();
    expect(before.files.get('big')).toContain('5242880 bytes');
    utimesSync(file('big'), 7, 7);
    const touched = await tree();
    expect(changedBetween(before, touched)).toEqual(['big']);
    const { ctimeMs } = statSync(file('big'));
    // The file system's clock moves in steps.
    await until('another time', () => {
      writeFileSync(file('big'), 'x', { flag: 'r+' });
      utimesSync(file('big'), 7, 7);
      return statSync(file('big')).ctimeMs > ctimeMs;
    });
    expect(changedBetween(touched, await tree())).toEqual(['big']);
  });

  it.skipIf(process.getuid?.() === 0)('a file that may not be read counts by size and time', async () => {
    const { file, tree } = committed();
    chmodSync(write(file('secret'), 's'), 0);
    expect((await tree()).files.get('secret')).toContain('1 bytes');
  });

  it('more than is read: not complete', async () => {
    const folder = temporaryFolder();
    for (let n = 0; n < 70; n++) truncateSync(write(join(folder, `f${n}`), ''), 4 * 1024 * 1024);
    const tree = await readWorkTree(folder, bare);
    expect([tree.files.size, tree.complete]).toEqual([70, false]);
  });
});

it('a part of a tree has a fingerprint of its own', async () => {
  const { file, tree } = committed();
  const part = (tree: WorkTree) => fingerprintOf(tree, (path) => path.startsWith('src/'));
  const before = await tree();
  writeFileSync(file('a.txt'), 'other');
  const after = await tree();
  expect(part(after)).toBe(part(before));
  expect(fingerprintOf(after, () => true)).toBe(after.fingerprint);
  mkdirSync(file('src/empty'));
  writeFileSync(file('src/b.txt'), 'other');
  expect(part(await tree())).not.toBe(part(before));
});

it('of an incomplete tree, what is missing is not gone', () => {
  const tree = (files: Record<string, string>): WorkTree => ({
    root: '/p',
    files: new Map(Object.entries(files)),
    fingerprint: '',
    complete: false,
  });
  expect(changedInBoth(tree({ a: '1', b: '1', c: '1' }), tree({ a: '1', b: '2', d: '1' }))).toEqual(['b']);
});
