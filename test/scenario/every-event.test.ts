import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL, ROOT } from '../support/builds.ts';
import { decisionOf } from '../support/sandbox.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import type { Reply } from '../support/scripted-api.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'test/fixtures/hook-inputs', `${name}.json`), 'utf8'));

const FINE = 'It is all there.';
const MISSING = 'The tests were never run.';
const FAILED = /^This call could not be reviewed and was not made \(.+\)\./;

/** Words that vary are matched with `expect.stringMatching`. */
type Outcome = { json: object } | { exit: 1 | 2; stderr: unknown };

const say = (permissionDecision: 'allow' | 'deny', permissionDecisionReason: unknown) => ({
  json: { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } },
});
const refuse = (message: unknown) => ({
  json: { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message } } },
});
const NOTHING: Outcome = { json: {} };
const BLOCK: Outcome = { json: { decision: 'block', reason: MISSING } };
const BROKEN: Outcome = {
  exit: 1,
  stderr: expect.stringMatching(
    /^supervisor SDK failed: .*400.*\n(?:NOT reviewed: the (?:sub)?agent has stopped\.\n)?Details: \S+\/supervisor-a\.log\n$/,
  ),
};
const DENY_UNREVIEWED = say('deny', expect.stringMatching(FAILED));

/** The contract's table: input → what is printed when the reviewer allows, blocks, or cannot be had. */
const TABLE: [event: string, input: object, allowed: Outcome, blocked: Outcome, failed: Outcome][] = [
  ['Stop', sample('Stop'), { json: { reason: FINE } }, BLOCK, BROKEN],
  [
    'SubagentStop',
    sample('SubagentStop'),
    { json: { reason: FINE } },
    {
      json: {
        decision: 'block',
        reason: expect.stringMatching(/^The tests were never run\.\n\nWhen you have done that, give/),
      },
    },
    BROKEN,
  ],
  ['a question', sample('PreToolUse-AskUserQuestion'), say('allow', FINE), say('deny', MISSING), DENY_UNREVIEWED],
  ['another tool', sample('PreToolUse'), NOTHING, say('deny', MISSING), DENY_UNREVIEWED],
  ['a plan', sample('PreToolUse-ExitPlanMode'), NOTHING, say('deny', MISSING), DENY_UNREVIEWED],
  ['PermissionRequest', sample('PermissionRequest'), NOTHING, refuse(MISSING), refuse(expect.stringMatching(FAILED))],
  [
    'PermissionDenied',
    sample('PermissionDenied'),
    { json: { hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: true } } },
    NOTHING,
    BROKEN,
  ],
  ['UserPromptSubmit', sample('UserPromptSubmit'), NOTHING, BLOCK, BROKEN],
  ['PostToolUse', sample('PostToolUse'), NOTHING, BLOCK, BROKEN],
  ['PostToolUseFailure', sample('PostToolUseFailure'), NOTHING, BLOCK, BROKEN],
  ['TaskCompleted', sample('TaskCompleted'), NOTHING, { exit: 2, stderr: `${MISSING}\n` }, BROKEN],
  ['TeammateIdle', sample('TeammateIdle'), NOTHING, { exit: 2, stderr: `${MISSING}\n` }, BROKEN],
];

const VERDICTS: [verdict: 'allow' | 'block' | 'failed', reply: Reply, told: RegExp][] = [
  [
    'allow',
    allow(FINE),
    /^ccc: reviewed(?: and approved|, no objection) \(round 1 of 20, \d+(?:\.\d)? s, \$\d+\.\d+\): ./,
  ],
  [
    'block',
    block(MISSING),
    /^ccc: (?:sent back with feedback \(round 1 of 20, .+\)\. If this is wrong: ccc overrule in another terminal\. To turn supervision off: Esc, then !ccc .+ off|the refused call is not to be tried again \(.+\): .+)$/,
  ],
  [
    'failed',
    { kind: 'error', status: 400, message: 'made up' },
    /^ccc: the review failed(?:, so this was denied)? \(round 1 of 20, .+\): .*400/,
  ],
];

/**
 * A short run tries every verdict on a Stop, and one on each other event, in turn. A question has two: only here an
 * allowed call is answered, and a failed review keeps a tool from being used.
 */
const verdictsFor = (event: string) => {
  if (IS_FULL || event === 'Stop') return VERDICTS;
  if (event === 'a question') return VERDICTS.filter(([verdict]) => verdict !== 'block');
  const turn = TABLE.findIndex(([name]) => name === event) % VERDICTS.length;
  return VERDICTS.slice(turn, turn + 1);
};

/** Nothing can block these; every one of them is passed, whatever it brings. */
const UNBLOCKABLE = [
  'ConfigChange',
  'CwdChanged',
  'DirectoryAdded',
  'FileChanged',
  'InstructionsLoaded',
  'MessageDisplay',
  'Notification',
  'PostCompact',
  'PostModelSwitch',
  'PostToolBatch',
  'PreCompact',
  'PreModelSwitch',
  'Setup',
  'SubagentStart',
  'UserPromptExpansion',
  'WorktreeCreate',
];

