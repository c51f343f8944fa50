import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Check, isBlocking } from '../../../src/checks/check.ts';
import { fileCache, noCache, type ResultCache } from '../../../src/checks/result-cache.ts';
import { type FolderChecks, runFolderChecks, type Task } from '../../../src/checks/run-checks.ts';
import { checkOutcomeText } from '../../../src/evidence/render/outcome-text.ts';
import { readWorkTree } from '../../../src/git/work-tree.ts';
import type { CheckRun } from '../../../src/hook/rules/check-runs.ts';
import { momentBetween } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';

/** A project, and what was run in it. Each check adds its name to a file that is not of the work. */
function project() {
  const folder = temporaryFolder();
  const ran = join(temporaryFolder(), 'ran');
  writeFileSync(ran, '');
  write(join(folder, 'src/a'), 'one');
  const env = { PATH: process.env.PATH, HOME: folder };
  const check = (name: string, then = 'true', more: Partial<Check> = {}): Check => ({
    name,
    run: `echo ${name} >> '${ran}'; ${then}`,
    ...more,
  });
  const paths = { checkResults: (key: string) => join(ran, '..', `checks-${key}.json`) };
  const results: ResultCache = fileCache(paths, folder, (text) => text);
  /** What the session's state would have kept. */
  const runs: CheckRun[] = [];
  const run = async (checks: Check[], more: Partial<FolderChecks> = {}) => {
    writeFileSync(ran, '');
    const tree = await readWorkTree(folder, env);
    const abortSignal = new AbortController().signal;
    const shared = { since: undefined, timeMs: 60_000, abortSignal, results, runs, quietSince: 0 };
    const came = await runFolderChecks({ checks, folder, env, tree, ...shared, ...more });
    for (const { ran: one, reused } of came) if (one && !reused) runs.push(one);
    const outcomes = came.map(({ name, outcome, reused }) => `${name} ${outcome.kind}${reused ? ' again' : ''}`);
    return { came, outcomes, ran: readFileSync(ran, 'utf8').split('\n').slice(0, -1) };
  };
  return { folder, check, run, runs };
}

describe('checks', () => {
  it('run in their order, up to the first that failed', async () => {
    const { check, run } = project();
    const { outcomes, ran, came } = await run([check('a'), check('b', 'exit 2'), check('c'), check('d')]);
    expect(outcomes).toEqual(['a passed', 'b failed', 'c not-run', 'd not-run']);
    expect(came[2]?.outcome).toEqual({ kind: 'not-run', why: 'earlier-failed' });
    expect(ran).toEqual(['a', 'b']);
  });

  it('that time out or cannot start hold up nobody', async () => {
    const { check, run } = project();
    const slow = check('slow', 'sleep 300', { timeout_seconds: 1 });
    const { outcomes } = await run([slow, { name: 'none', run: 'nothing-of-this-name' }, check('last')]);
    expect(outcomes).toEqual(['slow timed-out', 'none not-started', 'last passed']);
  });

  it('share one time', async () => {
    const { check, run } = project();
    const { came } = await run([check('slow', 'sleep 300', { timeout_seconds: 300 }), check('late')], { timeMs: 1500 });
    expect(came.map(({ outcome }) => outcome)).toEqual([
      { kind: 'timed-out', seconds: expect.any(Number) },
      { kind: 'not-run', why: 'no-time' },
    ]);
  });

  it('interrupted: the rest is not run', async () => {
    const { check, run } = project();
    const controller = new AbortController();
    const { came, ran } = await run([check('a', 'sleep 300'), check('b')], {
      abortSignal: controller.signal,
      onStart: () => setTimeout(() => controller.abort(), 300),
    });
    expect(came.map(({ outcome }) => checkOutcomeText(outcome))).toEqual([
      'no result: interrupted',
      'no result: interrupted',
    ]);
    expect(came.map(({ outcome }) => outcome)).toEqual([{ kind: 'interrupted' }, { kind: 'interrupted' }]);
    expect(ran).not.toContain('b');
  });

  it('people hear of each that is run, and of what came of all', async () => {
    const { check, run } = project();
    const heard: string[] = [];
    await run([check('a'), check('b', 'exit 1'), check('c')], {
      onStart: ({ name }) => heard.push(`${name} starts`),
      onEnd: ({ name, outcome }) => heard.push(`${name} ${outcome.kind}`),
    });
    expect(heard).toEqual(['a starts', 'a passed', 'b starts', 'b failed', 'c not-run']);
  });

  it('none: none', async () => expect((await project().run([])).came).toEqual([]));
});

