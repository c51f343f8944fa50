import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/checks/check.ts';
import { failureFeedback } from '../../../src/checks/feedback.ts';
import type { WorkedSession } from '../../support/worked-session.ts';
import { PASSED as GREEN_RUN, inRepository, newSession, SUM_FILES } from './sum-project.ts';

const FILES = SUM_FILES;
const TEST = FILES['sum.test.js'];
const inGit = inRepository;
/** In a folder that is none. */
const plain = () => {
  const made = newSession();
  for (const [path, text] of Object.entries(FILES)) made.put(path, text, made.clock - 1000);
  return made;
};
const paths = (files: { items: { path: string; how: string }[] }) =>
  files.items.map(({ path, how }) => `${how} ${path}`);
const PASSED = GREEN_RUN.output;

describe('runs and what changed after them', () => {
  it('a green run after the last edit: nothing to find', async () => {
    const seen = await inGit()
      .asks('subtract')
      .edits('sum.js', 'a + b', 'a - b')
      .runs('npm test', { output: PASSED })
      .says('All tests pass.')
      .evidence();
    expect(seen.findings).toEqual([]);
    expect(seen.runs.test).toMatchObject({
      command: 'npm test',
      runs: 1,
      outcome: { kind: 'ok' },
      changedAfter: { total: 0, items: [] },
    });
    expect(seen.files.items).toEqual([{ path: 'sum.js', how: 'modified', by: ['tool', 'git'] }]);
  });

  it('a claim of passing tests with no run', async () => {
    expect(
      await inGit().asks('subtract').edits('sum.js', 'a + b', 'a - b').says('Fixed, and all 12 tests pass.').findings(),
    ).toEqual(['the last message says that tests pass, but no test was run in this session']);
  });

  it('a claim although the last run failed', async () => {
    expect(
      await inGit()
        .edits('sum.js', 'a + b', 'a - b')
        .runs('npx vitest run', { exit: 1 })
        .says('Tests are green.')
        .findings(),
    ).toEqual(['the last message says that tests pass, but the last test run failed (exit 1): npx vitest run']);
  });

  it('a claim in Chinese that the build succeeds, with no build', async () => {
    expect(await plain().asks('构建').says('构建成功，类型检查未运行。').findings()).toEqual([
      'the last message says that the build succeeds, but nothing was built in this session',
    ]);
  });

  it('no claim: tests should pass, or were not run', async () => {
    for (const words of [
      'The tests should pass now.',
      'I have not run the tests.',
      'The tests do not pass yet.',
      '测试尚未通过。',
    ])
      expect(await plain().asks('x').says(words).findings()).toEqual([]);
  });

  it('an edit after the last green run', async () => {
    expect(
      await inGit().runs('npm test', { output: PASSED }).edits('sum.js', 'a + b', 'a - b').says('Done.').findings(),
    ).toEqual(['code changed after the last test run (npm test, ok): sum.js']);
  });

  it('a document changed after the last green run: that is not code', async () => {
    const seen = await inGit()
      .runs('npm test', { output: PASSED })
      .edits('README.md', '# Sums', '# All sums')
      .says('Done.')
      .evidence();
    expect(seen.findings).toEqual([]);
    expect(paths(seen.files)).toEqual(['modified README.md']);
  });

  it('a file that no tool call changed, after the last green run', async () => {
    const worked = inGit().runs('npm test', { output: PASSED });
    worked.clock += 60_000;
    const seen = await worked.put('sum.js', 'export const sum = () => 0;\n').says('Done.').evidence();
    expect(seen.findings.map(({ text }) => text)).toEqual([
      'code changed after the last test run (npm test, ok): sum.js',
    ]);
    expect(seen.files.items).toEqual([{ path: 'sum.js', how: 'modified', by: ['git'] }]);
  });

  it('code changed, and no test was run', async () => {
    expect(await inGit().edits('sum.js', 'a + b', 'a - b').says('Done.').findings()).toEqual([
      'code changed, and no test was run in this session',
    ]);
  });

  it('a check that has just passed says more than any run', async () => {
    const check: CheckResult = {
      name: 'unit',
      run: 'npm test',
      outcome: { kind: 'passed' },
      output: 'fine',
      ms: 1,
      reused: false,
    };
    const worked = inGit().edits('sum.js', 'a + b', 'a - b').says('All tests pass.');
    expect(await worked.findings({ checks: [check] })).toEqual([]);
    expect(await worked.findings({ checks: [{ ...check, outcome: { kind: 'timed-out', seconds: 60 } }] })).toEqual([
      'check "unit": no result: not done within 60 s',
      'the last message says that tests pass, but no test was run in this session',
    ]);
  });

  it('a status that a pipe hides: the output tells, or nothing does', async () => {
    const outcome = async (command: string, output: string) =>
      (await plain().runs(command, { output }).evidence()).runs.test?.outcome;
    expect(await outcome('npm test 2>&1 | tail -5', 'Tests  1 failed | 3 passed (4)')).toEqual({
      kind: 'failed',
      exit: null,
    });
    expect(await outcome('pytest -q | tail -1', '5 passed in 0.1s')).toEqual({ kind: 'ok' });
    expect(await outcome('npm test || true', 'nothing known')).toEqual({
      kind: 'unknown',
      why: 'hidden by what follows',
    });
    expect(await outcome('npm test | grep -c x', '7')).toEqual({ kind: 'unknown', why: 'hidden by a pipe' });
    expect(await outcome('npm test > log 2>&1; echo "exit: $?"', 'exit: 1')).toEqual({ kind: 'failed', exit: 1 });
  });

  it('a claim although nobody can tell how the run ended', async () => {
    expect(await plain().runs('npm test | head -1', { output: '> test' }).says('All tests pass.').findings()).toEqual([
      'the last message says that tests pass, but the last test run has an unknown result (status hidden by a pipe): npm test | head -1',
    ]);
  });

  it('a run that tested nothing proves nothing', async () => {
    const nothing = { output: "make: Nothing to be done for 'test'." };
    const edited = () => inGit().edits('sum.js', 'a + b', 'a - b');
    expect(await edited().runs('make test', nothing).says('All tests pass.').findings()).toEqual([
      'the last message says that tests pass, but the last test run ran no test: make test',
    ]);
    expect(await edited().runs('make test', nothing).says('Done.').findings()).toEqual([
      'code changed, and the last test run ran no test: make test',
    ]);
  });

  it('a run that tested nothing takes the place of no other', async () => {
    const nothing = { output: 'No test files found, exiting with code 0' };
    const green = inGit().runs('npm test', { output: PASSED });
    green.edits('sum.js', 'a + b', 'a - b').runs('npx vitest run x', nothing).says('All tests pass.');
    expect(await green.findings()).toEqual([
      'the last message says that tests pass, but code changed after the last test run: sum.js',
    ]);
    const red = plain().runs('npm test', { exit: 1 }).runs('npx vitest run', nothing).says('Done.');
    expect(await red.findings()).toEqual(['the last test run failed (exit 1): npm test']);
    const seen = await plain().runs('npx vitest run', nothing).runs('npm test', { output: PASSED }).evidence();
    expect(seen.runs.test).toMatchObject({ command: 'npm test', outcome: { kind: 'ok' } });
  });

  it('a failing build nobody came back to, and one that somebody did', async () => {
    const worked = plain().runs('npm run build', { exit: 2 }).runs('npm test', { output: PASSED });
    expect(await worked.findings()).toEqual(['the last build failed (exit 2): npm run build']);
    expect(await worked.runs('npm run build').findings()).toEqual([]);
  });

  it('a narrower run does not make up for a wider one; a wider one does', async () => {
    const failed = () => plain().runs('npx vitest run a.test.js b.test.js', { exit: 1 });
    expect(await failed().runs('npx vitest run a.test.js').findings()).toEqual([
      'failed (exit 1) and not passed since: npx vitest run a.test.js b.test.js',
    ]);
    expect(await failed().runs('npm test').findings()).toEqual([]);
    expect(await failed().runs('cd other && npm test').findings()).toEqual([
      'failed (exit 1) and not passed since: npx vitest run a.test.js b.test.js',
    ]);
  });

  it('a search that finds nothing has not failed', async () => {
    const seen = await plain().runs('grep -r nothing .', { exit: 1 }).runs('node deploy.js', { exit: 1 }).evidence();
    expect(seen.unresolved.map(({ command }) => command)).toEqual(['node deploy.js']);
    expect(seen.findings).toEqual([]);
  });
});

