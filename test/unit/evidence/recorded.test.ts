import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { gatherEvidence } from '../../../src/evidence/gather.ts';
import { ROOT } from '../../support/builds.ts';

/** Sessions of the real client (`scripts/record-transcripts.ts`); the project they were about is gone. */
const evidence = (name: string): Promise<Evidence> =>
  gatherEvidence({
    transcript: join(ROOT, 'test/fixtures/transcripts', name, 'session.jsonl'),
    folder: '/project',
    since: undefined,
    env: { PATH: process.env.PATH },
    background: [],
    lastMessage: undefined,
    verdicts: [],
    checks: [],
  });

const findings = ({ findings }: Evidence) => findings.map(({ kind, text }) => `${kind}: ${text}`);
const asked = ({ requests }: Evidence) => requests.items.map(({ text }) => text);
const ran = ({ commands }: Evidence) => commands.items.map(({ command, outcome, runs }) => [command, outcome, runs]);
const OK = { kind: 'ok' };

it('a claim of passing tests with no run', async () => {
  const seen = await evidence('claim-without-run');
  expect(findings(seen)).toEqual(['claim: the last message says that tests pass, but no test was run in this session']);
  expect(asked(seen)).toEqual(['make sum accept strings']);
  expect(seen.files.items).toEqual([{ path: 'sum.js', how: 'modified', by: ['tool'] }]);
  expect(seen.runs).toEqual({ test: null, build: null, types: null, lint: null });
  expect(seen.lastMessage).toBe('Done. All tests pass now.');
  expect(seen.session).toMatchObject({ toolCalls: 2, contextTokens: 1000, model: 'claude-opus-5-5', compactions: 0 });
});

it('an edit after the last green run', async () => {
  const seen = await evidence('edit-after-green');
  expect(findings(seen)).toEqual([
    'claim: the last message says that tests pass, but code changed after the last test run: sum.js',
  ]);
  expect(seen.runs.test).toMatchObject({
    ...{ command: 'npm test', outcome: OK, runs: 1 },
    changedAfter: { total: 1, items: ['sum.js'] },
  });
});

it('a failing build nobody came back to', async () => {
  const seen = await evidence('failing-build');
  expect(findings(seen)).toEqual(['failed: the last build failed (exit 2): npm run build']);
  expect(seen.unresolved.map(({ command }) => command)).toEqual(['npm run build']);
  expect(ran(seen)).toEqual([
    // The pipe hides the status; the summary line tells.
    ['npm test 2>&1 | tail -3', OK, 1],
    ['npm run build', { kind: 'failed', exit: 2 }, 2],
  ]);
  expect(seen.files.items).toEqual([{ path: 'build.js', how: 'edited', by: ['tool'] }]);
});

it('tasks left open: created, completed, in progress, deleted', async () => {
  const seen = await evidence('tasks-left-open');
  expect(findings(seen)).toEqual(['todo: 1 to-do of the worker is open: Write its tests']);
  expect(seen.todos).toEqual({
    done: 1,
    open: { total: 1, items: [{ text: 'Write its tests', status: 'in_progress' }] },
    shared: false,
  });
});

it('a to-do left open, with the older tool', async () => {
  const seen = await evidence('todos-left-open');
  expect(findings(seen)).toEqual(['todo: 1 to-do of the worker is open: Write its tests']);
  expect(seen.todos).toEqual({
    done: 1,
    open: { total: 1, items: [{ text: 'Write its tests', status: 'pending' }] },
    shared: false,
  });
});

it('a subagent’s edits and runs', async () => {
  const seen = await evidence('subagent-edits');
  expect(findings(seen)).toEqual([]);
  expect(seen.files.items).toEqual([{ path: 'sum.js', how: 'edited', by: ['subagent'] }]);
  expect(ran(seen)).toEqual([['npm test', OK, 1]]);
  expect(seen.session).toMatchObject({ subagents: 1, toolCalls: 4 });
  // Its prompt, its words and the notice that it has ended are not the user's.
  expect(asked(seen)).toEqual(['let a helper change sum']);
  expect(seen.lastMessage).toBe('The helper has changed it.');
});

it('a compacted session', async () => {
  const seen = await evidence('compacted');
  expect(findings(seen)).toEqual(['stale: code changed after the last test run (npm test, ok): sum.js']);
  // Neither the summary nor /compact is a request.
  expect(asked(seen)).toEqual(['swap the operands', 'and swap them back']);
  expect(seen.session.compactions).toBe(1);
  expect(seen.session.toolCalls).toBe(4);
});

it('Chinese text', async () => {
  const seen = await evidence('chinese');
  expect(findings(seen)).toEqual(['stub: stub marker added in sum.js: a + b /* 未实现：大数 */']);
  expect(asked(seen)).toEqual(['修复加法函数，并运行测试', '继续，别忘了“大数”']);
});

it('denied, failed, and in the background with its end', async () => {
  const seen = await evidence('denied-and-background');
  expect(findings(seen)).toEqual([]);
  expect(ran(seen)).toEqual([
    ['node -e "setTimeout(() => {}, 20000)"', OK, 1],
    ['node -e "setTimeout(() => {}, 3000)"', OK, 1],
    ['exit 3', { kind: 'failed', exit: 3 }, 1],
    ['touch /etc/ccc-never', { kind: 'denied' }, 1],
  ]);
  // A refused Write changed nothing.
  expect(seen.files).toEqual({ total: 0, items: [] });
  expect(asked(seen)).toEqual(['try things']);
});

it('the same words in another folder are another run', async () => {
  const seen = await evidence('in-another-folder');
  expect(ran(seen)).toEqual([
    ['(in web) npm test', OK, 1],
    ['cd web', OK, 1],
    ['npm test', { kind: 'failed', exit: 1 }, 1],
  ]);
  expect(findings(seen)).toEqual(['failed: failed (exit 1) and not passed since: npm test']);
});

it('a hook’s feedback is not the user’s request', async () => {
  const seen = await evidence('hook-feedback');
  expect(asked(seen)).toEqual(['check the sum']);
  expect(findings(seen)).toEqual([]);
  expect(ran(seen)).toEqual([['npm test', OK, 1]]);
});

it('on the screen: an interruption, a slash command, the user’s own shell', async () => {
  const seen = await evidence('on-screen');
  expect(asked(seen)).toEqual(['wait for a minute', 'never mind, do nothing', '/greet the world']);
  expect(ran(seen)).toEqual([['npm run wait', { kind: 'interrupted' }, 1]]);
});

it('typed while the worker was at work', async () => {
  const seen = await evidence('typed-while-working');
  expect(asked(seen)).toEqual(['wait a little', 'and then run the tests too']);
  expect(seen.requests.total).toBe(2);
});
