import { describe, expect, it } from 'vitest';
import type { SettingsFile } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import {
  failedRoundTripFix,
  failedRoundTripText,
  hookScenarios,
  realApiSetting,
} from '../../../src/doctor/hook-round-trip.ts';
import type { RoundTripOutcome } from '../../../src/sandbox/round-trip.ts';
import type { SandboxExit } from '../../../src/sandbox/run-client.ts';
import { file } from './settings-file.ts';

it.each<[what: string, settings: Record<string, unknown>, name: string | undefined]>([
  ['a host', { env: { ANTHROPIC_BASE_URL: 'https://gateway.example' } }, 'ANTHROPIC_BASE_URL'],
  ['a credential', { env: { ANTHROPIC_AUTH_TOKEN: 'x' } }, 'ANTHROPIC_AUTH_TOKEN'],
  ['a cloud', { env: { CLAUDE_CODE_USE_VERTEX: '1' } }, 'CLAUDE_CODE_USE_VERTEX'],
  ['a proxy', { env: { https_proxy: 'http://proxy' } }, 'https_proxy'],
  ['a helper', { apiKeyHelper: 'get-key' }, 'apiKeyHelper'],
  ['a model', { env: { ANTHROPIC_MODEL: 'x', ANTHROPIC_SMALL_FAST_MODEL: 'y' } }, undefined],
  ['nothing', {}, undefined],
])('an administrator who sets %s', (_, settings, name) => {
  expect(realApiSetting([file('managed', {}), file('managed', settings)])).toBe(name);
  // The user's own are not copied, so they lead nowhere.
  expect(realApiSetting([file('user', settings)])).toBeUndefined();
});

describe('what is tried', () => {
  const configured = (supervisor: object = {}) =>
    supervisorOf({ supervisor: { timeout_seconds: 77, ...supervisor } }).supervisor;
  const ours = { type: 'command', command: '/opt/ccc supervisor-hook', timeout: 5 };
  const play = (files: SettingsFile[], launchSettings = {}, args: string[] = [], supervisor = configured()) =>
    Object.fromEntries(hookScenarios({ files, supervisor, launchSettings, args, env: readEnv({ HOME: '/home/me' }) }));

  it('a launch: our hooks over harmless settings, nothing installed', () => {
    const { launch, installed } = play([file('user', { hooks: { Stop: [{ hooks: [{ command: 'other' }] }] } })]);
    expect(installed).toBeUndefined();
    expect(launch?.user).toEqual({});
    expect(Object.keys(launch?.launch?.hooks as object)).toEqual([
      'Stop',
      'PreToolUse',
      'SessionStart',
      'SessionEnd',
      'StopFailure',
      'Notification',
    ]);
    expect(JSON.stringify(launch?.launch)).toMatch(/supervisor-hook","timeout":77/);
  });

  it('of several events only the stop, which the script answers, in the way it is reviewed', () => {
    const supervisor = configured({ events: ['Stop', 'PostToolUse'], review: 'background', tools: [] });
    const installedHooks = { Stop: [{ hooks: [ours] }], PostToolUse: [{ hooks: [ours] }] };
    const { launch, installed } = play([file('user', { hooks: installedHooks })], {}, [], supervisor);
    expect(Object.keys(launch?.launch?.hooks as object)).toEqual([
      'Stop',
      'UserPromptSubmit',
      'SessionStart',
      'SessionEnd',
      'StopFailure',
      'Notification',
    ]);
    expect(JSON.stringify(launch?.launch)).toMatch(/supervisor-hook --background","timeout":77,"asyncRewake":true/);
    expect(installed?.user.hooks).toEqual({ Stop: [{ hooks: [ours] }] });
  });

  it('switches of every scope are in force', () => {
    const { launch } = play(
      [
        file('user', { disableAllHooks: true }),
        file('project', { disableAllHooks: false, model: 'x' }),
        file('local', {}),
      ],
      { disableAllHooks: true, apiKeyHelper: 'x' },
      ['--verbose', '--bare'],
    );
    expect(launch).toMatchObject({
      user: { disableAllHooks: true },
      project: { disableAllHooks: false },
      local: {},
      launch: { disableAllHooks: true },
      args: ['--bare'],
    });
    expect(launch?.project).not.toHaveProperty('model');
    expect(launch?.launch).not.toHaveProperty('apiKeyHelper');
  });

  it('installed hooks: as they are, without those of a launch', () => {
    const hooks = {
      Stop: [{ hooks: [ours, { command: 'other' }] }],
      SessionStart: [{ hooks: [{ command: 'other' }] }],
    };
    const { launch, installed } = play([file('user', { hooks, disableAllHooks: true })]);
    expect(installed).toEqual({
      user: { disableAllHooks: true, hooks: { Stop: [{ hooks: [ours] }] } },
      project: {},
      local: {},
      launch: undefined,
      args: [],
    });
    expect(launch?.user).toEqual({ disableAllHooks: true });
  });

  it("a repository's hooks are never run", () => {
    const { installed } = play([file('user', {}), file('project', { hooks: { Stop: [{ hooks: [ours] }] } })]);
    expect(installed).toBeUndefined();
  });
});

const CHINESE = /[\u4e00-\u9fff]/;
const OUTCOMES: RoundTripOutcome[] = [
  { kind: 'not-started', code: 'EACCES' },
  { kind: 'no-request' },
  { kind: 'no-hook', error: 'ERROR' },
  { kind: 'no-review', error: 'ERROR' },
  { kind: 'no-feedback' },
  { kind: 'no-verdicts', found: ['FOUND'] },
];
const ENDINGS: SandboxExit[] = [
  { kind: 'exited', code: 3, signal: null },
  { kind: 'exited', code: null, signal: 'SIGSEGV' },
  { kind: 'too-slow', seconds: 60 },
];

describe('what is said of a round trip that broke', () => {
  it.each(OUTCOMES)('$kind', (outcome) => {
    for (const ending of ENDINGS) {
      const [english, chinese] = [
        failedRoundTripText({ outcome, ending }, 'en'),
        failedRoundTripText({ outcome, ending }, 'zh'),
      ];
      expect(chinese).toMatch(CHINESE);
      expect(english).not.toMatch(CHINESE);
      for (const fact of ['ERROR', 'FOUND', 'EACCES', 'SIGSEGV', ' 3', '60'])
        expect([fact, chinese.includes(fact)]).toEqual([fact, english.includes(fact)]);
    }
    for (const which of ['launch', 'installed'] as const) {
      expect(failedRoundTripFix({ outcome }, which, 'en')).toMatch(/\S{2}/);
      expect(failedRoundTripFix({ outcome }, which, 'zh')).toMatch(CHINESE);
    }
  });

  it('says it differently for each', () => {
    const said = OUTCOMES.map((outcome) =>
      failedRoundTripText({ outcome, ending: { kind: 'exited', code: 0, signal: null } }, 'en'),
    );
    expect(new Set(said).size).toBe(OUTCOMES.length);
  });
});
