import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Env, readEnv } from '../../../src/config/env.ts';
import type { Language } from '../../../src/i18n/language.ts';

describe('each variable', () => {
  it.each<[name: string, field: keyof Env]>([
    ['CCC_CONFIG_DIR', 'configDir'],
    ['CLAUDE_CONFIG_DIR', 'claudeConfigDir'],
    ['CCC_SUPERVISOR_ID', 'supervisorId'],
    ['CCC_CLAUDE', 'claude'],
    ['PATH', 'path'],
    ['CLAUDE_PROJECT_DIR', 'projectDir'],
    ['CLAUDE_CODE_SESSION_ID', 'clientSessionId'],
    ['CCC_PROVIDER', 'provider'],
  ])('%s is %s, and empty counts as unset', (name, field) => {
    expect(readEnv({ [name]: 'value' })[field]).toBe('value');
    expect(readEnv({ [name]: '' })[field]).toBe(readEnv({})[field]);
  });

  it.each([
    ['1', true],
    ['0', false],
    ['', false],
    ['yes', false],
  ])('CLAUDE_CODE_SESSION_ATTENDED=%s', (value, isAttended) =>
    expect(readEnv({ CLAUDE_CODE_SESSION_ATTENDED: value }).isAttended).toBe(isAttended),
  );

  it('nothing set', () =>
    expect(readEnv({})).toEqual({
      home: userInfo().homedir,
      insideReview: false,
      insideCheck: false,
      insideClient: false,
      insideStatusLine: false,
      isAttended: false,
      isUnattended: false,
      depth: 0,
      startsSupervised: undefined,
      requiresApproval: false,
      path: '',
      language: 'en',
      all: {},
      ignored: [],
    }));

  it.each([
    ['1', true],
    ['yes', true],
    // A gate that is misspelled stays closed.
    ['yse', true],
    ['0', false],
    ['off', false],
    ['', false],
  ])('CCC_REQUIRE_APPROVAL=%s: %j', (value, expected) =>
    expect(readEnv({ CCC_REQUIRE_APPROVAL: value }).requiresApproval).toBe(expected),
  );

  it.each([
    ['4711', 4711],
    ['0', undefined],
    ['12a', undefined],
  ])('CLAUDE_PID=%s: %j', (value, expected) => expect(readEnv({ CLAUDE_PID: value }).clientPid).toBe(expected));

  it('everything is there for child processes', () => {
    const all = { A: '1', CCC_LANG: 'zh', EMPTY: '' };
    expect(readEnv(all).all).toBe(all);
  });
});

describe('the home', () => {
  it.each([
    ['/home/user', '/home/user'],
    ['', userInfo().homedir],
    ['.', userInfo().homedir],
    ['relative/home', userInfo().homedir],
  ])('HOME=%j', (HOME, home) => expect(readEnv({ HOME }).home).toBe(home));
});

describe('switches', () => {
  it.each([
    ['1', true, true],
    ['0', false, false],
    ['true', false, true],
    ['ON', false, true],
    ['no', false, false],
    ['maybe', false, undefined],
    ['', false, undefined],
    [undefined, false, undefined],
  ])('%j', (value, inside, supervised) => {
    expect(readEnv({ CCC_SUPERVISOR_HOOK: value }).insideReview).toBe(inside);
    expect(readEnv({ CCC_SUPERVISOR: value }).startsSupervised).toBe(supervised);
  });
});

describe('the language', () => {
  it.each<[all: Record<string, string>, language: Language]>([
    [{ CCC_LANG: 'zh' }, 'zh'],
    [{ CCC_LANG: 'zh-CN' }, 'zh'],
    [{ CCC_LANG: 'ZH' }, 'zh'],
    [{ CCC_LANG: 'fr' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'en_US.UTF-8' }, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LC_MESSAGES: 'zh_TW', LANG: 'en_US' }, 'zh'],
    [{ LC_ALL: 'C', LC_MESSAGES: 'zh_CN', LANG: 'zh_CN' }, 'en'],
    [{ CCC_LANG: 'en', LC_ALL: 'zh_CN' }, 'en'],
    [{ CCC_LANG: '', LANG: 'zh_CN' }, 'zh'],
  ])('%j: %s', (all, language) => expect(readEnv(all).language).toBe(language));
});
