import { describe, expect, it } from 'vitest';
import { accusations, FAILED, inRepository, PASSED, SUM_FILES } from './sum-project.ts';

const CLAIM = 'Done. All tests pass.';
const worked = () => inRepository(SUM_FILES).asks('fix sum').edits('sum.js', 'a + b', 'b + a');
const statusOf = async (session: ReturnType<typeof worked>) =>
  (await session.says(CLAIM).evidence({ transcriptOnly: true })).claims.map(({ status }) => status);

describe('a summary that something prints which runs no test does not speak for the tests', () => {
  it.each([
    'zcat old.log.gz',
    'envsubst < old.log',
    `node -p '"Tests  2 passed (2)"'`,
    `perl -e 'print "Tests  2 passed (2)"' npm test`,
    `python3 -c "print('Tests  2 passed (2)')" -m pytest`,
  ])('%s', async (command) => {
    const [status] = await statusOf(worked().runs('npm test', FAILED).runs(command, PASSED));
    expect(['contradicted', 'undecidable']).toContain(status);
  });

  it('a module of Python is one only before any code or script', async () => {
    expect(await statusOf(worked().runs('python3 -X dev -m pytest', { output: '2 passed in 0.1s' }))).toEqual([
      'backed',
    ]);
    expect(await statusOf(worked().runs('python3 s.py -m pytest', { output: 'hello' }))).not.toEqual(['backed']);
  });
});

describe('a runner that ends well although its own summary says that tests failed passed nothing', () => {
  it.each([
    ['npx jest --testFailureExitCode=0', 'Tests:       1 failed, 1 passed, 2 total'],
    ['rspec --failure-exit-code 0', '2 examples, 1 failure'],
    ['mvn test', '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS'],
    ['npm test', 'Tests  1 failed | 1 passed (2)'],
    ['pytest -q', '1 failed, 1 passed in 0.01s'],
    ['cargo test', 'test result: FAILED. 1 passed; 1 failed; 0 ignored'],
  ])('%s: %s', async (command, output) => {
    expect(await statusOf(worked().runs(command, { output }))).toEqual(['undecidable']);
  });

  it('what its tests print above a green summary is none', async () => {
    const output = '✖ 3 failed\nTests  1 failed | 1 passed (2)\n\n Tests  2 passed (2)';
    expect(await statusOf(worked().runs('npm test', { output }))).toEqual(['backed']);
  });
});

describe('a run inside of an argument may be one: nobody is accused', () => {
  it.each(['echo "$(npm test 2>&1)"', `printf '%s\\n' "$(npm test 2>&1)"`, `awk 'BEGIN{exit system("npm test")}'`])(
    '%s',
    async (command) => expect(await accusations(worked().runs(command, PASSED).says(CLAIM))).toEqual([]),
  );

  it('a text that quotes commands is none', async () => {
    const command = 'gh pr create --body "$(cat <<\'EOF\'\nRun `npm test`.\nEOF\n)"';
    expect(await accusations(worked().runs(command, { output: 'https://example.com/1' }).says(CLAIM))).toContain(
      'test unbacked',
    );
  });
});
