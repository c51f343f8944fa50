import { describe, expect, it } from 'vitest';
import { cccHooksIn, covers } from '../../../src/claude/found-hooks.ts';
import {
  asSettings,
  EVENT_ORDER,
  type HookSettings,
  hookLabel,
  ourHooks,
  registeredHooks,
  runsCcc,
  runsCccHook,
} from '../../../src/claude/hooks.ts';
import { JUDGED_EVENTS } from '../../../src/config/schema.ts';
import { NO_SUPERVISOR_SECTION } from '../../../src/config/supervisor-config.ts';
import { launchMessages } from '../../../src/i18n/launch.ts';

const DEFAULTS = NO_SUPERVISOR_SECTION.supervisor;
const labels = (settings: Partial<HookSettings>) => registeredHooks({ ...DEFAULTS, ...settings }).map(hookLabel);

describe('what is registered is what the settings ask for', () => {
  const QUESTIONS = 'PreToolUse (AskUserQuestion)';
  const RECORDED = ['SessionStart', 'SessionEnd', 'StopFailure', 'Notification (idle_prompt)'];
  it.each<[what: string, settings: Partial<HookSettings>, registered: string[]]>([
    ['nothing in ccc.json', {}, ['Stop', QUESTIONS, ...RECORDED]],
    ['no events', { events: [] }, [QUESTIONS, ...RECORDED]],
    ['neither events nor tools', { events: [], tools: [] }, [...RECORDED]],
    ['Stop comes first', { events: ['SubagentStop', 'Stop'] }, ['Stop', 'SubagentStop', QUESTIONS, ...RECORDED]],
    ['all events', { events: [...JUDGED_EVENTS] }, [...JUDGED_EVENTS, QUESTIONS, ...RECORDED]],
    ['no tools', { tools: [] }, ['Stop', ...RECORDED]],
    [
      'names in one entry',
      { tools: ['Bash', 'Edit|Write', 'Bash'] },
      ['Stop', 'PreToolUse (Bash|Edit|Write)', ...RECORDED],
    ],
    ['all tools', { tools: ['Bash', '*', 'mcp__.*'] }, ['Stop', 'PreToolUse (*)', ...RECORDED]],
    [
      'each expression in an entry of its own',
      { tools: ['mcp__.*', 'Bash', '^Note', 'mcp__.*'] },
      ['Stop', 'PreToolUse (Bash)', 'PreToolUse (mcp__.*)', 'PreToolUse (^Note)', ...RECORDED],
    ],
    ['only an expression', { tools: ['mcp__a-b__c'] }, ['Stop', 'PreToolUse (mcp__a-b__c)', ...RECORDED]],
    [
      'plans that the reviewer may approve',
      { approvePlans: true },
      ['Stop', 'PreToolUse (AskUserQuestion|ExitPlanMode)', ...RECORDED],
    ],
    [
      'questions that the reviewer may answer',
      { tools: ['Bash'], answerQuestions: 'evident' },
      ['Stop', 'PreToolUse (Bash|AskUserQuestion)', ...RECORDED],
    ],
    ['no notifications', { notify: false }, ['Stop', QUESTIONS, ...RECORDED.slice(0, -1)]],
    ['names without a name', { tools: ['|'] }, ['Stop', ...RECORDED]],
    [
      'in the background: the user is told at the next prompt',
      { review: 'background' },
      ['Stop (--background)', 'UserPromptSubmit (--tell)', QUESTIONS, ...RECORDED],
    ],
    [
      'in the background, with prompts reviewed anyway',
      { review: 'background', events: ['UserPromptSubmit', 'Stop'] },
      ['Stop (--background)', 'UserPromptSubmit', QUESTIONS, ...RECORDED],
    ],
    [
      'in the background, without Stop',
      { review: 'background', events: ['SubagentStop'] },
      ['SubagentStop', QUESTIONS, ...RECORDED],
    ],
  ])('%s', (_, settings, registered) => {
    expect(labels(settings)).toEqual(registered);
    const order = registered.map((label) => EVENT_ORDER.indexOf(label.split(' ')[0] as string));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});

it('what is registered is what is recognised', () => {
  for (const program of ['ccc', '/usr/bin/ccc', "'/a b/ccc'", "/usr/bin/node '/it'\\''s/dist/ccc.cjs'"])
    for (const review of ['wait', 'background'] as const) {
      const settings = { ...DEFAULTS, review, events: [...JUDGED_EVENTS], tools: ['Bash', 'mcp__.*'] };
      const entries = ourHooks(program, settings, launchMessages.en);
      const hooks = asSettings(entries);
      expect(cccHooksIn(hooks)).toHaveLength(entries.length);
      for (const entry of entries) expect([entry, covers(hooks, entry)]).toEqual([entry, true]);
    }
});

it('an entry says that it reviews only where it does', () => {
  const command = '/bin/ccc supervisor-hook';
  const hook = { type: 'command', command, timeout: 900 };
  const reviewing = { ...hook, statusMessage: 'ccc：正在审查' };
  expect(asSettings(ourHooks('/bin/ccc', { ...DEFAULTS, timeoutSeconds: 900 }, launchMessages.zh))).toEqual({
    Stop: [{ hooks: [reviewing] }],
    PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [reviewing] }],
    SessionStart: [{ hooks: [hook] }],
    SessionEnd: [{ hooks: [hook] }],
    StopFailure: [{ hooks: [hook] }],
    Notification: [{ matcher: 'idle_prompt', hooks: [hook] }],
  });
  const background = { ...DEFAULTS, timeoutSeconds: 900, review: 'background' as const, tools: [] };
  expect(asSettings(ourHooks('/bin/ccc', background, launchMessages.en))).toEqual({
    Stop: [
      {
        hooks: [
          {
            ...hook,
            command: `${command} --background`,
            asyncRewake: true,
            rewakeSummary: 'ccc: sent back by the reviewer',
            rewakeMessage: 'The reviewer of this session sends you back:',
          },
        ],
      },
    ],
    UserPromptSubmit: [{ hooks: [{ ...hook, command: `${command} --tell` }] }],
    SessionStart: [{ hooks: [hook] }],
    SessionEnd: [{ hooks: [hook] }],
    StopFailure: [{ hooks: [hook] }],
    Notification: [{ matcher: 'idle_prompt', hooks: [hook] }],
  });
  const [prompts] = ourHooks('/bin/ccc', { ...background, events: ['UserPromptSubmit'] }, launchMessages.en);
  expect(prompts?.entry.hooks).toEqual([{ ...hook, statusMessage: 'ccc: reviewing' }]);
});

it.each<[command: unknown, ours: boolean]>([
  ['ccc supervisor-hook', true],
  ['ccc supervisor-hook --session-id x', true],
  ['ccc supervisor-hook --background', true],
  ['ccc supervisor-hook --tell', true],
  ['"${CLAUDE_PLUGIN_ROOT}/bin/ccc" supervisor-hook', true],
  ['FOO=1 ccc  supervisor-hook', true],
  ['ccc supervisor-hooks', false],
  ['accc supervisor-hook', false],
  ['echo ccc', false],
  ['echo supervisor-hook', false],
  [undefined, false],
  [7, false],
])('%j starts our hook: %s', (command, ours) => expect(runsCccHook(command)).toBe(ours));

it('a status line script of that name is not ours', () => {
  expect(runsCcc('~/.claude/statusline.sh', 'statusline')).toBe(false);
  expect(runsCcc('ccc statusline', 'statusline')).toBe(true);
});