describe('what is known is not run again', () => {
  it('while the content is the same, passed or failed', async () => {
    const { folder, check, run } = project();
    const checks = [check('a', 'echo fine'), check('b', 'echo bad; exit 3')];
    const first = await run(checks);
    expect(first.outcomes).toEqual(['a passed', 'b failed']);
    const second = await run(checks);
    expect(second.outcomes).toEqual(['a passed again', 'b failed again']);
    expect(second.ran).toEqual([]);
    expect(second.came.map(({ reused, ...rest }) => rest)).toEqual(first.came.map(({ reused, ...rest }) => rest));
    writeFileSync(join(folder, 'src/a'), 'two');
    expect((await run(checks)).ran).toEqual(['a', 'b']);
    writeFileSync(join(folder, 'src/a'), 'one');
    expect((await run(checks)).outcomes).toEqual(['a passed again', 'b failed again']);
  });

  it('but what timed out or did not start is', async () => {
    const { folder, check, run } = project();
    const checks = [check('slow', 'sleep 300', { timeout_seconds: 1 }), { name: 'none', run: './later' }];
    await run(checks);
    expect((await run(checks)).outcomes).toEqual(['slow timed-out', 'none not-started']);
    expect(folder).toBeTruthy();
  });

  it('nor what covers nothing that changed', async () => {
    const { folder, check, run } = project();
    write(join(folder, 'docs/a'), 'one');
    const docs = check('docs', 'test ! -f docs/bad', { paths: ['docs'] });
    const since = await momentBetween();
    appendFileSync(join(folder, 'src/a'), 'more');
    expect((await run([docs], { since })).outcomes).toEqual(['docs skipped']);
    expect((await run([docs])).outcomes).toEqual(['docs passed']);
    write(join(folder, 'docs/bad'), 'x');
    expect((await run([docs], { since })).outcomes).toEqual(['docs failed']);
    appendFileSync(join(folder, 'src/a'), 'more');
    expect((await run([docs], { since: await momentBetween() })).outcomes).toEqual(['docs failed again']);
  });

  it('a result belongs to the content before the check changed it', async () => {
    const { check, run, folder } = project();
    const writes = check('writes', 'echo x >> src/a');
    await run([writes]);
    expect((await run([writes])).ran).toEqual(['writes']);
    writeFileSync(join(folder, 'src/a'), 'one');
    expect((await run([writes])).outcomes).toEqual(['writes passed again']);
  });

  it('unless nothing may be remembered', async () => {
    const { check, run } = project();
    await run([check('a')], { results: noCache });
    expect((await run([check('a')], { results: noCache })).ran).toEqual(['a']);
    expect((await run([check('a')])).ran).toEqual(['a']);
  });
});

