import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import type { State } from '../../../src/hook/rules/state.ts';
import { taskOf } from '../../../src/hook/task.ts';
import { readSessionInfo } from '../../../src/transcript/session-info.ts';
import { temporaryFolder, write } from '../folder.ts';

const BEGAN = '2026-01-01T10:00:00.000Z';
const APPROVED = '2026-01-01T11:00:00.000Z';
const LATER = '2026-01-01T12:00:00.000Z';

const call = (name: string, timestamp: string, input: object = {}) => ({
  ...{ type: 'assistant', timestamp, cwd: '/p' },
  message: { content: [{ type: 'tool_use', id: 'x', name, input }] },
});

/** A session that began at `BEGAN`, with what its state and the journal say of its last task. */
function session(journal: object[], taskBegan: State['taskBegan'], more: object[] = [], fields: object = {}) {
  const home = realpathSync(temporaryFolder());
  const paths = pathsOf(readEnv({ HOME: home, PATH: '' }));
  const prompt = { type: 'user', timestamp: BEGAN, cwd: '/p', message: { role: 'user', content: 'go' } };
  const entries = [prompt, ...more].map((entry) => JSON.stringify(entry));
  const transcript = write(join(home, 's.jsonl'), `${entries.join('\n')}\n`);
  const line = {
    session_id: 's',
    supervisor_id: 's',
    verdict: 'allow',
    cause: 'review',
    event: 'Stop',
    feedback: '',
    prompt_id: null,
  };
  write(paths.journal, journal.map((entry) => `${JSON.stringify({ ...line, ...entry })}\n`).join(''));
  const folder = join(home, 'project');
  mkdirSync(folder);
  const state = { sessionId: 's', enabled: true, count: 1, createdAt: BEGAN, updatedAt: LATER, taskBegan };
  const input = parseInput(JSON.stringify({ session_id: 's', hook_event_name: 'Stop', ...fields }));
  const checkSets = [{ folder, checks: [{ name: 't', run: 'npm test' }] }];
  write(join(folder, 'package.json'), '{"scripts":{"test":"sh t.sh --all"}}');
  const location = { folder, session: readSessionInfo(transcript) };
  return { folder, task: taskOf({ input, state, project: location, paths, checkSets }), claudeDir: paths.claudeDir };
}

const approval = { time: APPROVED, tree: 'tree' };
const began = { treeFingerprint: 'tree', at: APPROVED };

it.each<[what: string, journal: object[], taskBegan: State['taskBegan'], at: string, tree: string | undefined]>([
  ['the first one: with supervision', [], undefined, BEGAN, undefined],
  ['after an approval', [approval], began, APPROVED, 'tree'],
  ['the journal knows of no approval', [], began, BEGAN, undefined],
  ['the journal knows other files', [{ ...approval, tree: 'other' }], began, BEGAN, undefined],
  ['the journal knows another moment', [approval], { ...began, at: LATER }, BEGAN, undefined],
  ['the journal knows of one of another session', [{ ...approval, session_id: 'o' }], began, BEGAN, undefined],
  ['it was sent back since', [approval, { time: LATER, verdict: 'block' }], began, APPROVED, 'tree'],
  [
    'after an objection that the user overruled',
    [{ time: APPROVED, cause: 'overruled', tree: null }],
    began,
    APPROVED,
    'tree',
  ],
  [
    'after one of which the files are not known',
    [{ time: APPROVED, cause: 'overruled', tree: null }],
    { ...began, treeFingerprint: '' },
    APPROVED,
    undefined,
  ],
])('when a task began: %s', (_, journal, taskBegan, at, tree) => {
  const { task, folder } = session(journal, taskBegan);
  expect(task.began?.tree).toEqual(tree && { root: folder, fingerprint: tree });
  expect(task.began?.at.toISOString()).toBe(at);
});

const bash = (command: string) => call('Bash', LATER, { command });

it.each<[what: string, entries: object[], wroteNothing: boolean]>([
  ['a command that only reads', [bash('cat a')], true],
  ['a command that writes an ignored file', [bash('echo bad > build/x')], false],
  ['a command that is not known', [call('Bash', LATER)], false],
  ['the check itself', [bash('npm test')], true],
  ['what the check runs', [bash('bash -x ./t.sh --all; echo $?')], true],
  ['the same script for something else', [bash('sh t.sh --write')], false],
  ['a test run that is kept in a log', [bash('node --test > test.log 2>&1; npm test | tee -a out/t.log')], true],
  ['a file that is called after a log', [bash('echo x > a.log.js')], false],
  ['a log elsewhere', [bash('echo x > ../../a.log')], false],
  ['a log, and a file', [bash('echo x > a.log > a.js')], false],
  ['an edit', [call('Edit', LATER, { file_path: '/p/a' })], false],
  ['an edit of the task before', [call('Edit', BEGAN, { file_path: '/p/a' })], true],
])('whether anything may have been written: %s', (_, entries, wroteNothing) =>
  expect(session([approval], began, entries).task.wroteNothing).toBe(wroteNothing),
);

const prompt = (timestamp: string) => ({
  type: 'user',
  timestamp,
  cwd: '/p',
  message: { role: 'user', content: 'why?' },
});

it('when it was asked for: at the first prompt since it began', () => {
  expect(session([], undefined).task.askedAt?.toISOString()).toBe(BEGAN);
  expect(session([approval], began).task.askedAt).toBeUndefined();
  const later = '2026-01-01T13:00:00.000Z';
  expect(session([approval], began, [prompt(LATER), prompt(later)]).task.askedAt?.toISOString()).toBe(LATER);
});

/** The client's record of the mode. */
const PLANNING = { type: 'permission-mode', permissionMode: 'plan', sessionId: 's' };

it.each<[what: string, fields: object, entries: object[], isPlanMode: boolean]>([
  ['the user’s', { permission_mode: 'plan' }, [PLANNING], true],
  ['in the event alone', { permission_mode: 'plan' }, [], false],
  [
    'one that the user left',
    { permission_mode: 'plan' },
    [PLANNING, { ...PLANNING, permissionMode: 'default' }],
    false,
  ],
  ['another mode', { permission_mode: 'acceptEdits' }, [], false],
  ['the worker’s own', { permission_mode: 'plan' }, [PLANNING, call('EnterPlanMode', LATER)], false],
  ['the worker’s own in the task before', { permission_mode: 'plan' }, [PLANNING, call('EnterPlanMode', BEGAN)], true],
])('plan mode: %s', (_, fields, entries, isPlanMode) =>
  expect(session([approval], began, entries, fields).task.isPlanMode).toBe(isPlanMode),
);
