import { describe, expect, it } from 'vitest';
import { eventsCovered, ourHooks, runsCcc, runsCccHook } from '../../../src/claude/hooks.ts';

it('what is registered is what is recognised', () => {
  for (const program of ['ccc', '/usr/bin/ccc', "'/a b/ccc'", "/usr/bin/node '/it'\\''s/dist/ccc.cjs'"]) {
    const entries = ourHooks(program, 600, 'reviewing');
    expect(entries.map(({ event }) => event)).toEqual(['Stop', 'PreToolUse']);
    const hooks = Object.fromEntries(entries.map(({ event, entry }) => [event, [entry]]));
    expect(eventsCovered(hooks)).toEqual(['Stop', 'PreToolUse']);
    expect(hooks).toMatchObject({
      Stop: [
        {
          hooks: [{ type: 'command', command: `${program} supervisor-hook`, timeout: 600, statusMessage: 'reviewing' }],
        },
      ],
      PreToolUse: [{ matcher: 'AskUserQuestion' }],
    });
  }
});

it.each<[command: unknown, ours: boolean]>([
  ['ccc supervisor-hook', true],
  ['ccc supervisor-hook --session-id x', true],
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

describe('events that are covered already', () => {
  const ours = [{ type: 'command', command: 'ccc supervisor-hook' }];
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, []],
    ['a list', [], []],
    ['somebody else’s hook', { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] }, []],
    ['ours behind another', { Stop: [{ hooks: [{ type: 'command', command: 'x' }, ...ours] }] }, ['Stop']],
    ['a matcher that does not match', { PreToolUse: [{ matcher: 'Bash', hooks: ours }] }, []],
    ['a matcher for everything', { PreToolUse: [{ matcher: '*', hooks: ours }] }, ['PreToolUse']],
    ['no matcher', { PreToolUse: [{ hooks: ours }] }, ['PreToolUse']],
    ['one of several', { PreToolUse: [{ matcher: 'Bash|AskUserQuestion', hooks: ours }] }, ['PreToolUse']],
    ['a part of the name', { PreToolUse: [{ matcher: 'AskUser', hooks: ours }] }, []],
    ['a broken expression', { PreToolUse: [{ matcher: '(', hooks: ours }] }, []],
    ['broken entries', { Stop: [null, 'x', { hooks: 'x' }, { hooks: [null] }] }, []],
  ])('%s', (_, hooks, events) => expect(eventsCovered(hooks)).toEqual(events));
});
