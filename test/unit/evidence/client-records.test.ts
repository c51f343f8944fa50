import { describe, expect, it } from 'vitest';
import type { WorkedSession } from '../../support/worked-session.ts';
import { edited, FAILED, inRepository, PASSED } from './sum-project.ts';

const testOutcome = async (worked: WorkedSession) => (await worked.evidence()).runs.test?.outcome ?? null;
const requests = async (worked: WorkedSession) => (await worked.evidence()).requests.items.map(({ text }) => text);
const BOOM = { content: '1 failed, 2 passed in 0.1s', is_error: true };

describe('results of clients up to 2.0.5', () => {
  const old = () => {
    const worked = inRepository();
    worked.version = '2.0.5';
    return worked;
  };

  it('an error without "Exit code" is a failure', async () => {
    expect(await testOutcome(old().call('Bash', { command: 'pytest' }, BOOM))).toEqual({ kind: 'failed', exit: null });
    const newer = inRepository();
    newer.version = '2.0.6';
    expect(await testOutcome(newer.call('Bash', { command: 'pytest' }, BOOM))).toBeNull();
  });

  it.each([
    "The user doesn't want to take this action right now. STOP what you are doing.",
    'Permission to use Bash with command pytest has been denied.',
    'Claude requested permissions to use Bash, but you haven’t granted it yet.',
    '<tool_use_error>InputValidationError: Bash failed</tool_use_error>',
  ])('a refusal is none: %s', async (content) => {
    const refused = old().call('Bash', { command: 'pytest' }, { content, is_error: true });
    const seen = await refused.evidence();
    expect(seen.runs.test).toBeNull();
    expect(seen.unresolved).toEqual([]);
  });
});

describe('no failed tests', () => {
  it.each([
    ['cd missing && npm test', 'bash: line 1: cd: missing: No such file or directory'],
    ['npm test)', "bash: -c: line 1: syntax error near unexpected token `)'"],
    ['pytest', 'bash: line 1: pytest: command not found'],
    ['npm test', 'npm error Missing script: "test"\nnpm error\nnpm error To see a list of scripts, run:'],
    ['python -m pytest', '/usr/bin/python: No module named pytest'],
    ['make test', "make: *** No rule to make target 'test'.  Stop."],
  ])('never started: %s', async (command, output) => {
    const seen = await edited().runs(command, { exit: 1, output }).says('Done.').evidence();
    expect(seen.runs.test).toBeNull();
    expect(seen.findings.filter(({ kind }) => kind === 'failed')).toEqual([]);
  });

  it('interrupted', async () => {
    const toolUseResult = { stdout: '', stderr: '', interrupted: true, isImage: false };
    const worked = edited().call('Bash', { command: 'npm test' }, { content: '' }, { toolUseResult });
    expect(await testOutcome(worked)).toEqual({ kind: 'interrupted' });
    expect((await worked.evidence()).findings.every(({ certain }) => !certain)).toBe(true);
  });

  it('timed out', async () => {
    const content = 'Exit code 143\nCommand timed out after 2m 0.0s';
    const worked = edited().call('Bash', { command: 'npm test' }, { content, is_error: true });
    expect(await testOutcome(worked)).toEqual({ kind: 'interrupted' });
  });

  it('a linter that fixed all it found', async () => {
    const fixed = edited().runs('ruff check --fix . | tail -1', { output: 'Found 3 errors (3 fixed, 0 remaining).' });
    expect((await fixed.evidence()).runs.lint?.outcome).toEqual({ kind: 'ok' });
    const left = edited().runs('ruff check --fix . | tail -1', { output: 'Found 3 errors (2 fixed, 1 remaining).' });
    expect((await left.evidence()).runs.lint?.outcome).toEqual({ kind: 'failed', exit: null });
  });
});

describe('a later run that covers a failed one', () => {
  const unresolved = async (first: string, then: string) =>
    (await edited().runs(first, { exit: 1, output: 'FAIL' }).runs(then, { output: 'ok  \ta\t0.1s' }).evidence())
      .unresolved;

  it.each([
    ['go test ./...', 'go test -timeout 60s ./...'],
    ['go test ./...', 'go test -tags integration ./...'],
    ['go test ./...', 'go test -short ./...'],
    ['go test -run TestX_Y ./...', 'go test -run TestX ./...'],
    ['go test -run TestX ./...', 'go test ./...'],
  ])('%s, then %s', async (first, then) => {
    expect(await unresolved(first, then)).toEqual([]);
  });

  it.each([
    ['go test ./...', 'go test -run TestX ./...'],
    ['go test -run TestX ./...', 'go test -run TestX_Y ./...'],
  ])('not %s, then %s', async (first, then) => {
    expect(await unresolved(first, then)).toMatchObject([{ command: first }]);
  });
});

