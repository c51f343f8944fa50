import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { block } from '../../src/sandbox/scripted-replies.ts';
import { SMOKE_BUILDS, throughShell } from '../support/builds.ts';
import { outcome } from '../support/processes.ts';
import { decisionOf, Sandbox } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';

const reason = 'already inside a review';
const STOP = { reason };
const QUESTION = {
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', permissionDecisionReason: reason },
};
const event = (hook_event_name: string, more = {}) => JSON.stringify({ session_id: 'a', hook_event_name, ...more });

/** What is on stdin → the answer: the event's own way to allow, or a Stop's if the event cannot be learnt. */
const ANSWERS: [what: string, stdin: string | Buffer, answer: object][] = [
  ['nothing', '', STOP],
  ['garbage', 'not { JSON', STOP],
  ['null', 'null', STOP],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), STOP],
  ['no session_id', '{}', STOP],
  ['a bad session_id', '{"session_id":"../../outside"}', STOP],
  ['a field of the wrong type', '{"hook_event_name":["PreToolUse"]}', STOP],
  ['5,000,000 levels', '['.repeat(5_000_000), STOP],
  ['70 MB', `{"session_id":"${'x'.repeat(70 * 1024 * 1024)}"}`, STOP],
  ['a Stop', event('Stop'), STOP],
  ['an unknown event', event('Tomorrow'), STOP],
  ['a Notification', event('Notification'), STOP],
  ['a question', event('PreToolUse', { tool_name: 'AskUserQuestion' }), QUESTION],
  ['a PreToolUse without a tool', event('PreToolUse'), QUESTION],
  ['a tool call', event('PreToolUse', { tool_name: 'Bash' }), {}],
  ['a PermissionRequest', event('PermissionRequest', { tool_name: 'Bash' }), {}],
  ['a PostToolUse', event('PostToolUse', { tool_name: 'Bash' }), {}],
  ['a TaskCompleted', event('TaskCompleted'), {}],
];

describe.each(SMOKE_BUILDS)('the recursion guard, $name', (build) => {
  const { api, box } = useScenario(build, { script: () => block('go on') });
  let before: Record<string, string>;
  beforeEach(() => {
    // Everything that could go wrong is in place: the guard must come before all of it.
    box.env = { CCC_SUPERVISOR: '1', CCC_SUPERVISOR_HOOK: '1', CCC_SUPERVISOR_ID: '../bad', CCC_CLAUDE: '/nowhere' };
    box.write(`${box.cccDir}/supervisor-a.json`, 'damaged');
    box.write(`${box.claudeDir}/ccc.json`, 'damaged');
    before = box.contents();
  });
  afterEach(() => {
    expect(box.contents()).toEqual(before);
    expect(api.requests).toHaveLength(0);
  });

  it.each(ANSWERS)('%s on stdin: exit 0', async (_, stdin, answer) => {
    const child = box.start(['supervisor-hook']);
    const finished = outcome(child);
    child.stdin?.end(stdin);
    expect(decisionOf(await finished)).toEqual(answer);
  });

  it.each([
    ['silent', 0],
    ['trickling', 20],
  ])('stdin that never ends, %s: exit 0 at once', async (_, everyMs) => {
    const child = box.start(['supervisor-hook']);
    const drip = everyMs ? setInterval(() => child.stdin?.write(' '), everyMs) : undefined;
    const run = await outcome(child);
    clearInterval(drip);
    expect(decisionOf(run)).toEqual(STOP);
    // Without the guard it would wait ten seconds for the rest.
    expect(run.ms).toBeLessThan(9_000);
  });

  it('closed stdin: exit 0', async () => {
    const shell = new Sandbox(throughShell(build, 'exec "$@" <&-'), api.url);
    try {
      expect(decisionOf(await shell.hook('', { CCC_SUPERVISOR_HOOK: '1' }))).toEqual(STOP);
    } finally {
      shell.dispose();
    }
  });

  it.each([[['--bogus']], [['--session-id', '../bad']], [['--session-id']]])('arguments %j: exit 0', async (args) => {
    expect(decisionOf(await box.ccc(['supervisor-hook', ...args], event('Stop')))).toEqual(STOP);
  });

  it.each(['', '0', 'true'])('CCC_SUPERVISOR_HOOK=%j is not a guard', async (value) => {
    const run = await box.hook('garbage', { CCC_SUPERVISOR_HOOK: value });
    expect([run.code, run.stdout]).toEqual([2, '']);
  });
});
