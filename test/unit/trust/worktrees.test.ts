import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnoseRepository } from '../../../src/doctor/config-file.ts';
import { repositoryNotice } from '../../../src/hook/judgement-notices.ts';
import { removeTrust, trust, trustedFolders } from '../../../src/trust/change-trust.ts';
import { compareWithTrusted } from '../../../src/trust/compare-with-trusted.ts';
import { repositoryFilesIn } from '../../../src/trust/repository-files.ts';
import { trustStatusOf } from '../../../src/trust/trust-status.ts';
import { otherWorkTree, placeOf } from '../../../src/trust/worktrees.ts';
import { gitEnv } from '../../support/git-env.ts';
import { write } from '../folder.ts';
import { CHECKS, type World, world } from './repository.ts';

const CONFIG = join('.claude', 'ccc.json');

/** A repository with its configuration committed, trusted, and a work tree of it elsewhere. */
function repository(w: World, { commits = true } = {}) {
  const main = w.at('main');
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, env: gitEnv(w.home, Date.now()), stdio: 'pipe' });
  mkdirSync(main, { recursive: true });
  git(main, 'init', '-q');
  write(join(main, 'a'), 'a');
  if (commits) write(join(main, CONFIG), CHECKS);
  git(main, 'add', '-A');
  git(main, 'commit', '-qm', 'first');
  if (!commits) write(join(main, CONFIG), CHECKS);
  trustIn(w, main);
  const add = (folder: string) => {
    git(main, 'worktree', 'add', '-q', '--detach', folder);
    return folder;
  };
  return { main, git, add };
}

function trustIn(w: World, folder: string): void {
  const files = repositoryFilesIn(folder, w.env);
  if (files === undefined) throw new Error('nothing there');
  trust(files, w.paths, w.env);
}

const statusOf = (w: World, folder: string) => trustStatusOf(folder, w.paths, w.env, { recordNotice: false });
const shown = (w: World, folder: string) => compareWithTrusted(folder, w.paths, w.env);

describe('another work tree of a trusted repository', () => {
  it.each([
    ['beside it', ['wt']],
    ['where Claude Code makes them', ['main', '.claude', 'worktrees', 'wt']],
  ])('%s: the same bytes are trusted, and run there', async (_, path) => {
    const w = world();
    const { main, add } = repository(w);
    const tree = add(w.at(...path));
    mkdirSync(join(tree, 'src'));
    for (const folder of [tree, join(tree, 'src')])
      expect(await statusOf(w, folder)).toMatchObject({ kind: 'trusted', root: tree });
    expect(await shown(w, tree)).toMatchObject({ status: 'trusted', files: { root: tree }, since: { root: main } });
  });

  it('and the other way round: what was trusted in a work tree counts in the repository, also after that is gone', async () => {
    const w = world();
    const { main, git, add } = repository(w);
    const tree = add(w.at('wt'));
    removeTrust(main, w.paths, w.env);
    trustIn(w, tree);
    expect(await statusOf(w, main)).toMatchObject({ kind: 'trusted', root: main });
    git(main, 'worktree', 'remove', '--force', tree);
    expect(await statusOf(w, main)).toMatchObject({ kind: 'trusted', root: main });
  });

  it('what was trusted by an earlier version, which knew no repositories, counts too', async () => {
    const w = world();
    const { add } = repository(w);
    const store = JSON.parse(readFileSync(w.paths.trusted, 'utf8'));
    for (const record of Object.values<{ repository?: object }>(store.trusted)) delete record.repository;
    writeFileSync(w.paths.trusted, JSON.stringify(store));
    expect(await statusOf(w, add(w.at('wt')))).toMatchObject({ kind: 'trusted' });
  });

  it('other bytes are not: the advice names this work tree, and shows what differs', async () => {
    const w = world();
    const { main, add } = repository(w);
    const tree = add(join(main, '.claude', 'worktrees', 'wt'));
    write(join(tree, CONFIG), CHECKS.replace('npm test', 'npm run evil'));
    const status = await statusOf(w, tree);
    expect(status).toMatchObject({ kind: 'changed', root: tree, files: [CONFIG] });
    expect(status).not.toHaveProperty('missingFrom');
    expect(await shown(w, tree)).toMatchObject({
      ...{ status: 'changed', files: { root: tree } },
      since: { root: main, changes: [{ file: CONFIG, kind: 'changed' }] },
    });
    trustIn(w, tree);
    expect(await statusOf(w, tree)).toMatchObject({ kind: 'trusted', root: tree });
    expect(await statusOf(w, main)).toMatchObject({ kind: 'trusted', root: main });
  });

  it('without the files, which were never committed: told, not silent', async () => {
    const w = world();
    const { main, add } = repository(w, { commits: false });
    const tree = add(join(main, '.claude', 'worktrees', 'wt'));
    const status = await statusOf(w, tree);
    expect(status).toMatchObject({ kind: 'changed', root: tree, files: [CONFIG], missingFrom: main });
    expect(await shown(w, tree)).toMatchObject({
      ...{ onlyMissing: true, since: { root: main, changes: [{ file: CONFIG, kind: 'gone' }] } },
    });
    // It has not changed, and taking back the trust of the other one would help nobody.
    const notice = repositoryNotice(status, 'en');
    expect(notice).toBe(
      `Not in this work tree, so not used here: ${CONFIG}, which you trusted in ${main}. Commit it there and update this work tree, or copy it here.`,
    );
    expect((await diagnoseRepository(tree, w.paths, w.env))[0]).toMatchObject({
      ...{ what: expect.stringContaining('not in this work tree'), fix: expect.stringMatching(/^Commit it there/) },
    });
    write(join(tree, CONFIG), CHECKS);
    expect(await statusOf(w, tree)).toMatchObject({ kind: 'trusted', root: tree });
    // Removed in the folder that was trusted itself, it is gone.
    rmSync(join(tree, CONFIG));
    rmSync(join(main, CONFIG));
    expect(await statusOf(w, main)).not.toHaveProperty('missingFrom');
  });

  it('the same folder in it, not another one', async () => {
    const w = world();
    const { main, git, add } = repository(w);
    write(join(main, 'part', CONFIG), CHECKS.replace('npm test', 'make'));
    git(main, 'add', '-A');
    git(main, 'commit', '-qm', 'part');
    removeTrust(main, w.paths, w.env);
    trustIn(w, join(main, 'part'));
    const tree = add(w.at('wt'));
    expect(await statusOf(w, join(tree, 'part'))).toMatchObject({ kind: 'trusted', root: join(tree, 'part') });
    expect(await statusOf(w, tree)).toMatchObject({ kind: 'untrusted', root: tree });
  });

  it('taking trust back in one takes it back in all', async () => {
    const w = world();
    const { main, add } = repository(w);
    const tree = add(w.at('wt'));
    trustIn(w, tree);
    expect(removeTrust(tree, w.paths, w.env)).toMatchObject({ removed: true, roots: [tree, main] });
    expect(await statusOf(w, main)).toMatchObject({ kind: 'untrusted' });
    expect(trustedFolders(w.paths, w.env)).toEqual([]);
  });

  it('with relative paths, as git can be told to write them', async () => {
    const w = world();
    const { add } = repository(w);
    const tree = add(w.at('wt'));
    const [name] = readdirSync(w.at('main', '.git', 'worktrees'));
    write(join(tree, '.git'), `gitdir: ../main/.git/worktrees/${name}\n`);
    write(w.at('main', '.git', 'worktrees', name as string, 'gitdir'), '../../../../wt/.git\n');
    expect(await statusOf(w, tree)).toMatchObject({ kind: 'trusted', root: tree });
  });
});

