import { describe, expect, it } from 'vitest';
import { JUDGED_EVENTS, SUPERVISOR } from '../../../src/config/schema.ts';
import { type OnUnknownItemKey, type SupervisorConfig, supervisorOf } from '../../../src/config/supervisor-config.ts';
import { problemText } from '../../../src/i18n/config-problems.ts';

const DEFAULTS = {
  enabled: false,
  maxIterations: 20,
  timeoutSeconds: 600,
  questionTimeoutSeconds: 30,
  patienceSeconds: 120,
  events: ['Stop'],
  tools: ['AskUserQuestion'],
  answerQuestions: 'never',
  approvePlans: false,
  feedback: 'block',
  review: 'wait',
  onStopFailure: 'allow',
  onFailure: 'auto',
  checks: [],
  claims: 'tell',
  runners: [],
  context: 'auto',
  maxTurns: 60,
  stallAfter: 3,
  skipUnchanged: false,
  useProjectEnv: false,
  notify: true,
  telemetryFeedback: false,
};
const CHECK = '{ "name": "…", "run": "…" }; optional keys: timeout_seconds, paths, always';
const RUNNER = '{ "command": "…", "kind": "test" | "build" | "lint" | "types" }; optional keys: passed, failed';
const MATCHERS =
  'a list of tool names, or of matchers as in Claude Code: ["AskUserQuestion", "ExitPlanMode", "mcp__.*"]';
const KNOWN = `unknown key; known keys: ${Object.keys(SUPERVISOR).join(', ')}`;
/** With the text of each problem. */
function read(file: unknown, onUnknownItemKey?: OnUnknownItemKey) {
  const { supervisor, keysInFile, problems } = supervisorOf(file, onUnknownItemKey);
  return {
    supervisor,
    keysInFile,
    problems: problems.map(({ path, cause, ...more }) => ({
      key: path.join('.'),
      fix: problemText.en(cause),
      ...more,
    })),
  };
}
const one = (key: string, value: unknown, onUnknownItemKey?: OnUnknownItemKey) =>
  read({ supervisor: { [key]: value } }, onUnknownItemKey);

describe('a value in its range', () => {
  it.each<[key: string, value: unknown, field: keyof SupervisorConfig]>([
    ['enabled', true, 'enabled'],
    ['enabled', false, 'enabled'],
    ['max_iterations', 1, 'maxIterations'],
    ['max_iterations', 100, 'maxIterations'],
    ['timeout_seconds', 10, 'timeoutSeconds'],
    ['timeout_seconds', 3600, 'timeoutSeconds'],
    ['question_timeout_seconds', 5, 'questionTimeoutSeconds'],
    ['question_timeout_seconds', 600, 'questionTimeoutSeconds'],
    ['patience_seconds', 0, 'patienceSeconds'],
    ['patience_seconds', 3600, 'patienceSeconds'],
    ['events', ['Stop', 'SubagentStop'], 'events'],
    ['events', [], 'events'],
    ['tools', ['AskUserQuestion', 'ExitPlanMode', 'Edit|Write', 'mcp__.*', '*'], 'tools'],
    ['tools', [], 'tools'],
    ['answer_questions', 'evident', 'answerQuestions'],
    ['approve_plans', true, 'approvePlans'],
    ['feedback', 'context', 'feedback'],
    ['review', 'background', 'review'],
    ['on_stop_failure', 'block', 'onStopFailure'],
    ['on_failure', 'auto', 'onFailure'],
    ['on_failure', 'deny', 'onFailure'],
    ['on_failure', 'ask', 'onFailure'],
    ['checks', [{ name: 'test', run: 'npm test' }], 'checks'],
    ['claims', 'block', 'claims'],
    ['runners', [{ command: 'make verify', kind: 'test', passed: 'OK', failed: 'BAD' }], 'runners'],
    ['runners', [{ command: './build-*', kind: 'build' }], 'runners'],
    ['context', 'evidence', 'context'],
    ['provider', 'kimi', 'provider'],
    ['model', 'opus', 'model'],
    ['max_turns', 200, 'maxTurns'],
    ['max_cost_usd', 0.01, 'maxCostUsd'],
    ['max_cost_usd_per_day', 12.5, 'maxCostUsdPerDay'],
    ['stall_after', 5, 'stallAfter'],
    ['skip_unchanged', true, 'skipUnchanged'],
    ['notify', false, 'notify'],
    ['on_event', 'cat >> ~/told.jsonl', 'onEvent'],
    ['telemetry_feedback', true, 'telemetryFeedback'],
  ])('%s: %j', (key, value, field) =>
    expect(one(key, value)).toEqual({ supervisor: { ...DEFAULTS, [field]: value }, problems: [], keysInFile: [field] }),
  );
});