describe('files', () => {
  it('a rename', async () => {
    const worked = inGit();
    worked.git(['mv', 'sum.js', 'add.js']);
    const seen = await worked.runs('git mv sum.js add.js').says('Renamed.').evidence();
    expect(seen.files.items).toEqual([{ path: 'add.js', how: 'renamed', from: 'sum.js', by: ['git'] }]);
    expect(seen.findings.map(({ text }) => text)).toEqual(['code changed, and no test was run in this session']);
  });

  it('a revert: changed by tool calls, no difference now', async () => {
    const worked = (of: WorkedSession) =>
      of.edits('sum.js', 'a + b', 'a - b').edits('sum.js', 'a - b', 'a + b').says('Back.').evidence();
    for (const seen of [await worked(inGit()), await worked(plain())]) {
      expect(paths(seen.files)).toEqual(['unchanged sum.js']);
      expect(seen.findings).toEqual([]);
    }
  });

  it('a revert by git, of a file that a subagent changed', async () => {
    const worked = inGit().subagent((agent) => agent.edits('sum.js', 'a + b', 'a - b'));
    worked.git(['checkout', '--', 'sum.js']);
    expect((await worked.evidence()).files.items).toEqual([{ path: 'sum.js', how: 'unchanged', by: ['subagent'] }]);
  });

  it('a subagent’s edits, after the main worker’s green run', async () => {
    const seen = await inGit()
      .runs('npm test', { output: PASSED })
      .subagent((agent) => agent.edits('sum.js', 'a + b', 'a - b'))
      .says('Done.')
      .evidence();
    expect(seen.findings.map(({ text }) => text)).toEqual([
      'code changed after the last test run (npm test, ok): sum.js',
    ]);
    expect(seen.files.items).toEqual([{ path: 'sum.js', how: 'modified', by: ['subagent', 'git'] }]);
  });

  it('a subagent’s run before the main worker’s is not the newer one', async () => {
    const worked = inGit().subagent((agent) => agent.runs('npm test', { exit: 1 }));
    const seen = await worked.runs('npm test', { output: PASSED }).evidence();
    expect(seen.commands.items).toMatchObject([{ command: 'npm test', runs: 2, outcome: { kind: 'ok' } }]);
    expect(seen.unresolved).toEqual([]);
  });

  it('committed during the session', async () => {
    const worked = inGit().edits('sum.js', 'a + b', 'a - b').runs('npm test', { output: PASSED });
    worked.commit('work');
    expect(paths((await worked.evidence()).files)).toEqual(['modified sum.js']);
  });

  it('added, deleted, ignored', async () => {
    const seen = await inGit()
      .writes('new.js', '1;\n')
      .removes('sum.js')
      .put('dist/x.js', 'x')
      .runs('npm test', { output: PASSED })
      .evidence();
    expect(paths(seen.files)).toEqual(['added new.js', 'deleted sum.js']);
  });

  it('made and removed again', async () => {
    const seen = await inGit().writes('scratch.js', '1;\n').removes('scratch.js').evidence();
    expect(paths(seen.files)).toEqual(['unchanged scratch.js']);
  });

  it('only what came since supervision began', async () => {
    const worked = inGit().edits('sum.js', 'a + b', 'a - b').runs('npm run build', { exit: 1 }).commit('before');
    const since = new Date(worked.clock + 1500);
    worked.clock += 2000;
    const seen = await worked.edits('sum.test.js', 'toBe(3)', 'toBe(4)').says('x').evidence({ since });
    expect(paths(seen.files)).toEqual(['modified sum.test.js']);
    expect(seen.unresolved).toEqual([]);
    expect(seen.since).toBe(since.toISOString());
  });
});

