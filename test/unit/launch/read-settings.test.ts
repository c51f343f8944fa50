import { describe, expect, it } from 'vitest';
import { ourHooks } from '../../../src/claude/hooks.ts';
import type { SettingsSource } from '../../../src/claude/settings-files.ts';
import { hooksToAdd } from '../../../src/launch/read-settings.ts';

const THIS = '/bin/ccc supervisor-hook';
const [STOP, QUESTION] = ourHooks('/this/ccc', 600, 'reviewing');
const hooks = (command: string, more: object = {}) => ({
  hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 600, ...more }] }] },
});

/** The command that a launch adds for Stop; undefined: none. The question is always ours. */
function added(own: object[], sources: [SettingsSource['scope'], object][]): unknown {
  const all = sources.map(([scope, value]) => ({ scope, path: scope, value: value as Record<string, unknown> }));
  const result = hooksToAdd([STOP, QUESTION] as never, own as never, all, (command) => command === THIS);
  expect(result.at(-1)).toEqual(QUESTION);
  const [stop] = result.slice(0, -1);
  const entry = stop?.entry.hooks as { command: string; timeout: number }[] | undefined;
  // Whatever the other entry has, ours has our time.
  if (entry) expect(entry).toMatchObject([{ timeout: 600, statusMessage: 'reviewing' }]);
  return entry?.[0]?.command;
}

describe('our hooks in a launch, beside those of settings files', () => {
  const ours = '/this/ccc supervisor-hook';
  const odd = [{ if: 'Bash(x)' }, { async: true }, { once: true }, { shell: 'bash' }, { timeout: 1 }, { args: ['x'] }];
  it.each<[what: string, own: object[], sources: [SettingsSource['scope'], object][], command: string | undefined]>([
    ['none', [], [], ours],
    // An identical command runs once, with our fields.
    ['the user’s, this program', [], [['user', hooks(THIS)]], THIS],
    ['the user’s, another copy', [], [['user', hooks('/other/ccc supervisor-hook')]], undefined],
    ...odd.map((more): [string, object[], [SettingsSource['scope'], object][], string] => [
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
  ])('%s', (_, own, sources, command) => expect(added(own, sources)).toBe(command));
});