describe('requests', () => {
  it.each([
    ['2.1.19', true],
    ['2.1.37', true],
    ['2.1.18', false],
    ['2.1.38', false],
  ])('typed beside a tool result: client %s, %s', async (version, isTyped) => {
    const worked = inRepository().asks('first');
    worked.version = version;
    worked.line({
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_x', content: 'ok' },
          { type: 'text', text: 'and run the tests' },
        ],
      },
    });
    expect(await requests(worked)).toEqual(isTyped ? ['first', 'and run the tests'] : ['first']);
  });

  it('nothing typed, and events of a monitor, are none', async () => {
    const worked = inRepository()
      .asks('first')
      .asks('(no content)')
      .asks('<monitor-event>line 3</monitor-event>')
      .asks('[Monitor] the server has started');
    expect(await requests(worked)).toEqual(['first']);
  });
});

it('scratch and temporary files are no code of the project', async () => {
  const worked = edited()
    .runs('npm test', PASSED)
    .writes('scratch/try.js', '1;\n')
    .writes('tmp/try.py', '1\n')
    .writes('../../scratchpad/try.js', '1;\n')
    .says('All tests pass.');
  const seen = await worked.evidence();
  expect(seen.claims).toMatchObject([{ status: 'backed' }]);
  expect(seen.findings).toEqual([]);
});

describe('background runs', () => {
  const started = () => edited().starts('npm test', 'b1');
  const FILE = '/tmp/x/tasks/b1.output';
  const notice = (worked: WorkedSession, status: string, summary: string) =>
    worked.asks(
      `<task-notification><task-id>b1</task-id><status>${status}</status><summary>${summary}</summary></task-notification>`,
    );

  it('until it is known how it ended, nothing is certain', async () => {
    const worked = started();
    expect(await testOutcome(worked)).toEqual({ kind: 'background' });
    expect((await worked.says('All tests pass.').evidence()).claims).toMatchObject([{ status: 'undecidable' }]);
  });

  it('a notice with only the id of the task', async () => {
    expect(await testOutcome(notice(started(), 'completed', 'done (exit code 0)'))).toEqual({ kind: 'ok' });
    expect(await testOutcome(notice(started(), 'failed', 'exit code 3'))).toEqual({ kind: 'failed', exit: 3 });
  });

  it.each([
    ['BashOutput', { bash_id: 'b1' }],
    ['TaskOutput', { task_id: 'b1' }],
  ])('what %s shows', async (tool, input) => {
    const shows = (exit: number) =>
      `<status>completed</status>\n<exit_code>${exit}</exit_code>\n<stdout>Tests  2 passed (2)</stdout>`;
    expect(await testOutcome(started().call(tool, input, { content: shows(0) }))).toEqual({ kind: 'ok' });
    expect(await testOutcome(started().call(tool, input, { content: shows(1) }))).toEqual({ kind: 'failed', exit: 1 });
    const running = started().call(tool, input, { content: '<status>running</status>' });
    expect(await testOutcome(running)).toEqual({ kind: 'background' });
  });

  it('what its output file shows, where the notice hides it', async () => {
    const piped = () => notice(edited().starts('npm test | tail -3', 'b1'), 'completed', 'exit code 0');
    expect(await testOutcome(piped())).toMatchObject({ kind: 'unknown' });
    expect(await testOutcome(piped().call('Read', { file_path: FILE }, { content: FAILED.output }))).toEqual({
      kind: 'failed',
      exit: null,
    });
    expect(await testOutcome(piped().runs(`tail ${FILE}`, PASSED))).toEqual({ kind: 'ok' });
  });
});

it('what a subagent does may stand in the main transcript', async () => {
  const progress = (message: object) => ({ type: 'progress', data: { type: 'agent_progress', message } });
  const use = { type: 'tool_use', id: 'toolu_p', name: 'Bash', input: { command: 'npm test' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_p', content: PASSED.output };
  const worked = edited()
    .call('Task', { prompt: 'test', subagent_type: 'general-purpose' }, { content: 'done' })
    .line(progress({ type: 'assistant', message: { role: 'assistant', content: [use] } }))
    .line(progress({ type: 'user', message: { role: 'user', content: [result] } }))
    .says('All tests pass.');
  const seen = await worked.evidence();
  expect(seen.runs.test).toMatchObject({ command: 'npm test', outcome: { kind: 'ok' } });
  expect(seen.claims).toMatchObject([{ status: 'backed' }]);
});

it.each([
  ['API Error: 500', { isApiErrorMessage: true }],
  ['No response requested.', {}],
])('what the client itself says is not the last message: %s', async (text, more) => {
  const worked = edited().says('All tests pass.');
  worked.line({
    type: 'assistant',
    message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
    ...more,
  });
  const seen = await worked.evidence();
  expect(seen.lastMessage).toBe('All tests pass.');
  expect(seen.claims).toHaveLength(1);
});
