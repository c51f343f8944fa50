import { describe, expect, it } from 'vitest';
import { covers, foreignFields, isEntryOf } from '../../../src/claude/found-hooks.ts';
import type { RegisteredHook } from '../../../src/claude/hooks.ts';

const OURS = { type: 'command', command: 'ccc supervisor-hook', timeout: 600, statusMessage: 'reviewing' };
const BACKGROUND = {
  type: 'command',
  command: 'ccc supervisor-hook --background',
  asyncRewake: true,
  rewakeSummary: 'sent back',
  rewakeMessage: 'go on',
};
const TELLING = { type: 'command', command: 'ccc supervisor-hook --tell', timeout: 600 };
const STOP: RegisteredHook = { event: 'Stop' };
const STOP_LATER: RegisteredHook = { event: 'Stop', flag: '--background' };
const tool = (matcher: string): RegisteredHook => ({ event: 'PreToolUse', matcher });
const groupFor = (matcher: unknown) => ({ PreToolUse: [{ matcher, hooks: [OURS] }] });

describe('what is covered already', () => {
  it.each<[what: string, hooks: unknown, wanted: RegisteredHook, covered: boolean]>([
    ['nothing', undefined, STOP, false],
    ['a list', [], STOP, false],
    ['somebody else’s hook', { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] }, STOP, false],
    ['ours behind another', { Stop: [{ hooks: [{ type: 'command', command: 'x' }, OURS] }] }, STOP, true],
    ['another event', { SubagentStop: [{ hooks: [OURS] }] }, STOP, false],
    ['broken entries', { Stop: [null, 'x', { hooks: 'x' }, { hooks: [null] }] }, STOP, false],
    ['a matcher where there is none', { Stop: [{ matcher: 'x', hooks: [OURS] }] }, STOP, true],
    ['some subagents', { SubagentStop: [{ matcher: 'x', hooks: [OURS] }] }, { event: 'SubagentStop' }, false],
    ['all subagents', { SubagentStop: [{ matcher: '*', hooks: [OURS] }] }, { event: 'SubagentStop' }, true],

    ['a matcher that does not match', groupFor('Bash'), tool('AskUserQuestion'), false],
    ['the same matcher', groupFor('AskUserQuestion'), tool('AskUserQuestion'), true],
    ['a matcher for everything', groupFor('*'), tool('AskUserQuestion'), true],
    ['an expression for everything', groupFor('.*'), tool('AskUserQuestion'), true],
    ['no matcher', groupFor(undefined), tool('AskUserQuestion'), true],
    ['one of several', groupFor('Bash|AskUserQuestion'), tool('AskUserQuestion'), true],
    ['several, in another order', groupFor('Bash|Edit|Read'), tool('Read|Bash'), true],
    ['one of the wanted', groupFor('AskUserQuestion'), tool('AskUserQuestion|ExitPlanMode'), false],
    ['a part of the name', groupFor('AskUser'), tool('AskUserQuestion'), false],
    ['a broken expression', groupFor('('), tool('AskUserQuestion'), false],
    ['an expression that names it', groupFor('^(?!Bash|AskUserQuestion|Edit)'), tool('AskUserQuestion'), false],
    ['the same expression', groupFor('mcp__.*'), tool('mcp__.*'), true],
    ['a name for an expression', groupFor('mcp__x'), tool('mcp__.*'), false],
    ['everything, of one tool', groupFor('AskUserQuestion'), tool('*'), false],
    ['everything', groupFor(undefined), tool('*'), true],
    ['no text', groupFor(7), tool('AskUserQuestion'), false],

    ['in the background, as wanted', { Stop: [{ hooks: [BACKGROUND] }] }, STOP_LATER, true],
    ['in the background, to be waited for', { Stop: [{ hooks: [BACKGROUND] }] }, STOP, false],
    ['waiting, wanted in the background', { Stop: [{ hooks: [OURS] }] }, STOP_LATER, false],
    [
      'for the background, but the client waits',
      { Stop: [{ hooks: [{ ...BACKGROUND, asyncRewake: false }] }] },
      STOP_LATER,
      false,
    ],
    ['only telling', { UserPromptSubmit: [{ hooks: [TELLING] }] }, { event: 'UserPromptSubmit' }, false],
    [
      'telling, as wanted',
      { UserPromptSubmit: [{ hooks: [TELLING] }] },
      { event: 'UserPromptSubmit', flag: '--tell' },
      true,
    ],
    ['only the client is told', { Stop: [{ hooks: [{ ...OURS, asyncRewake: true }] }] }, STOP_LATER, false],
  ])('%s', (_, hooks, wanted, covered) => expect(covers(hooks, wanted)).toBe(covered));
});

describe('entries that could keep the hook from deciding are not plain', () => {
  it.each<[what: string, group: object, hook: object]>([
    ['if', {}, { if: 'Bash(x)' }],
    ['async', {}, { async: true }],
    ['asyncRewake', {}, { asyncRewake: true }],
    ['once', {}, { once: true }],
    ['shell', {}, { shell: 'powershell' }],
    ['args', {}, { args: [] }],
    ['another type', {}, { type: 'prompt' }],
    ['no time', {}, { timeout: 0 }],
    ['something in the group', { enabled: false }, {}],
  ])('%s', (what, group, hook) => {
    expect(covers({ Stop: [{ hooks: [{ ...OURS, ...hook }], ...group }] }, STOP)).toBe(false);
    expect(covers({ Stop: [{ hooks: [OURS] }] }, STOP)).toBe(true);
    const later = { Stop: [{ hooks: [{ ...BACKGROUND, ...hook }], ...group }] };
    expect(covers(later, STOP_LATER)).toBe(what === 'asyncRewake');
  });

  it('the fields for the background are foreign to a hook that is waited for', () => {
    const fields = (hook: object) => foreignFields({ event: 'Stop', group: {}, hook: { ...hook } });
    expect(fields(BACKGROUND)).toEqual([]);
    expect(fields({ ...BACKGROUND, command: OURS.command })).toEqual(['asyncRewake', 'rewakeSummary', 'rewakeMessage']);
    expect(fields({ ...BACKGROUND, once: true })).toEqual(['once']);
    expect(fields({ ...TELLING, asyncRewake: true })).toEqual(['asyncRewake']);
  });
});

it.each<[what: string, event: string, matcher: unknown, hook: object, wanted: RegisteredHook, is: boolean]>([
  ['as install writes it', 'Stop', undefined, OURS, STOP, true],
  ['an empty matcher is none', 'Stop', '', OURS, STOP, true],
  ['more than what is wanted', 'PreToolUse', '*', OURS, tool('Bash'), false],
  ['the same names in another order', 'PreToolUse', 'Edit|Bash', OURS, tool('Bash|Edit'), false],
  ['the other way of reviewing', 'Stop', undefined, BACKGROUND, STOP, false],
  ['another event', 'SubagentStop', undefined, OURS, STOP, false],
])('the entry that install writes: %s', (_, event, matcher, hook, wanted, is) =>
  expect(isEntryOf({ event, group: { matcher, hooks: [hook] }, hook: { ...hook } }, wanted)).toBe(is),
);
