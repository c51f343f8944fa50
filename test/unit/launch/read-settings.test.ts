import { describe, expect, it } from 'vitest';
import { asSettings, type HookEntry, ourHooks } from '../../../src/claude/hooks.ts';
import type { SettingsSource } from '../../../src/claude/settings-files.ts';
import { NO_SUPERVISOR_SECTION, type SupervisorConfig } from '../../../src/config/supervisor-config.ts';
import { launchMessages } from '../../../src/i18n/launch.ts';
import { hooksToAdd, otherReview } from '../../../src/launch/read-settings.ts';

const THIS = '/bin/ccc supervisor-hook';
const isThisHook = (command: unknown) => command === THIS || command === `${THIS} --background`;
const DEFAULTS = NO_SUPERVISOR_SECTION.supervisor;
const hooksFor = (settings: Partial<SupervisorConfig>, program = '/this/ccc') =>
  ourHooks(program, { ...DEFAULTS, ...settings }, launchMessages.en);
const [, QUESTION, ...RECORDED] = hooksFor({});
const hooks = (command: string, more: object = {}) => ({
  hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 600, ...more }] }] },
});
type Sources = [SettingsSource['scope'], object][];
const sourcesOf = (sources: Sources) =>
  sources.map(([scope, value]) => ({ scope, path: `/${scope}.json`, value: value as Record<string, unknown> }));
const commandOf = (hook: HookEntry | undefined) =>
  (hook?.entry.hooks as { command: string }[] | undefined)?.[0]?.command;

/** The command that a launch adds for Stop; undefined: none. The others are always ours. */
function added(own: object[], sources: Sources): unknown {
  const all = { own: own as Record<string, unknown>[], sources: sourcesOf(sources), plugins: [], isThisHook };
  const result = hooksToAdd(hooksFor({}), all);
  const others = [QUESTION, ...RECORDED];
  expect(result.slice(-others.length)).toEqual(others);
  const [stop] = result.slice(0, -others.length);
  // Whatever the other entry has, ours has our time.
  if (stop) expect(stop.entry.hooks).toMatchObject([{ timeout: 600, statusMessage: 'ccc: reviewing' }]);
  return commandOf(stop);
}

describe('our hooks in a launch, beside those of settings files', () => {
  const ours = '/this/ccc supervisor-hook';
  const odd = [{ if: 'Bash(x)' }, { async: true }, { once: true }, { shell: 'bash' }, { timeout: 1 }, { args: ['x'] }];
  it.each<[what: string, own: object[], sources: Sources, command: string | undefined]>([
    ['none', [], [], ours],
    // An identical command runs once, with our fields.
    ['the user’s, this program', [], [['user', hooks(THIS)]], THIS],
    ['the user’s, another copy', [], [['user', hooks('/other/ccc supervisor-hook')]], undefined],
    ...odd.map((more): [string, object[], Sources, string] => [
      `the user’s, another copy with ${JSON.stringify(more)}`,
      [],
      [['user', hooks('/other/ccc supervisor-hook', 'timeout' in more ? { timeout: 0 } : more)]],
      ours,
    ]),
    ...(['project', 'local'] as const).flatMap((scope) => [
      [`${scope}, this program`, [], [[scope, hooks(THIS)]], THIS] as never,
      [`${scope}, another program of that name`, [], [[scope, hooks('/evil/ccc supervisor-hook')]], ours] as never,
      ...odd.map((more) => [`${scope}, ${JSON.stringify(more)}`, [], [[scope, hooks(THIS, more)]], THIS] as never),
    ]),
    ['an administrator’s', [], [['managed', hooks('ccc supervisor-hook')]], undefined],
    ['an administrator’s that never runs', [], [['managed', hooks('ccc supervisor-hook', { if: 'x' })]], ours],
    ['the launch’s own', [hooks('ccc supervisor-hook')], [], undefined],
    ['the launch’s own, which decides nothing', [hooks('ccc supervisor-hook', { async: true })], [], ours],
    ['for the background, this program', [], [['project', hooks(`${THIS} --background`, { asyncRewake: true })]], ours],
  ])('%s', (_, own, sources, command) => expect(added(own, sources)).toBe(command));

  const tools = { tools: ['AskUserQuestion', 'ExitPlanMode', 'mcp__.*'] };
  const matcher = (text: string, command = 'ccc supervisor-hook') => ({
    PreToolUse: [{ matcher: text, hooks: [{ type: 'command', command }] }],
  });
  it.each<[what: string, registered: object, added: [matcher: unknown, command: string][]]>([
    [
      'nothing',
      {},
      [
        ['AskUserQuestion|ExitPlanMode', ours],
        ['mcp__.*', ours],
      ],
    ],
    [
      'one of the names',
      matcher('AskUserQuestion'),
      [
        ['AskUserQuestion|ExitPlanMode', ours],
        ['mcp__.*', ours],
      ],
    ],
    ['all the names', matcher('Bash|ExitPlanMode|AskUserQuestion'), [['mcp__.*', ours]]],
    ['the expression', matcher('mcp__.*'), [['AskUserQuestion|ExitPlanMode', ours]]],
    ['everything', matcher('*'), []],
    // For a tool that both match, the client runs an identical command once.
    [
      'one name, by this program',
      matcher('AskUserQuestion', THIS),
      [
        ['AskUserQuestion|ExitPlanMode', THIS],
        ['mcp__.*', THIS],
      ],
    ],
  ])('tools: %s is registered already', (_, registered, expected) => {
    const wanted = hooksFor({ ...tools, events: [] });
    const sources = sourcesOf([['user', { hooks: registered }]]);
    const result = hooksToAdd(wanted, { own: [], sources, plugins: [], isThisHook });
    const found = result.filter(({ event }) => event === 'PreToolUse');
    expect(found.map((hook) => [hook.entry.matcher, commandOf(hook)])).toEqual(expected);
  });

  it('a plugin counts by what it brings, entry by entry', () => {
    const plugins = [asSettings(hooksFor({}, '"${CLAUDE_PLUGIN_ROOT}/bin/ccc"'))];
    const from = (settings: Partial<SupervisorConfig>) =>
      hooksToAdd(hooksFor(settings), { own: [], sources: [], plugins, isThisHook });
    expect(from({})).toEqual([]);
    expect(from({ events: ['Stop', 'SubagentStop'], ...tools })).toEqual(
      hooksFor({ events: ['SubagentStop'], ...tools }).slice(0, -RECORDED.length),
    );
  });
});

