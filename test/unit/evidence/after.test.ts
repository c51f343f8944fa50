import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WorkedSession } from '../../support/worked-session.ts';
import { temporaryFolder } from '../folder.ts';

const FILES = { 'sum.js': 'export const sum = (a, b) => a + b;\n', 'lib/old.js': '1;\n', 'web/a.js': '2;\n' };
const PASSED = { output: 'Tests  2 passed (2)' };
const inGit = () => {
  const dir = temporaryFolder();
  return new WorkedSession(join(dir, 'home'), join(dir, 'project')).repository(FILES);
};
/** Goes into the background as `b1`. */
const behind = (worked: WorkedSession, command: string) =>
  worked.call(
    'Bash',
    { command, run_in_background: true },
    { content: 'Command running in background with ID: b1' },
    { toolUseResult: { stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'b1' } },
  );
const changedAfter = async (worked: WorkedSession) => (await worked.evidence()).runs.test?.changedAfter.items;

describe('code that was changed after a run', () => {
  it.each([
    ['rm lib/old.js'],
    ['rm -rf ./lib/'],
    ['rm lib/*.js'],
    ['cd lib && rm old.js'],
    ['git rm -q lib/old.js'],
    ['mv lib/old.js /tmp/'],
  ])('by %s', async (command) => {
    const worked = inGit().runs('npm test', PASSED);
    rmSync(join(worked.folder, 'lib/old.js'));
    expect(await changedAfter(worked.runs(command))).toEqual(['lib/old.js']);
  });

  it('not by what was removed before it, or only looked at after', async () => {
    const worked = inGit().removes('lib/old.js').runs('npm test', PASSED).runs('git log -- lib/old.js');
    expect(await changedAfter(worked.runs('rm -f /tmp/x sum.log'))).toEqual([]);
  });

  it('a file that was moved keeps its time', async () => {
    const worked = inGit().runs('npm test', PASSED);
    renameSync(join(worked.folder, 'sum.js'), join(worked.folder, 'add.js'));
    worked.git(['add', '-A']);
    expect(await changedAfter(worked.runs('mv sum.js add.js && git add -A'))).toEqual(['add.js', 'sum.js']);
  });

  it('put back by git as it was before all', async () => {
    const worked = inGit().edits('sum.js', 'a + b', 'a - b').runs('npm test', PASSED);
    worked.clock += 60_000;
    worked.put('sum.js', FILES['sum.js']).runs('git checkout sum.js');
    expect(await changedAfter(worked)).toEqual(['sum.js']);
  });

  it('not by a file that was made after it and is gone again, or changed and changed back', async () => {
    const worked = inGit().runs('npm test', PASSED).writes('scratch.js', '1;\n').removes('scratch.js');
    worked.edits('sum.js', 'a + b', 'a - b').edits('sum.js', 'a - b', 'a + b');
    worked.put('sum.js', FILES['sum.js'], worked.clock - 3_600_000);
    expect(await changedAfter(worked)).toEqual([]);
  });

  it('while it ran in the background', async () => {
    const worked = behind(inGit(), 'npm test');
    worked.edits('sum.js', 'a + b', 'a - b');
    const notice =
      '<task-notification>\n<tool-use-id>toolu_1_0</tool-use-id>\n<status>completed</status>\n<summary>x (exit code 0)</summary>';
    const seen = await worked.line({ type: 'queue-operation', content: notice }).says('Done.').evidence();
    expect(seen.runs.test).toMatchObject({ outcome: { kind: 'ok' }, runs: 1, changedAfter: { items: ['sum.js'] } });
  });
});