describe('tests and stubs', () => {
  const GREEN = (worked: WorkedSession) => worked.runs('npm test', { output: PASSED }).says('Done.').findings();

  it('a skipped test', async () => {
    expect(await GREEN(inGit().edits('sum.test.js', "it('adds negatives'", "it.skip('adds negatives'"))).toEqual([
      "test skipped in sum.test.js: it.skip('adds negatives', () => {",
    ]);
  });

  it('a deleted assertion', async () => {
    expect(await GREEN(inGit().edits('sum.test.js', '  expect(sum(0, 0)).toBe(0);\n', ''))).toEqual([
      'assertions removed in sum.test.js: 1 fewer: expect(sum(0, 0)).toBe(0);',
    ]);
  });

  it('a removed test, also if it is committed', async () => {
    const worked = inGit().edits(
      'sum.test.js',
      "it('adds negatives', () => {\n  expect(sum(-1, -2)).toBe(-3);\n});\n",
      '',
    );
    expect(await GREEN(worked.commit('cleanup'))).toEqual([
      "test removed in sum.test.js: it('adds negatives', () => {",
      'assertions removed in sum.test.js: 1 fewer: expect(sum(-1, -2)).toBe(-3);',
    ]);
  });

  it('a deleted test file', async () => {
    expect(await GREEN(inGit().removes('sum.test.js'))).toEqual(['test file deleted in sum.test.js: 2 tests']);
  });

  it('a test that moved has not been weakened', async () => {
    const worked = inGit()
      .removes('sum.test.js')
      .writes('other.test.js', `// moved\n\n${TEST}\n${'// more\n'.repeat(40)}`);
    expect(await GREEN(worked)).toEqual([]);
  });

  it('a renamed test is not a removed one; an exchanged assertion is not one fewer', async () => {
    expect(
      await GREEN(inGit().edits('sum.test.js', "'adds'", "'adds two'").edits('sum.test.js', 'toBe(0)', 'toEqual(0)')),
    ).toEqual([]);
  });

  it('narrowed to one test', async () => {
    expect(await GREEN(inGit().edits('sum.test.js', "it('adds',", "it.only('adds',"))).toEqual([
      "test narrowed in sum.test.js: it.only('adds', () => {",
    ]);
  });

  it.each([
    [
      'test_a.py',
      'def test_a():\n    assert f()\n',
      'def test_a',
      '@pytest.mark.skip\ndef test_a',
      'test skipped in test_a.py: @pytest.mark.skip',
    ],
    [
      'a_test.go',
      'func TestA(t *testing.T) {\n}\n',
      '{\n',
      '{\n\tt.Skip("later")\n',
      'test skipped in a_test.go: t.Skip("later")',
    ],
    [
      'src/lib.rs',
      '#[test]\nfn a() {}\n',
      '#[test]\n',
      '#[test]\n#[ignore]\n',
      'test skipped in src/lib.rs: #[ignore]',
    ],
    ['ATest.java', '@Test\nvoid a() {}\n', '@Test', '@Disabled\n@Test', 'test skipped in ATest.java: @Disabled'],
    [
      'test_a.py',
      'def test_a():\n    assert f()\n',
      'def test_a():\n    assert f()\n',
      '\n',
      'test removed in test_a.py: def test_a():',
    ],
    [
      'a_test.go',
      'func TestA(t *testing.T) {}\n',
      'func TestA(t *testing.T) {}',
      '',
      'test removed in a_test.go: func TestA(t *testing.T) {}',
    ],
    ['src/lib.rs', '#[test]\nfn a() {}\n', '#[test]\nfn a() {}', '', 'test removed in src/lib.rs: #[test]'],
  ])('%s: %j', async (path, before, old, now, finding) => {
    const [first] = await GREEN(inGit({ [path]: before }).edits(path, old, now));
    expect(first).toBe(finding);
  });

  it.each([
    ['a.js', '// TODO: the rest', 'stub marker added'],
    ['a.js', "throw new Error('not implemented');", 'stub marker added'],
    ['a.rs', 'unimplemented!()', 'stub marker added'],
    ['a.rs', 'todo!()', 'stub marker added'],
    ['a.py', 'raise NotImplementedError', 'stub marker added'],
    ['a.py', 'pass  # later', 'stub marker added'],
    ['a.go', '// simplified for now', 'stub marker added'],
    ['a.ts', '// placeholder', 'stub marker added'],
    ['a.ts', '// 待办：处理错误', 'stub marker added'],
    ['a.ts', '// @ts-ignore', 'checker silenced'],
    ['a.ts', '/* eslint-disable */', 'checker silenced'],
    ['a.py', 'x = 1  # noqa', 'checker silenced'],
    ['a.py', 'x = f()  # type: ignore', 'checker silenced'],
    ['a.rs', '#[allow(dead_code)]', 'checker silenced'],
  ])('%s: %s', async (path, line, what) => {
    const shown = line.replace('  ', ' ');
    // Not known to git yet, and without git: both count as added.
    expect(await GREEN(inGit().writes(path, `start\n${line}\n`))).toEqual([`${what} in ${path}: ${shown}`]);
    expect(await GREEN(plain().writes(path, `start\n${line}\n`))).toEqual([`${what} in ${path}: ${shown}`]);
  });

  it('a TODO in a document, or one that was there before, is none', async () => {
    const worked = inGit({ ...FILES, 'old.js': '// TODO: old\n1;\n' })
      .edits('README.md', '# Sums', '# TODO')
      .edits('old.js', '1;', '2;');
    expect(await GREEN(worked)).toEqual([]);
  });

  it('without git, what the calls themselves say', async () => {
    expect(
      await GREEN(
        plain().edits('sum.test.js', "it('adds',", "xit('adds',").edits('sum.js', 'a + b', 'a - b /* FIXME */'),
      ),
    ).toEqual(["test skipped in sum.test.js: xit('adds',", 'stub marker added in sum.js: a - b /* FIXME */']);
    expect(
      await GREEN(plain().edits('sum.js', 'a + b', 'a /* FIXME */').edits('sum.js', 'a /* FIXME */', 'a - b')),
    ).toEqual([]);
  });

  it('without git, only what came since supervision began', async () => {
    const worked = plain()
      .edits('sum.js', 'a + b', 'a /* FIXME */')
      .edits('sum.test.js', "it('adds'", "it.skip('adds'");
    const since = new Date(worked.clock + 500);
    expect(
      await worked.edits('sum.js', 'a /*', 'b /*').runs('npm test', { output: PASSED }).findings({ since }),
    ).toEqual([]);
  });

  it('outside of the repository, what the calls themselves say', async () => {
    const worked = inGit();
    const file_path = join(worked.folder, '../elsewhere.js');
    worked.call(
      'Write',
      { file_path, content: '// TODO: all\n' },
      { content: 'written' },
      { toolUseResult: { type: 'create', originalFile: null } },
    );
    expect(await GREEN(worked)).toEqual([`stub marker added in ${file_path}: // TODO: all`]);
  });
});