describe('a value out of it is a problem and a default', () => {
  it.each<[key: string, values: unknown[], fix: string]>([
    ['enabled', ['true', 1, 0, null], 'write true or false'],
    ['max_iterations', [0, 101, -1, 1.5, '20', null, true, [20]], 'write a whole number from 1 to 100'],
    ['timeout_seconds', [9, 3601, 0, 600.5, '600'], 'write a whole number from 10 to 3600'],
    ['question_timeout_seconds', [4, 601, '30'], 'write a whole number from 5 to 600'],
    ['patience_seconds', [-1, 3601, '120'], 'write a whole number from 0 to 3600'],
    ['events', ['Stop', {}, null], `write a list of these names: ${JUDGED_EVENTS.join(', ')}`],
    ['tools', ['Bash', {}, null], `write ${MATCHERS}`],
    ['answer_questions', ['sometimes', true, 'Never'], 'write "never" or "evident" or "always"'],
    ['approve_plans', ['yes', 1], 'write true or false'],
    ['feedback', ['error', true], 'write "block" or "context"'],
    ['review', ['async', true], 'write "wait" or "background"'],
    ['on_stop_failure', ['deny', 'Block', true, null], 'write "allow" or "block"'],
    ['on_failure', ['allow', 'Deny', true, null], 'write "auto" or "deny" or "ask"'],
    ['claims', ['allow', 'Block', true, null], 'write "tell" or "block"'],
    ['runners', [{}, 'make verify', true], `write a list of ${RUNNER}`],
    ['context', ['whole', '', true], 'write "auto" or "fork" or "evidence"'],
    ['provider', [1, null, []], 'write a string'],
    ['model', [1, null, []], 'write a string'],
    ['max_turns', [0, 201, 1.5], 'write a whole number from 1 to 200'],
    ['max_cost_usd', [0, -1, '2', null], 'write a number from 0.01 to 100000'],
    ['max_cost_usd_per_day', [0, true], 'write a number from 0.01 to 100000'],
    ['stall_after', [-1, 101, '3'], 'write a whole number from 0 to 100'],
    ['skip_unchanged', ['yes', 1], 'write true or false'],
    ['notify', ['no', 0], 'write true or false'],
    ['on_event', [1, null, ['true']], 'write a string'],
    ['telemetry_feedback', ['yes', 1], 'write true or false'],
    ['checks', [{}, 'npm test', true], `write a list of ${CHECK}`],
    ['max_iteration', [20], 'unknown key (did you mean "max_iterations"?)'],
    ['toString', [1], KNOWN],
  ])('%s: %j', (key, values, fix) => {
    for (const value of values) {
      expect(one(key, value)).toMatchObject({ supervisor: DEFAULTS, problems: [{ key: `supervisor.${key}`, fix }] });
    }
  });

  it.each([1, '', ' Bash', 'mcp__(', 'Bash(git push:*)'])(
    'tools with %j: the place of the wrong one; the others are used, and the default',
    (wrong) => {
      expect(one('tools', ['ExitPlanMode', wrong])).toMatchObject({
        supervisor: { tools: ['ExitPlanMode', 'AskUserQuestion'] },
        problems: [
          {
            key: 'supervisor.tools.1',
            fix: 'write the name of a tool, or a matcher as in Claude Code: "ExitPlanMode", "mcp__.*"',
            leftOut: true,
          },
        ],
      });
    },
  );

  it.each<[names: unknown[], wrong: number, fix: string, used: string[]]>([
    [['SubagentStop', 'stop'], 1, 'unknown: "stop" (did you mean "Stop"?)', ['SubagentStop', 'Stop']],
    [['SubagentStopp'], 0, 'unknown: "SubagentStopp" (did you mean "SubagentStop"?)', ['Stop']],
    [['PreToolUse', 'Stop'], 0, 'unknown: "PreToolUse"; name the tools in "tools"', ['Stop']],
    [['TaskCompleted', 7], 1, `unknown: "7"; known: ${JUDGED_EVENTS.join(', ')}`, ['TaskCompleted', 'Stop']],
  ])('events %j: the place of the wrong one, and Stop is reviewed all the same', (names, wrong, fix, used) => {
    expect(one('events', names)).toMatchObject({
      supervisor: { events: used },
      problems: [{ key: `supervisor.events.${wrong}`, fix, leftOut: true }],
    });
  });

  it.each<[why: string, check: unknown, fix: string]>([
    ['no command', { name: 'test' }, `check "test" is NOT run: write ${CHECK}`],
    ['no name', { run: 'npm test' }, `this check is NOT run: write ${CHECK}`],
    ['an empty command', { name: 'test', run: ' ' }, `check "test" is NOT run: write ${CHECK}`],
    ['a blank name', { name: ' ', run: 'npm test' }, `this check is NOT run: write ${CHECK}`],
    [
      'a time that is none',
      { name: 'test', run: 'npm test', timeout_seconds: 0 },
      `check "test" is NOT run: write ${CHECK}`,
    ],
    ['one glob', { name: 'test', run: 'npm test', paths: 'src/**' }, `check "test" is NOT run: write ${CHECK}`],
    [
      'the command under another key',
      { name: 'test', command: 'npm test' },
      `check "test" is NOT run: unknown key "command"; write ${CHECK}`,
    ],
    [
      'misspelt names and a wrong value',
      { name: 'test', run: 1, path: ['src/**'], alway: true },
      `check "test" is NOT run: unknown key "path" (did you mean "paths"?); unknown key "alway" (did you mean "always"?); write ${CHECK}`,
    ],
    ['a command alone', 'npm test', `this check is NOT run: write ${CHECK}`],
  ])('in a check (%s) it leaves the others alone', (_, check, fix) => {
    const good = { name: 'lint', run: 'npm run lint', timeout_seconds: 5, paths: ['src/**'] };
    for (const onUnknownItemKey of ['drop-key', 'drop-item'] as const)
      expect(one('checks', [good, check], onUnknownItemKey)).toEqual({
        supervisor: { ...DEFAULTS, checks: [good] },
        problems: [{ key: 'supervisor.checks.1', fix, leftOut: true }],
        keysInFile: ['checks'],
      });
  });

  it.each<[why: string, runner: unknown, fix: string]>([
    ['no command', { kind: 'test' }, `this runner is NOT used: write ${RUNNER}`],
    ['an empty command', { command: ' ', kind: 'test' }, `this runner is NOT used: write ${RUNNER}`],
    ['no kind', { command: 'make verify' }, `runner "make verify" is NOT used: write ${RUNNER}`],
    [
      'a kind that is none',
      { command: 'make verify', kind: 'tests' },
      `runner "make verify" is NOT used: write ${RUNNER}`,
    ],
    [
      'a text that is none',
      { command: 'make verify', kind: 'test', passed: 0 },
      `runner "make verify" is NOT used: write ${RUNNER}`,
    ],
    ['a command alone', 'make verify', `this runner is NOT used: write ${RUNNER}`],
    // Without the key it would take more runs for passed.
    [
      'an unknown key',
      { command: 'make verify', kind: 'test', fail: 'FAILED' },
      'runner "make verify" is NOT used: unknown key "fail" (did you mean "failed"?)',
    ],
  ])('in a runner (%s) it leaves the others alone', (_, runner, fix) => {
    const good = { command: './check *', kind: 'lint', failed: 'problems' };
    expect(one('runners', [runner, good])).toEqual({
      supervisor: { ...DEFAULTS, runners: [good] },
      problems: [{ key: 'supervisor.runners.0', fix, leftOut: true }],
      keysInFile: ['runners'],
    });
  });

  it.each<[list: string, item: object, unknown: object, problems: [key: string, fix: string][]]>([
    [
      'checks',
      { name: 't', run: 'sh t.sh', always: true },
      { path: ['a'] },
      [['path', 'unknown key (did you mean "paths"?)']],
    ],
    [
      'checks',
      { name: 't', run: 'sh t.sh' },
      { comment: 'slow', timeout_second: 5 },
      [
        ['comment', 'unknown key; known keys: name, run, timeout_seconds, paths, always'],
        ['timeout_second', 'unknown key (did you mean "timeout_seconds"?)'],
      ],
    ],
  ])('in %s an item with an unknown key is kept without it: %j, %j', (list, item, unknown, problems) =>
    expect(one(list, [{ ...unknown, ...item }])).toEqual({
      supervisor: { ...DEFAULTS, [list]: [item] },
      problems: problems.map(([key, fix]) => ({ key: `supervisor.${list}.0.${key}`, fix, leftOut: true })),
      keysInFile: [list],
    }),
  );

  it.each<[unknown: object, fix: string]>([
    [{ path: ['a'] }, 'check "t" is NOT run: unknown key "path" (did you mean "paths"?)'],
    [
      { comment: 'slow' },
      'check "t" is NOT run: unknown key "comment"; known keys: name, run, timeout_seconds, paths, always',
    ],
  ])('or is left out as a whole, as in the file of a repository: %j', (unknown, fix) =>
    expect(one('checks', [{ name: 't', run: 'sh t.sh', ...unknown }], 'drop-item')).toEqual({
      supervisor: DEFAULTS,
      problems: [{ key: 'supervisor.checks.0', fix, leftOut: true }],
      keysInFile: ['checks'],
    }),
  );

  it.each<[file: object, key: string, fix: string]>([
    [
      { enabled: true },
      'enabled',
      'unknown key (did you mean supervisor.enabled? Write "supervisor": { "enabled": … })',
    ],
    [{ checks: [] }, 'checks', 'unknown key (did you mean supervisor.checks? Write "supervisor": { "checks": … })'],
    [
      { provider: 'kimi' },
      'provider',
      'unknown key (did you mean supervisor.provider? Write "supervisor": { "provider": … })',
    ],
    [{ provider: { kimi: {} } }, 'provider', 'unknown key (did you mean "providers"?)'],
    [{ 'supervisor.enabled': true }, 'supervisor.enabled', 'unknown key (write "supervisor": { "enabled": … })'],
    [{ superviser: {} }, 'superviser', 'unknown key (did you mean "supervisor"?)'],
  ])('a key of supervisor at the top of the file: %j', (file, key, fix) =>
    expect(read(file)).toMatchObject({ supervisor: DEFAULTS, problems: [{ key, fix }], keysInFile: [] }),
  );

  it('and spoils nothing else', () =>
    expect(read({ supervisor: { max_iterations: 0, timeout_seconds: 60, nonsense: 1 } })).toMatchObject({
      supervisor: { ...DEFAULTS, timeoutSeconds: 60 },
      problems: [{ key: 'supervisor.max_iterations' }, { key: 'supervisor.nonsense' }],
      keysInFile: ['maxIterations', 'timeoutSeconds'],
    }));
});