describe('where the shell was', () => {
  it('the same folder by another name makes up for it', async () => {
    const worked = inGit().runs('npm test', { exit: 1 });
    expect(await worked.runs(`cd ${worked.folder} && npx vitest run`, PASSED).findings()).toEqual([]);
    const nested = inGit().runs('(cd web && npm test)', { exit: 1 });
    nested.cwd = join(nested.folder, 'web');
    expect(await nested.runs('npx vitest run', PASSED).findings()).toEqual([]);
  });

  it('the same command in another folder does not', async () => {
    const worked = inGit().runs('npm test', { exit: 1 });
    worked.cwd = join(worked.folder, 'web');
    const seen = await worked.runs('npm test', PASSED).evidence();
    expect(seen.findings.map(({ text }) => text)).toEqual(['failed (exit 1) and not passed since: npm test']);
    expect(seen.runs.test?.command).toBe('(in web) npm test');
  });

  it('parentheses end what cd did', async () => {
    const worked = inGit().runs('(cd web && npm test) && (cd lib && npm test) && npm test', { exit: 1 });
    mkdirSync(join(worked.folder, 'web'), { recursive: true });
    worked.runs('cd web && npm test', PASSED).runs('(cd web; npm test); npm run lint').runs('npm test', PASSED);
    expect(await worked.findings()).toEqual([
      'failed (exit 1) and not passed since: (cd web && npm test) && (cd lib && npm test) && npm test',
    ]);
    // Each of its parts has passed since.
    expect(await worked.runs('cd lib && npm test', PASSED).findings()).toEqual([]);
    const all = '(cd lib && npx vitest run) && (cd web && npx vitest run) && npx vitest run';
    expect(await worked.runs(all, PASSED).findings()).toEqual([]);
  });
});

describe('tests in a script or a build that is called otherwise', () => {
  const outcome = async (command: string, ran: { exit?: number; output: string }) =>
    (await inGit().runs(command, ran).evidence()).runs.test?.outcome;

  it.each([
    ['npm run ci', '      Tests  2 passed (2)'],
    ['make all', '==== 5 passed, 1 warning in 0.1s ===='],
    ['mvn -q package', '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0'],
  ])('%s: %s', async (command, output) => {
    expect(await outcome(command, { output })).toEqual({ kind: 'ok' });
    expect(await inGit().edits('sum.js', 'a + b', 'a - b').runs(command, { output }).findings()).toEqual([]);
  });

  it('as they ended, whatever else was in it', async () => {
    expect(await outcome('npm run ci', { exit: 1, output: 'Tests  1 failed | 1 passed (2)' })).toMatchObject({
      exit: 1,
    });
    expect(await outcome('npm run ci', { exit: 1, ...PASSED })).toEqual({ kind: 'ok' });
    expect(await outcome('npm run ci | tail -3', { output: 'Tests  1 failed | 1 passed (2)' })).toMatchObject({
      kind: 'failed',
    });
  });

  it.each(['cat test.log', 'npx eslint .', 'npm install', 'git show'])('not %s', async (command) => {
    expect(await outcome(command, PASSED)).toBeUndefined();
  });
});

describe('several in one line', () => {
  const RED = { exit: 1, output: 'Tests  1 failed | 1 passed (2)' };

  it('a type check that passed is not said to have failed with the tests after it', async () => {
    const worked = inGit().runs('npx tsc && npm test', RED);
    expect((await worked.evidence()).runs.types?.outcome).toEqual({ kind: 'ok' });
    expect(await worked.runs('npm test', PASSED).findings()).toEqual([]);
  });

  it('tests that were not reached have not run; a push that failed is not forgotten', async () => {
    const types = await inGit()
      .runs('npx tsc && npm test', { exit: 2, output: 'a.ts(1,1): error TS2322: no' })
      .evidence();
    expect(types.runs).toMatchObject({ test: null, types: { outcome: { kind: 'failed', exit: 2 } } });
    const push = await inGit()
      .runs('npm test && git push', { exit: 1, ...PASSED })
      .evidence();
    expect(push.runs.test?.outcome).toEqual({ kind: 'ok' });
    expect(push.findings.map(({ text }) => text)).toEqual([
      'failed (exit 1) and not passed since: npm test && git push',
    ]);
  });
});