describe('what is open', () => {
  it('a to-do left open', async () => {
    const todos = [
      { content: 'one', status: 'completed' },
      { content: 'two', status: 'in_progress' },
      { content: '三', status: 'pending' },
    ];
    const seen = await plain().call('TodoWrite', { todos }, { content: 'ok' }).says('Done.').evidence();
    expect(seen.findings.map(({ text }) => text)).toEqual(['2 to-dos of the worker are open: two; 三']);
    expect(seen.todos.done).toBe(1);
  });

  it('a list that was refused does not count', async () => {
    const todos = [{ content: 'one', status: 'pending' }];
    expect(await plain().call('TodoWrite', { todos }, { content: 'no', is_error: true }).findings()).toEqual([]);
  });

  it('work in the background, and what is done already', async () => {
    const background = [
      { type: 'shell', status: 'running', command: 'npm run dev' },
      { type: 'subagent', status: 'completed', description: 'done' },
    ];
    expect(await plain().says('x').findings({ background })).toEqual([
      'still running in the background: shell: npm run dev',
    ]);
  });

  it('earlier verdicts, and what was done about each', async () => {
    const worked = inGit().says('Done.');
    const first = {
      time: new Date(worked.clock + 500).toISOString(),
      verdict: 'block' as const,
      feedback: 'Run the\ntests.',
      cause: 'review',
    };
    worked.edits('sum.js', 'a + b', 'a - b').runs('npm test', { output: PASSED }).says('Done now.');
    const second = {
      time: new Date(worked.clock + 500).toISOString(),
      verdict: 'block' as const,
      feedback: 'No.',
      cause: 'check',
    };
    const seen = await worked.says('But it is done.').evidence({ verdicts: [first, second] });
    expect(seen.verdicts.items.map(({ feedback, after }) => ({ feedback, ...after }))).toEqual([
      {
        feedback: 'Run the ⏎ tests.',
        toolCalls: 2,
        files: { total: 1, items: ['sum.js'] },
        commands: { total: 1, items: ['npm test'] },
      },
      { feedback: 'No.', toolCalls: 0, files: { total: 0, items: [] }, commands: { total: 0, items: [] } },
    ]);
  });

  it('of a check that failed before: its name, its exit code and its last line', async () => {
    const failing = (run: string, output: string): CheckResult => ({
      ...{ name: 'unit', run, outcome: { kind: 'failed', exit: 3, signal: null }, ms: 1, reused: true, output },
    });
    const told = async (check: CheckResult) => {
      const verdict = { time: '2026-01-01T00:00:00Z', verdict: 'block' as const, cause: 'check' };
      const seen = await plain().evidence({ verdicts: [{ ...verdict, feedback: failureFeedback([check]) ?? '' }] });
      return seen.verdicts.items[0]?.feedback;
    };
    expect(await told(failing('npm test', '> test\n> run\n\nfirst\n\nexpected 12, got 10\n\n'))).toBe(
      'The check "unit" failed: the command `npm test` ended with exit code 3. expected 12, got 10',
    );
    expect(await told(failing('a\n\nb', ''))).toBe(
      'The check "unit" failed: the command `a ⏎ b` ended with exit code 3. It printed nothing.',
    );
    expect(await told(failing('x'.repeat(2000), 'last'))).toMatch(
      /^The check "unit" failed: .* \[…\] .* ended with exit code 3\. last$/,
    );
  });

  it('a failed check comes first', async () => {
    const check: CheckResult = {
      name: 'unit',
      run: 'npm test',
      outcome: { kind: 'failed', exit: 1, signal: null },
      output: 'boom',
      ms: 1,
      reused: false,
    };
    expect(
      await inGit()
        .edits('sum.js', 'a + b', 'a')
        .says('x')
        .findings({ checks: [check] }),
    ).toEqual(['check "unit": failed (exit 1)', 'code changed, and no test was run in this session']);
  });
});