it('which other work tree of its repository a session is in', () => {
  const w = world();
  const { main, git, add } = repository(w);
  const tree = add(join(main, '.claude', 'worktrees', 'wt'));
  mkdirSync(join(tree, 'src'));
  git(main, 'clone', '-q', '.', w.at('clone'));
  expect([join(tree, 'src'), main, w.at('clone'), w.home, undefined].map((path) => otherWorkTree(main, path))).toEqual([
    ...[tree, undefined, undefined, undefined, undefined],
  ]);
});

describe('a folder that only says that it is one', () => {
  /** As an unpacked archive could bring it: with the trusted bytes, and anything in its own `.git`. */
  function hostile(w: World): string {
    const folder = w.at('hostile');
    write(join(folder, CONFIG), CHECKS);
    return folder;
  }

  it.each<[what: string, make: (main: string, folder: string, tree: string) => void]>([
    ['names the git folder of the repository', (main, folder) => write(join(folder, '.git'), `gitdir: ${main}/.git\n`)],
    ['names the git folder of a real work tree', (_, folder, tree) => cpSync(join(tree, '.git'), join(folder, '.git'))],
    ['is linked to the git folder', (main, folder) => symlinkSync(join(main, '.git'), join(folder, '.git'))],
    ['is linked to a real work tree’s', (_, folder, tree) => symlinkSync(join(tree, '.git'), join(folder, '.git'))],
    [
      'brings a git folder that names the repository as shared',
      (main, folder) => {
        write(join(folder, '.git'), 'gitdir: fake\n');
        write(join(folder, 'fake', 'commondir'), `${main}/.git\n`);
        write(join(folder, 'fake', 'gitdir'), `${folder}/.git\n`);
        write(join(folder, 'fake', 'HEAD'), 'ref: refs/heads/main\n');
      },
    ],
    [
      'brings a git folder inside a link to the repository’s',
      (main, folder) => {
        write(join(folder, '.git'), 'gitdir: x/worktrees/wt\n');
        mkdirSync(join(folder, 'x', 'worktrees', 'wt'), { recursive: true });
        write(join(folder, 'x', 'worktrees', 'wt', 'commondir'), `${main}/.git\n`);
        write(join(folder, 'x', 'worktrees', 'wt', 'gitdir'), `${folder}/.git\n`);
      },
    ],
  ])('%s: not trusted', async (_, make) => {
    const w = world();
    const { main, add } = repository(w);
    const tree = add(w.at('wt'));
    const folder = hostile(w);
    make(main, folder, tree);
    expect(placeOf(folder)).toBeUndefined();
    expect(await statusOf(w, folder)).toMatchObject({ kind: 'untrusted', root: folder });
  });

  it('a clone of the repository is another repository', async () => {
    const w = world();
    const { main, git } = repository(w);
    git(main, 'clone', '-q', '.', w.at('clone'));
    expect(await statusOf(w, w.at('clone'))).toMatchObject({ kind: 'untrusted' });
  });

  it('a repository made later inside a trusted one is named, and so is what to do', async () => {
    const w = world();
    const { main, git } = repository(w);
    const nested = join(main, 'vendor');
    mkdirSync(nested);
    git(nested, 'init', '-q');
    expect(await statusOf(w, nested)).toMatchObject({ kind: 'changed', root: main, nested });
    rmSync(join(nested, '.git'), { recursive: true });
    expect(await statusOf(w, nested)).toMatchObject({ kind: 'trusted', root: main });
  });
});
