import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SettingsFile } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { blockCap, diagnoseInstalledHooks, missingProgram } from '../../../src/doctor/installed-hooks.ts';
import { temporaryFolder, write } from '../folder.ts';
import { file } from './settings-file.ts';

const PATH = '/usr/bin:/bin';
const brief = (diagnoses: { id: string; level: string }[]) => diagnoses.map(({ id, level }) => `${id}: ${level}`);
const hook = (command: string, timeout: number | undefined = 600) => ({ type: 'command', command, timeout });
/** What `ccc install` writes beside the Stop hook. */
const others = (entry: object) => ({
  PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [entry] }],
  SessionStart: [{ hooks: [entry] }],
  SessionEnd: [{ hooks: [entry] }],
  StopFailure: [{ hooks: [entry] }],
  Notification: [{ matcher: 'idle_prompt', hooks: [entry] }],
});
const stop = (entry: object) => ({ hooks: { Stop: [{ hooks: [entry] }], ...others(entry) } });
const CAP = { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101' } };

describe('installed hooks', () => {
  const ccc = () => write(join(temporaryFolder(), 'ccc'), '#!/bin/sh\n', 0o755);
  const diagnose = (files: SettingsFile[], supervisor = {}, CCC_LANG = 'en') =>
    diagnoseInstalledHooks(
      files,
      supervisorOf({ supervisor }).supervisor,
      readEnv({ PATH, HOME: '/home/me', CCC_LANG }),
    );
  const check = (files: SettingsFile[], supervisor = {}) => [...new Set(brief(diagnose(files, supervisor)))];

  it('none', () => expect(check([file('user', { hooks: { Stop: [{ hooks: [hook('other')] }] } })])).toEqual([]));

  it('as they should be', () => {
    const command = `${ccc()} supervisor-hook`;
    expect(check([file('user', { ...stop(hook(command)), ...CAP })])).toEqual([]);
  });

  it('the same command in two places runs once, two commands are two reviews', () => {
    const [one, other] = [`${ccc()} supervisor-hook`, `${ccc()} supervisor-hook`];
    const user = file('user', { ...stop(hook(one)), ...CAP });
    expect(check([user, file('project', stop(hook(one)))])).toEqual([]);
    expect(check([user, file('project', stop(hook(other)))])).toEqual(['settings.hook_twice: warning']);
    // Of different events, and all of them wanted.
    const part = file('user', { hooks: { Stop: [{ hooks: [hook(one)] }] }, ...CAP });
    expect(check([part, file('local', { hooks: others(hook(other)) })])).toEqual([]);
    const later = { ...hook(`${one} --background`), asyncRewake: true };
    const twoWays = diagnose([user, file('project', { hooks: { Stop: [{ hooks: [later] }] } })]);
    expect(brief(twoWays)).toEqual(['settings.hooks_outdated: warning', 'settings.hook_twice: warning']);
  });

  const QUESTIONS = 'PreToolUse (AskUserQuestion)';
  it.each<[what: string, supervisor: object, missing: string[], superfluous: string[]]>([
    ['another event', { events: ['Stop', 'SubagentStop'] }, ['SubagentStop'], []],
    ['no Stop', { events: [] }, [], ['Stop']],
    ['other tools', { tools: ['Bash'] }, ['PreToolUse (Bash)'], [QUESTIONS]],
    [
      'another way of reviewing',
      { review: 'background' },
      ['Stop (--background)', 'UserPromptSubmit (--tell)'],
      ['Stop'],
    ],
  ])('%s is asked for than installed: said, with what to do', (_, supervisor, missing, superfluous) => {
    for (const scope of ['user', 'local', 'managed'] as const)
      for (const language of ['en', 'zh']) {
        const files = [file(scope, { ...stop(hook(`${ccc()} supervisor-hook`)), ...CAP })];
        const [found, ...more] = diagnose(files, supervisor, language);
        expect(more).toEqual([]);
        expect(found).toMatchObject({ id: 'settings.hooks_outdated', level: 'warning' });
        expect(found?.fix).toMatch(scope === 'managed' ? /administrator|管理员/ : `ccc install --scope ${scope}`);
        const [before, after = ''] = (found?.what ?? '').split(/superfluous: |多余：/);
        const [, named = ''] = (before ?? '').split(/missing: |缺少：/);
        expect([named.replace(/[;；]\s*$/, ''), after]).toEqual(
          [missing, superfluous].map((labels) => labels.join(language === 'en' ? ', ' : '、')),
        );
      }
  });

  it('an older installation lacks what was added since', () => {
    const entry = hook(`${ccc()} supervisor-hook`);
    const { PreToolUse } = others(entry);
    const old = file('user', { hooks: { Stop: [{ hooks: [entry] }], PreToolUse }, ...CAP });
    const [found, ...more] = diagnose([old]);
    expect(found?.what).toMatch(/missing: SessionStart, SessionEnd, StopFailure, Notification \(idle_prompt\)$/);
    expect(more).toEqual([]);
    // Another file may have it.
    const { SessionStart, SessionEnd, StopFailure, Notification } = others(entry);
    expect(diagnose([old, file('local', { hooks: { SessionStart, SessionEnd, StopFailure, Notification } })])).toEqual(
      [],
    );
  });

  it('what a ccc.json that could not be read asks for is not known', () => {
    const odd = { hooks: { SubagentStop: [{ hooks: [hook(`${ccc()} supervisor-hook`, 60)] }] } };
    const missing = stop(hook('/nowhere/ccc supervisor-hook', 60));
    const look = (value: Record<string, unknown>) =>
      brief(diagnoseInstalledHooks([file('user', value)], undefined, readEnv({ PATH, HOME: '/home/me' })));
    expect(look(odd)).toEqual([]);
    expect([...new Set(look(missing))]).toEqual(['settings.hook_program: problem']);
  });

  it('a repository’s control characters are not shown', () => {
    const entry = hook(`${ccc()} supervisor-hook`);
    const odd = { hooks: { PreToolUse: [{ matcher: '\u001b[2J', hooks: [entry] }] } };
    const found = diagnose([file('user', { ...stop(entry), ...CAP }), file('project', odd)]);
    expect(brief(found)).toEqual(['settings.hooks_outdated: warning']);
    expect(found[0]?.what).not.toContain('\u001b');
  });

  it('a program that is gone', () => {
    const gone = file('user', { ...stop(hook('/nowhere/ccc supervisor-hook')), ...CAP });
    expect(check([gone])).toEqual(['settings.hook_program: problem']);
  });

  it.each<[timeout: number | undefined, expected: string[]]>([
    [600, []],
    [60, ['settings.hook_timeout: warning']],
    [undefined, ['settings.hook_timeout: warning']],
    [900, ['settings.hook_timeout: note']],
  ])('a timeout of %s', (timeout, expected) => {
    const entry = {
      type: 'command',
      command: `${ccc()} supervisor-hook`,
      ...(timeout === undefined ? {} : { timeout }),
    };
    expect(check([file('user', { ...stop(entry), ...CAP })])).toEqual(expected);
  });

  it.each<[cap: string | undefined, max: number, expected: string[]]>([
    ['101', 20, []],
    ['20', 20, []],
    ['0', 20, []],
    ['19', 20, ['settings.block_cap: warning']],
    [undefined, 20, ['settings.block_cap: warning']],
    [undefined, 8, []],
    ['many', 20, ['settings.block_cap: warning']],
  ])('a cap of %s for %d rounds', (cap, max_iterations, expected) => {
    const env = cap === undefined ? {} : { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap } };
    expect(check([file('user', { ...stop(hook(`${ccc()} supervisor-hook`)), ...env })], { max_iterations })).toEqual(
      expected,
    );
  });

  it('the cap that counts most', () => {
    const of = (cap: string) => ({ env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap } });
    expect(blockCap([file('user', of('5')), file('local', of('6'))], { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '7' })).toBe(6);
    expect(blockCap([], { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '7' })).toBe(7);
    expect(blockCap([], {})).toBe(8);
  });

  it.each<[plugins: object, expected: string[]]>([
    [{ 'ccc@here': true }, ['settings.plugin_too: warning']],
    [{ 'ccc@here': false }, []],
    [{ 'cccc@here': true }, []],
  ])('beside the plugins %j', (enabledPlugins, expected) => {
    const user = file('user', { ...stop(hook(`${ccc()} supervisor-hook`)), ...CAP, enabledPlugins });
    expect(check([user])).toEqual(expected);
  });

  it.each<[command: string, missing: string | undefined]>([
    ['/bin/sh supervisor-hook', undefined],
    ['sh supervisor-hook', undefined],
    ['ccc-that-is-not-there supervisor-hook', 'ccc-that-is-not-there'],
    ["'/no where/ccc' supervisor-hook", '/no where/ccc'],
    ['"/no where/ccc" supervisor-hook', '/no where/ccc'],
    ['/no\\ where/ccc supervisor-hook', '/no where/ccc'],
    ['/bin/sh /nowhere/ccc.cjs supervisor-hook', '/nowhere/ccc.cjs'],
    ['CCC_LANG=zh /nowhere/ccc supervisor-hook', '/nowhere/ccc'],
    ['$HOME/bin/ccc supervisor-hook', undefined],
    ['~/bin/ccc supervisor-hook', undefined],
    ['supervisor-hook', undefined],
  ])('the program missing in %s: %s', (command, missing) => expect(missingProgram(command, PATH)).toBe(missing));
});
