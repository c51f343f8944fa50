import { describe, expect, it } from 'vitest';
import { findHookBlockers, type HookBlocker } from '../../../src/claude/hook-blockers.ts';
import { type SettingsFile, usableSettings } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { blockerText, diagnoseSettings } from '../../../src/doctor/settings.ts';
import { settingsMessages } from '../../../src/i18n/doctor-settings.ts';
import { file } from './settings-file.ts';

const LAUNCH = { path: '/ccc.json', settings: {}, args: [] };
const brief = (diagnoses: { id: string; level: string }[]) => diagnoses.map(({ id, level }) => `${id}: ${level}`);

describe('settings as a whole', () => {
  const env = readEnv({ HOME: '/home/me' });
  const { supervisor } = supervisorOf({});
  const look = (files: SettingsFile[], current?: string) =>
    diagnoseSettings(files, {
      blockers: findHookBlockers(usableSettings(files), {}, LAUNCH),
      supervisor,
      current,
      env,
    });
  const place = { scope: 'user', path: '/user.json' } as const;

  it.each<[what: string, files: SettingsFile[], current: string | undefined, expected: string[]]>([
    ['nothing there', [{ ...place, state: 'absent' }], undefined, ['settings.agree: ok']],
    ['nothing in the way', [file('user', { model: 'x' })], 'a', ['settings.agree: ok']],
    ['unreadable', [{ ...place, state: 'unreadable', code: 'EACCES' }], undefined, ['settings.readable: problem']],
    [
      'broken',
      [{ ...place, state: 'broken', error: { code: 'CommaExpected', line: 3, column: 7 } }],
      undefined,
      ['settings.parsable: problem'],
    ],
    ['off', [file('user', { disableAllHooks: true })], undefined, ['settings.hooks_off: problem']],
    ['no effect', [file('user', { allowManagedHooksOnly: true })], undefined, ['settings.no_effect: note']],
    ['another provider', [file('user', { env: { ANTHROPIC_MODEL: 'x' } })], 'a', ['settings.other_provider: note']],
    ['no provider of ours', [file('user', { env: { ANTHROPIC_MODEL: 'x' } })], undefined, ['settings.agree: ok']],
  ])('%s', (_, files, current, expected) => {
    const diagnoses = look(files, current);
    expect(brief(diagnoses)).toEqual(expected);
    for (const { level, fix } of diagnoses) if (level !== 'ok') expect(fix).toMatch(/\S/);
  });

  it('says where a file breaks, and never what a variable holds', () => {
    const broken = look([{ ...place, state: 'broken', error: { code: 'CommaExpected', line: 3, column: 7 } }]);
    expect(broken[0]?.what).toContain('/user.json:3:7: comma expected');
    const other = look([file('user', { env: { ANTHROPIC_AUTH_TOKEN: 'made-up-4711', OTHER: 'y' } })], 'mine');
    expect(other[0]?.what).toMatch(/ANTHROPIC_AUTH_TOKEN.*mine/);
    expect(JSON.stringify(other)).not.toMatch(/made-up-4711|OTHER/);
  });
});

const CHINESE = /[\u4e00-\u9fff]/;
const BLOCKERS: HookBlocker[] = [
  { kind: 'setting', key: 'KEY', path: '/PATH', byAdministrator: false },
  { kind: 'setting', key: 'KEY', path: '/PATH', byAdministrator: true },
  { kind: 'variable', name: 'NAME', path: '/PATH' },
  { kind: 'variable', name: 'NAME', path: undefined },
  { kind: 'argument', argument: '--bare' },
];

it.each(BLOCKERS)('in both languages: %j', (blocker) => {
  const [english, chinese] = [blockerText(blocker, settingsMessages.en), blockerText(blocker, settingsMessages.zh)];
  for (const part of ['what', 'fix'] as const) {
    expect(chinese[part]).toMatch(CHINESE);
    for (const fact of ['KEY', '/PATH', 'NAME', '--bare'])
      expect([fact, chinese[part].includes(fact)]).toEqual([fact, english[part].includes(fact)]);
  }
});
