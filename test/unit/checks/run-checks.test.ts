import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../../src/checks/check.ts';
import { fileCache, noCache, type ResultCache } from '../../../src/checks/result-cache.ts';
import { type FolderChecks, runFolderChecks } from '../../../src/checks/run-checks.ts';
import { checkOutcomeText } from '../../../src/evidence/render/outcome-text.ts';
import { readWorkTree } from '../../../src/git/work-tree.ts';
import { sleep } from '../../support/wait.ts';
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
  const run = async (checks: Check[], more: Partial<FolderChecks> = {}) => {
    writeFileSync(ran, '');
    const tree = await readWorkTree(folder, env);
    const abortSignal = new AbortController().signal;
    const request = { checks, folder, env, tree, since: undefined, timeMs: 60_000, abortSignal, results, ...more };
    const came = await runFolderChecks(request);
    const outcomes = came.map(({ name, outcome, reused }) => `${name} ${outcome.kind}${reused ? ' again' : ''}`);
    return { came, outcomes, ran: readFileSync(ran, 'utf8').split('\n').slice(0, -1) };
  };
  return { folder, check, run };
}

/** The clock of files goes in steps. */
async function aMomentLater(): Promise<Date> {
  await sleep(60);
  return new Date();
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
    const since = await aMomentLater();
    appendFileSync(join(folder, 'src/a'), 'more');
    expect((await run([docs], { since })).outcomes).toEqual(['docs skipped']);
    expect((await run([docs])).outcomes).toEqual(['docs passed']);
    write(join(folder, 'docs/bad'), 'x');
    expect((await run([docs], { since })).outcomes).toEqual(['docs failed']);
    appendFileSync(join(folder, 'src/a'), 'more');
    expect((await run([docs], { since: await aMomentLater() })).outcomes).toEqual(['docs failed again']);
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