describe('another way of reviewing that is registered for Stop', () => {
  const LATER = { asyncRewake: true };
  const waiting = hooks('/other/ccc supervisor-hook');
  const later = hooks('/other/ccc supervisor-hook --background', LATER);
  const exactly = (flag: string, more: object = {}) => hooks(`${THIS}${flag}`, flag ? { ...LATER, ...more } : more);
  type Given = { own?: object; plugin?: object; sources?: Sources; events?: SupervisorConfig['events'] };

  it.each<[what: string, wanted: SupervisorConfig['review'], given: Given, followed: object | undefined]>([
    ['nothing', 'background', {}, undefined],
    ['the same', 'wait', { sources: [['user', waiting]] }, undefined],
    ['the user’s', 'background', { sources: [['user', waiting]] }, { review: 'wait', by: 'user', path: '/user.json' }],
    ['the user’s', 'wait', { sources: [['user', later]] }, { review: 'background', by: 'user', path: '/user.json' }],
    [
      'an administrator’s',
      'background',
      { sources: [['managed', waiting]] },
      { review: 'wait', by: 'managed', path: '/managed.json' },
    ],
    ['the launch’s own', 'background', { own: waiting }, { review: 'wait', by: 'launch' }],
    ['a plugin’s', 'background', { plugin: waiting }, { review: 'wait', by: 'plugin' }],
    [
      'one that decides nothing',
      'background',
      { sources: [['user', hooks('ccc supervisor-hook', { if: 'x' })]] },
      undefined,
    ],
    ['both of them', 'background', { own: later, sources: [['user', waiting]] }, undefined],
    ['with Stop not reviewed', 'background', { events: [], sources: [['user', waiting]] }, undefined],
    // Stricter than what is wanted, and by exactly this program.
    [
      'a repository’s',
      'background',
      { sources: [['local', exactly('')]] },
      { review: 'wait', by: 'local', path: '/local.json' },
    ],
    ['a repository’s of another program', 'background', { sources: [['project', waiting]] }, undefined],
    ['a repository’s with a second', 'background', { sources: [['project', exactly('', { timeout: 1 })]] }, undefined],
    ['a repository’s, to be less strict', 'wait', { sources: [['project', exactly(' --background')]] }, undefined],
  ])('%s, with "%s" wanted', (_, review, { own, plugin, sources = [], events = ['Stop'] }, followed) => {
    const all = {
      own: own ? [own as Record<string, unknown>] : [],
      sources: sourcesOf(sources),
      plugins: plugin ? [(plugin as { hooks: unknown }).hooks] : [],
      isThisHook,
    };
    expect(otherReview({ ...DEFAULTS, events, review }, all)).toEqual(followed);
  });

  it('is followed: then nothing is added beside it', () => {
    const all = { own: [], sources: sourcesOf([['user', exactly('')]]), plugins: [], isThisHook };
    const followed = otherReview({ ...DEFAULTS, review: 'background' }, all);
    const result = hooksToAdd(hooksFor({ review: followed?.review ?? 'background' }), all);
    expect(result.map(({ event }) => event)).toEqual([
      'Stop',
      'PreToolUse',
      'SessionStart',
      'SessionEnd',
      'StopFailure',
      'Notification',
    ]);
    expect(commandOf(result[0])).toBe(THIS);
  });
});
