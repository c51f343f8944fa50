import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { diagnose, diagnoseTerminal, type TerminalFacts } from '../../../src/doctor/diagnose.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { isUtf8 } from '../../../src/platform/terminal-style.ts';
import { temporaryFolder, write } from '../folder.ts';

const GOOD = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' };
const WIDE: TerminalFacts = { isTerminal: true, columns: 120 };

it.each<[what: string, facts: TerminalFacts, env: Record<string, string>, notes: string[]]>([
  ['a good one', WIDE, GOOD, []],
  ['just wide enough', { isTerminal: true, columns: 80 }, GOOD, []],
  ['of unknown size', { isTerminal: true, columns: 0 }, GOOD, []],
  ['narrow', { isTerminal: true, columns: 79 }, GOOD, ['terminal.width']],
  ['none', { isTerminal: false, columns: undefined }, GOOD, ['terminal.is_one']],
  ['none, and no TERM either', { isTerminal: false, columns: undefined }, { LANG: 'C.UTF-8' }, ['terminal.is_one']],
  ['dumb', WIDE, { ...GOOD, TERM: 'dumb' }, ['terminal.kind']],
  ['without TERM', WIDE, { LANG: 'C.utf8' }, ['terminal.kind']],
  ['with another locale', WIDE, { ...GOOD, LC_ALL: 'C' }, ['terminal.locale']],
  ['without a locale', WIDE, { TERM: 'xterm' }, ['terminal.locale']],
])('%s', (_, facts, env, notes) => {
  const diagnoses = diagnoseTerminal(facts, readEnv(env), doctorMessages.en);
  expect(diagnoses.filter(({ level }) => level !== 'ok').map(({ id }) => id)).toEqual(notes);
  expect(diagnoses.every(({ level }) => level === 'ok' || level === 'note')).toBe(true);
  expect(diagnoses).not.toEqual([]);
});

it.each([
  [{ LANG: 'zh_CN.UTF-8' }, true],
  [{ LANG: 'zh_CN.utf8' }, true],
  [{ LANG: 'C.UTF-8', LC_CTYPE: 'POSIX' }, false],
  [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, true],
  [{ LANG: 'C.UTF-8', LC_ALL: '' }, true],
  [{}, false],
])('UTF-8 under %j: %s', (env, expected) => expect(isUtf8(env)).toBe(expected));

it.each<[what: string, make: (config: string) => unknown, outdated: boolean]>([
  ['absent', () => {}, true],
  ['with a wrong value', (config) => write(config, '{"supervisor": {"review": 1}}'), true],
  ['broken', (config) => write(config, '{"supervisor": '), false],
  ['unreadable', (config) => mkdirSync(config, { recursive: true }), false],
])('installed hooks beside a ccc.json that is %s: out of date: %j', async (_, make, outdated) => {
  for (const CCC_LANG of ['en', 'zh']) {
    const home = temporaryFolder();
    const hooks = { SubagentStop: [{ hooks: [{ type: 'command', command: 'ccc supervisor-hook', timeout: 60 }] }] };
    write(join(home, '.claude/settings.json'), JSON.stringify({ hooks }));
    make(join(home, '.claude/ccc.json'));
    const found = await diagnose({
      env: readEnv({ ...GOOD, HOME: home, PATH: join(home, 'bin'), CCC_LANG }),
      folder: home,
      terminal: WIDE,
      quick: true,
      abortSignal: new AbortController().signal,
      progress: () => {},
    });
    const ids = found.map(({ id }) => id);
    expect(ids).toContain('settings.hook_program');
    expect([ids.includes('settings.hooks_outdated'), ids.includes('settings.hook_timeout')]).toEqual([
      outdated,
      outdated,
    ]);
  }
});
