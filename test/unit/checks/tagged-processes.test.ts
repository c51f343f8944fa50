import { expect, it } from 'vitest';
import { checkEnvironment } from '../../../src/checks/tagged-processes.ts';

it("a check gets the user's environment, without keys and without the session", () => {
  const own = {
    PATH: '/bin',
    HOME: '/home/me',
    DATABASE_URL: 'x',
    GITHUB_TOKEN: 'theirs',
    CLAUDE_PROJECT_DIR: '/p',
    CLAUDE_CONFIG_DIR: '/c',
    CCC_CONFIG_DIR: '/c',
    CCC_DEPTH: '1',
    CCC_CC: 'clang, which is not ours',
  };
  const taken = Object.fromEntries(
    [
      ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_CUSTOM_HEADERS'],
      ...['AWS_BEARER_TOKEN_BEDROCK', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
      ...['CLAUDE_CODE_SESSION_ID', 'CLAUDE_PID', 'CLAUDE_ENV_FILE', 'CCC_SUPERVISOR_HOOK', 'CCC_SUPERVISOR_ID'],
      ...['CCC_SUPERVISOR', 'CCC_LAUNCH_SETTINGS', 'CCC_PROVIDER'],
    ].map((name) => [name, 'x']),
  );
  expect(checkEnvironment({ ...own, ...taken, GONE: undefined }, 'm')).toEqual({ ...own, CI: 'true', CCC_CHECK: 'm' });
});

it.each([
  [{}, 'true'],
  [{ CI: '0' }, '0'],
  [{ CI: '' }, ''],
])('CI of %j is %j', (env, ci) => expect(checkEnvironment(env, 'm').CI).toBe(ci));

it('one within another carries both marks', () =>
  expect(checkEnvironment({ CCC_CHECK: 'outer' }, 'inner').CCC_CHECK).toBe('outer.inner'));