describe('paths of files that git does not list', () => {
  /** A folder inside a repository, with ignored files, a link to a folder elsewhere and one to a folder above. */
  function repository() {
    const found = project();
    const root = temporaryFolder();
    const folder = join(root, 'app');
    for (const [file, text] of [
      ['shared/a.js', ''],
      ['app/src/a.js', ''],
      ['app/val.js', ''],
      ['app/conf/local.js', ''],
      ['app/node_modules/x/x.js', ''],
      ['app/.gitignore', 'val.js\nconf\nnode_modules\n'],
    ] as const)
      write(join(root, file), text);
    symlinkSync('../../shared', join(folder, 'src/shared'));
    symlinkSync('..', join(folder, 'src/up'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    execFileSync('git', ['add', '-A'], { cwd: root });
    const outcome = async (paths: string[], since: Date) => {
      const tree = await readWorkTree(folder, { PATH: process.env.PATH, HOME: folder });
      const { outcomes } = await found.run([found.check('c', 'true', { paths })], { folder, tree, since });
      return outcomes[0];
    };
    return { root, folder, outcome };
  }

  it.each<[what: string, paths: string[], act: (root: string) => void, outcome: string]>([
    ['ignored, not changed', ['val.js'], () => {}, 'c skipped'],
    ['ignored', ['val.js'], (root) => appendFileSync(join(root, 'app/val.js'), 'x'), 'c passed'],
    [
      'ignored, beside one that is listed',
      ['*.js', 'src'],
      (root) => appendFileSync(join(root, 'app/val.js'), 'x'),
      'c passed',
    ],
    ['ignored and gone', ['val.js', 'src/a.js'], (root) => rmSync(join(root, 'app/val.js')), 'c passed'],
    [
      'in an ignored folder',
      ['**/local.js'],
      (root) => appendFileSync(join(root, 'app/conf/local.js'), 'x'),
      'c passed',
    ],
    [
      'gone from an ignored folder',
      ['conf/**', 'src/a.js'],
      (root) => rmSync(join(root, 'app/conf/local.js')),
      'c passed',
    ],
    [
      'in an ignored folder, excluded',
      ['**/*.js', '!conf'],
      (root) => appendFileSync(join(root, 'app/conf/local.js'), 'x'),
      'c skipped',
    ],
    [
      'a package, named',
      ['node_modules/x'],
      (root) => appendFileSync(join(root, 'app/node_modules/x/x.js'), 'x'),
      'c passed',
    ],
    [
      'a package, not named',
      ['**/*.js'],
      (root) => appendFileSync(join(root, 'app/node_modules/x/x.js'), 'x'),
      'c skipped',
    ],
    ['outside the folder, nobody can say', ['../shared/**'], () => {}, 'c passed'],
    ['outside the folder, in braces', ['{lib,../shared}/**'], () => {}, 'c passed'],
    ['through a link', ['src/**'], (root) => appendFileSync(join(root, 'shared/a.js'), 'x'), 'c passed'],
    ['named through a link', ['src/shared/a.js'], (root) => appendFileSync(join(root, 'shared/a.js'), 'x'), 'c passed'],
    ['gone through a link', ['src/shared/*.js'], (root) => rmSync(join(root, 'shared/a.js')), 'c passed'],
    ['beside what is linked', ['src/**'], (root) => mkdirSync(join(root, 'other')), 'c skipped'],
  ])('%s', async (_, paths, act, expected) => {
    const { root, outcome } = repository();
    const since = await momentBetween();
    act(root);
    expect(await outcome(paths, since)).toBe(expected);
  });
});

describe('the task that the work belongs to', () => {
  const task = (began: Task['began'], more: Partial<Task> = {}): Task => ({
    ...{ began, isPlanMode: false, wroteNothing: true },
    ...more,
  });
  const treeOf = async (folder: string) => {
    const { root, fingerprint } = await readWorkTree(folder, { PATH: process.env.PATH, HOME: folder });
    return { root, fingerprint };
  };

  it('in which nothing was written: no check runs, except one that always does', async () => {
    const { folder, check, run } = project();
    const checks = [check('a', 'false'), check('b', 'false', { always: true })];
    const known = { at: new Date(), tree: await treeOf(folder) };
    expect((await run(checks, { task: task(known), results: noCache })).outcomes).toEqual(['a skipped', 'b failed']);
    // By the times of files, where the files that it began with are not known.
    const at = await momentBetween();
    expect((await run(checks, { task: task({ at, tree: undefined }) })).outcomes).toEqual(['a skipped', 'b failed']);
  });

  it.each<[what: string, task: (folder: string) => Promise<Task> | Task]>([
    [
      'an edit tool was used',
      async (folder) => task({ at: new Date(), tree: await treeOf(folder) }, { wroteNothing: false }),
    ],
    ['it is not known when it began', () => task(undefined)],
    ['it began with other files', (folder) => task({ at: new Date(), tree: { root: folder, fingerprint: 'other' } })],
    ['a file was written since', () => task({ at: new Date(Date.now() - 60_000), tree: undefined })],
    [
      'the files of another folder are known',
      () => task({ at: new Date(Date.now() - 60_000), tree: { root: '/elsewhere', fingerprint: 'x' } }),
    ],
  ])('%s: they run', async (_, of) => {
    const { folder, check, run } = project();
    expect((await run([check('a')], { task: await of(folder) })).outcomes).toEqual(['a passed']);
  });

  it.each<[what: string, act: (folder: string) => void, outcome: string, blocks: boolean]>([
    ['a cache of a test run', (folder) => write(join(folder, 'src/__pycache__/a.pyc'), 'x') as never, 'skipped', false],
    ['a log', (folder) => writeFileSync(join(folder, 'test.log'), 'x'), 'skipped', false],
    [
      'a cache beside a file',
      (folder) => [write(join(folder, 'x.pyc'), ''), write(join(folder, 'b'), '')],
      'failed',
      true,
    ],
    ['a file that is gone', (folder) => rmSync(join(folder, 'src/a')), 'failed', true],
  ])('in which nothing that ran writes, and yet there is %s', async (_, act, outcome, blocks) => {
    const { folder, check, run } = project();
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['add', '-A'], { cwd: folder });
    const commit = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'x'];
    execFileSync('git', commit, { cwd: folder, env: { ...process.env, GIT_COMMITTER_DATE: '2001-01-01T00:00:00Z' } });
    const known = await treeOf(folder);
    const at = await momentBetween();
    const askedAt = await momentBetween();
    act(folder);
    for (const tree of [known, undefined]) {
      const { came } = await run([check('a', 'false')], { task: task({ at, tree }, { askedAt }), results: noCache });
      expect(came.map((result) => [result.outcome.kind, isBlocking(result)])).toEqual([[outcome, blocks]]);
    }
  });

  it.each<[what: string, more: Partial<Task>, always: boolean, blocks: boolean]>([
    ['the worker wrote nothing: it does not block by itself', {}, false, false],
    ['the worker may have written: it blocks', { wroteNothing: false }, false, true],
    ['it always counts: it blocks', {}, true, true],
    ['nobody knows when it was asked for: it blocks', { askedAt: undefined }, false, true],
  ])('began after the user changed files on which a check fails, %s', async (_, more, always, blocks) => {
    const { folder, check, run } = project();
    const began = { at: await momentBetween(), tree: await treeOf(folder) };
    appendFileSync(join(folder, 'src/a'), 'more');
    const askedAt = await momentBetween();
    const { came } = await run([check('a', 'false', { always })], { task: task(began, { askedAt, ...more }) });
    expect(came.map((result) => [result.outcome.kind, isBlocking(result)])).toEqual([['failed', blocks]]);
    write(join(folder, 'later'), '');
    const later = await run([check('a', 'false')], { task: task(began, { askedAt }), results: noCache });
    expect(later.came.some(isBlocking)).toBe(true);
  });

  it('in plan mode no check runs, except one that always does', async () => {
    const { check, run } = project();
    const checks = [check('a', 'false'), check('b', 'true', { always: true })];
    const { came } = await run(checks, { task: task(undefined, { isPlanMode: true, wroteNothing: false }) });
    expect(came.map(({ outcome }) => outcome)).toEqual([{ kind: 'skipped', why: 'plan-mode' }, { kind: 'passed' }]);
  });

  it('began with files on which a check had failed: it is told, the others run, and it blocks only if it always counts', async () => {
    const { folder, check, run } = project();
    const checks = [check('a', 'false'), check('b')];
    await run([checks[0] as Check]);
    const began = { at: new Date(), tree: await treeOf(folder) };
    appendFileSync(join(folder, 'src/a'), 'more');
    const { came, outcomes } = await run(checks, { task: task(began) });
    expect(outcomes).toEqual(['a failed', 'b passed']);
    expect(came.map(({ failedBefore }) => failedBefore)).toEqual([true, undefined]);
    expect(came.some(isBlocking)).toBe(false);
    const always = await run([{ ...(checks[0] as Check), always: true }], { task: task(began) });
    expect(always.came.some(isBlocking)).toBe(true);
  });

  it.each<[what: string, (began: NonNullable<Task['began']>) => Task['began']]>([
    ['a run on these files from within the task', (began) => ({ ...began, at: new Date(0) })],
    ['a run on other files', (began) => ({ ...began, tree: { root: began.tree?.root ?? '', fingerprint: 'other' } })],
    ['a run where the files at the beginning are not known', (began) => ({ ...began, tree: undefined })],
  ])('%s does not excuse it', async (_, of) => {
    const { folder, check, run } = project();
    await run([check('a', 'false')]);
    const began = of({ at: new Date(), tree: await treeOf(folder) });
    appendFileSync(join(folder, 'src/a'), 'more');
    expect((await run([check('a', 'false')], { task: task(began) })).came.some(isBlocking)).toBe(true);
  });

  it('a check with another command is another check', async () => {
    const { folder, check, run } = project();
    await run([check('a', 'false')]);
    const began = { at: new Date(), tree: await treeOf(folder) };
    appendFileSync(join(folder, 'src/a'), 'more');
    expect((await run([check('a', 'exit 1')], { task: task(began) })).came.some(isBlocking)).toBe(true);
  });
});