describe.each(BUILDS)('every event, $name', (build) => {
  let reply: Reply;
  const { api, box } = useScenario(build, { script: () => reply });
  beforeEach(async () => {
    reply = block('nobody should have asked');
    await box.supervise('a');
  });

  // The id is none the client could have given, so that nobody waits for the transcript of the sample.
  const asSession = (input: object, session_id = 'a') => ({ ...input, session_id });

  describe.each(TABLE)('%s', (event, input, allowed, blocked, failed) => {
    it.each(verdictsFor(event))('%s', async (verdict, answer, told) => {
      reply = answer;
      const expected = { allow: allowed, block: blocked, failed }[verdict];
      const run = await box.hook(asSession(input));

      if ('json' in expected) {
        const { systemMessage, ...json } = decisionOf(run);
        expect(json).toEqual(expected.json);
        expect(systemMessage).toMatch(told);
        // Only a stop is approved.
        expect(String(systemMessage).includes('approved')).toBe(verdict === 'allow' && /Stop$/.test(event));
      } else {
        expect([run.code, run.stdout, run.stderr]).toEqual([expected.exit, '', expected.stderr]);
      }
      expect(box.state('a').count).toBe(1);
      expect(box.journal()).toMatchObject([{ verdict, count: 1, cause: verdict === 'failed' ? 'api' : 'review' }]);
      // Refused, the client itself tries other forms of the request; a verdict is had with one.
      if (verdict === 'failed') expect(api.requests).not.toHaveLength(0);
      else expect(api.requests).toHaveLength(1);
    });
  });

  it.each([
    ['a Stop with a running subagent', 'Stop-with-background-task', 'subagents are still running in the background'],
    ['the SubagentStop of a compaction', 'SubagentStop-from-compact', 'a compaction is not judged'],
  ])('%s is passed without a review or a count', async (_, name, reason) => {
    const { systemMessage, ...decision } = decisionOf(await box.hook(asSession(sample(name))));
    expect(decision).toEqual({ reason });
    expect(systemMessage).toEqual(
      reason.startsWith('subagents') ? expect.stringContaining('not reviewed yet') : undefined,
    );
    expect(api.requests).toHaveLength(0);
    expect(box.state('a').count).toBe(0);
  });

  it('events nothing can block: exit 0 and a reason, no request, no count, not a byte written', async () => {
    const before = box.contents();
    for (const name of UNBLOCKABLE) {
      const input = asSession(sample(name)) as { hook_event_name?: string };
      expect([name, decisionOf(await box.hook(input))]).toEqual([
        name,
        { reason: `${input.hook_event_name} is not judged` },
      ]);
    }
    expect(api.requests).toHaveLength(0);
    expect(box.contents()).toEqual(before);
  });

  it('events that are only recorded: exit 0 and a reason, no request, no count, one line', async () => {
    const names = ['SessionStart', 'SessionStart-clear', 'StopFailure', 'SessionEnd'];
    for (const name of names) {
      const input = asSession(sample(name)) as { hook_event_name?: string };
      expect([name, decisionOf(await box.hook(input))]).toEqual([
        name,
        { reason: `${input.hook_event_name} is recorded` },
      ]);
    }
    expect(api.requests).toHaveLength(0);
    expect(box.state('a').count).toBe(0);
    expect(box.journal()).toEqual([]);
    expect(box.journalLines().slice(1)).toMatchObject([
      ...[
        { session: 'started', why: 'startup' },
        { session: 'started', why: 'clear' },
      ],
      ...[{ api_error: 'unknown' }, { session: 'ended', why: 'clear' }],
    ]);
  });

  describe('judged as a Stop', () => {
    /** In a short run by a check, which takes no reviewer and is run for nothing else. */
    const why = IS_FULL ? MISSING : expect.stringContaining('The check "red" failed');
    beforeEach(() => {
      reply = block(MISSING);
      if (!IS_FULL) box.config({ checks: [RED_CHECK] });
    });

    it('an event from the future and a missing name, the latter in the old format', async () => {
      const { systemMessage, ...json } = decisionOf(await box.hook({ session_id: 'a', hook_event_name: 'Tomorrow' }));
      expect([json, typeof systemMessage]).toEqual([{ decision: 'block', reason: why }, 'string']);
      expect(decisionOf(await box.hook({ session_id: 'a' }))).toEqual({ decision: 'block', reason: why });
      expect(box.state('a').count).toBe(2);
    });

    it('one with optional fields of the wrong type, which count as absent', async () => {
      const wrong = {
        cwd: 7,
        transcript_path: [],
        prompt_id: {},
        permission_mode: null,
        stop_hook_active: 'no',
        last_assistant_message: 1,
        background_tasks: [null, 5, { type: 'subagent' }, { type: 3, status: 'running' }],
        effort: 'high',
      };
      const run = await box.hook({ session_id: 'a', hook_event_name: 'Stop', ...wrong });
      expect(decisionOf(run)).toMatchObject({ decision: 'block', reason: why });
      expect(box.journal()).toMatchObject([{ prompt_id: null, event: 'Stop' }]);
    });
  });
});