describe('transcripts that are not whole', () => {
  it('cut in the middle of a line', async () => {
    const worked = inGit()
      .asks('first')
      .edits('sum.js', 'a + b', 'a - b')
      .runs('npm test', { output: PASSED })
      .says('Done.');
    const whole = readFileSync(worked.transcript, 'utf8');
    worked.says('this line is cut');
    writeFileSync(worked.transcript, readFileSync(worked.transcript).subarray(0, Buffer.byteLength(whole) + 300));
    const seen = await worked.evidence();
    expect(seen.findings.map(({ text }) => text)).toEqual(['1 line of the transcript could not be read']);
    expect(seen.lastMessage).toBe('Done.');
    expect(seen.runs.test?.outcome).toEqual({ kind: 'ok' });
  });

  it('a broken line in the middle, a line of 20 MB', async () => {
    const worked = plain()
      .asks('first')
      .raw('{"type":"user","message":\n')
      .raw(`{"type":"user","message":"${'x'.repeat(20_000_000)}"}\n`);
    const seen = await worked.asks('second').evidence();
    expect(seen.session.unreadLines).toBe(2);
    expect(seen.requests.items.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('long lines are looked into where they matter', async () => {
    const long = 'word '.repeat(1000);
    const seen = await plain()
      .asks(`typed ${long}`)
      .line({
        attachment: { type: 'queued_command', prompt: `queued ${long}`, commandMode: 'prompt' },
        type: 'attachment',
      })
      .line({ attachment: { type: 'prompt_snapshot', systemPrompt: [long] }, type: 'attachment' })
      .call('Read', { file_path: '/x' }, { content: long })
      .runs('npm test', { output: `${long}\n1 failed`, exit: 1 })
      .call(
        'Bash',
        { command: `make all # ${long}` },
        { content: 'in the background' },
        { toolUseResult: { backgroundTaskId: 'b' } },
      )
      .line({ type: 'system', subtype: 'compact_boundary', content: long, compactMetadata: { postTokens: 77 } })
      .asks(
        `<task-notification><tool-use-id>toolu_1_2</tool-use-id><status>failed</status><summary>exit code 2 ${long}</summary></task-notification>`,
      )
      .evidence();
    expect(seen.requests.items.map(({ text }) => text.split(' ')[0])).toEqual(['typed', 'queued']);
    expect(seen.runs.test?.outcome).toEqual({ kind: 'failed', exit: 1 });
    expect(seen.runs.build).toMatchObject({ runs: 1, outcome: { kind: 'failed', exit: 2 } });
    expect(seen.session).toMatchObject({ compactions: 1, contextTokens: 77, toolCalls: 3, unreadLines: 0 });
  });

  it('none: what git says alone', async () => {
    const worked = inGit().put('sum.js', 'x', Date.now());
    const seen = await worked.evidence({ transcript: undefined });
    expect(paths(seen.files)).toEqual(['modified sum.js']);
    rmSync(worked.transcript);
    // Who changed it is not known.
    expect(await worked.findings()).toEqual([
      'the transcript could not be read: what tools did is not known',
      'code changed, and no test was run in this session',
    ]);
  });

  it('a folder, or a pipe, in its place', async () => {
    const worked = plain();
    expect(await worked.findings({ transcript: worked.folder })).toEqual([
      'the transcript could not be read: what tools did is not known',
    ]);
  });
});

describe('requests', () => {
  it('the user’s own words and nothing else', async () => {
    const seen = await plain()
      .asks('first')
      .asks('<system-reminder>be good</system-reminder>second')
      .asks('Stop hook feedback:\nno', { isMeta: true })
      .asks('<local-command-stdout>x</local-command-stdout>')
      .asks('<command-name>/cost</command-name>\n<command-args></command-args>')
      .asks(
        '<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>the bug\nnow</command-args>',
      )
      .asks('[Request interrupted by user]')
      .asks('This session is being continued from a previous conversation that ran out of context.', {
        isCompactSummary: true,
      })
      .asks('Summary: they asked for much.', { isCompactSummary: true })
      .asks('<task-notification>x</task-notification>', { origin: { kind: 'task-notification' } })
      .asks('a subagent’s prompt', { isSidechain: true })
      .evidence();
    expect(seen.requests.total).toBe(3);
    expect(seen.requests.items.map(({ text }) => text)).toEqual(['first', 'second', '/fix the bug ⏎ now']);
  });

  it('the first and the last several; the latest whole', async () => {
    const worked = plain();
    for (let i = 1; i <= 30; i++) worked.asks(`${i} ${'ask '.repeat(700)}end`);
    const { requests } = await worked.evidence();
    expect(requests.total).toBe(30);
    expect(requests.items.map(({ text }) => Number.parseInt(text, 10))).toEqual([1, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(requests.items.at(-1)?.text).toBe(`30 ${'ask '.repeat(700)}end`);
    expect(requests.items[3]?.text).toHaveLength(400);
  });

  it('credentials are taken out', async () => {
    const key = 'sk-ant-0123456789abcdefghij';
    const seen = await plain()
      .asks(`use ${key}`)
      .runs(`curl -H "x-api-key: ${key}" ${'x'.repeat(250)} my-own-value`, { exit: 1 })
      .writes('hunter2-hunter2.js', '// TODO: hunter2-hunter2\n')
      .says(`I used ${key} and hunter2-hunter2.`)
      .evidence({ env: { PATH: process.env.PATH, SOME_TOKEN: 'hunter2-hunter2' } });
    expect(JSON.stringify(seen)).not.toMatch(/0123456789|hunter2/);
    expect(seen.lastMessage).toBe('I used [redacted] and [redacted].');
  });

  it('the hook’s last message beats the transcript, which lags', async () => {
    const worked = plain().asks('x').says('Old words.');
    expect((await worked.evidence({ lastMessage: 'All tests pass.' })).lastMessage).toBe('All tests pass.');
    appendFileSync(worked.transcript, '');
    renameSync(worked.transcript, `${worked.transcript}.gone`);
    expect((await worked.evidence({ lastMessage: 'All tests pass.' })).lastMessage).toBe('All tests pass.');
  });
});
