import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { readOnlyGitEnv } from '../../../src/git/read-only-env.ts';
import { providerCredentials, withProjectApi, workerCredentials } from '../../../src/review/credentials.ts';

const HOME = '/home/user';
const READ_ONLY_GIT_ENV = readOnlyGitEnv({});
const env = (all: Record<string, string>) => readEnv({ HOME, ...all });

describe('the reviewer’s environment', () => {
  it('is the worker’s, marked as inside a review', () =>
    expect(workerCredentials(env({ ANTHROPIC_AUTH_TOKEN: 't', PATH: '/bin' }), undefined).env).toEqual({
      HOME,
      PATH: '/bin',
      ANTHROPIC_AUTH_TOKEN: 't',
      ...READ_ONLY_GIT_ENV,
      CCC_SUPERVISOR_HOOK: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    }));

  it.each([
    'CLAUDECODE',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_SESSION_ATTENDED',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'CLAUDE_EFFORT',
    'CLAUDE_ENV_FILE',
    'CLAUDE_PID',
    'BUN_OPTIONS',
    'BUN_BE_BUN',
  ])('%s is not passed on', (name) => {
    expect(workerCredentials(env({ [name]: '1' }), { env: { [name]: '2' } }).env).not.toHaveProperty(name);
  });

  it.each([
    ['CCC_SUPERVISOR_HOOK', '0', '1'],
    ['CLAUDE_CODE_MAX_RETRIES', '10', '2'],
  ])('%s=%s becomes %s', (name, given, becomes) =>
    expect(workerCredentials(env({ [name]: given }), { env: { [name]: given } }).env[name]).toBe(becomes),
  );

  it('takes what the settings add, and lets what is there win', () => {
    const settings = { env: { ANTHROPIC_BASE_URL: 'http://settings', ANTHROPIC_API_KEY: 'k', PORT: 80, BAD: null } };
    expect(workerCredentials(env({ ANTHROPIC_BASE_URL: 'http://hook' }), settings).env).toEqual({
      HOME,
      ANTHROPIC_BASE_URL: 'http://hook',
      ANTHROPIC_API_KEY: 'k',
      ...READ_ONLY_GIT_ENV,
      CCC_SUPERVISOR_HOOK: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    });
  });
});

describe('the reviewer’s settings', () => {
  it('are the user’s authentication and nothing else', () => {
    const authentication = {
      apiKeyHelper: '/bin/key',
      awsAuthRefresh: 'aws sso login',
      awsCredentialExport: '/bin/aws',
      gcpAuthRefresh: 'gcloud auth login',
      proxyAuthHelper: '/bin/proxy',
      forceLoginMethod: 'console',
      forceLoginOrgUUID: 'u',
      forceLoginGatewayUrl: 'https://gateway',
    };
    const rest = { hooks: { Stop: [] }, permissions: { allow: ['Bash'] }, model: 'm', statusLine: {}, env: { A: 'b' } };
    expect(workerCredentials(env({}), { ...rest, ...authentication }).settings).toEqual(authentication);
  });

  it.each([undefined, null, [], 'text', 7, {}, { hooks: {} }])('%j has none', (settings) =>
    expect(workerCredentials(env({}), settings).settings).toBeUndefined(),
  );

  it.each([undefined, null, [], 'text', 7, {}, { env: 'A=b' }, { env: ['A=b'] }])('%j adds no variables', (settings) =>
    expect(Object.keys(workerCredentials(env({}), settings).env)).toEqual([
      'HOME',
      ...Object.keys(READ_ONLY_GIT_ENV),
      'CCC_SUPERVISOR_HOOK',
      'CLAUDE_CODE_MAX_RETRIES',
    ]),
  );
});

describe('a provider of the reviewer’s own', () => {
  const worker = {
    ANTHROPIC_BASE_URL: 'https://worker.example',
    ANTHROPIC_AUTH_TOKEN: 'worker-token',
    ANTHROPIC_CUSTOM_HEADERS: 'x-worker: secret',
    ANTHROPIC_MODEL: 'worker-model',
    CLAUDE_CODE_OAUTH_TOKEN: 'worker-login',
    CCC_PROVIDER: 'worker',
    CCC_LAUNCH_SETTINGS: '/x/launch-1.settings.json',
    PATH: '/bin',
  };
  const settings = { apiKeyHelper: 'echo worker-helper' };
  const eyes = (more: object) => ({ name: 'eyes', env: {}, settings: {}, host: 'own' as const, ...more });

  it('nothing of the worker’s reaches it', () => {
    const variables = { ANTHROPIC_BASE_URL: 'https://eyes.example', ANTHROPIC_API_KEY: 'eyes-key' };
    const given = providerCredentials(
      eyes({ env: variables, settings: { model: 'm', hooks: {} } }),
      env(worker),
      settings,
    );
    expect(JSON.stringify(given)).not.toContain('worker');
    expect(given.env).toMatchObject({ ...variables, PATH: '/bin', CCC_SUPERVISOR_HOOK: '1' });
    // One that repeats its key, so that a key in a file of the client's own stays there.
    expect(given.settings).toEqual({ apiKeyHelper: expect.stringContaining('ANTHROPIC_API_KEY') });
  });

  it('its own helper is handed over', () => {
    const provider = eyes({ env: { ANTHROPIC_BASE_URL: 'https://eyes.example' }, settings: { apiKeyHelper: 'mine' } });
    expect(providerCredentials(provider, env(worker), settings).settings).toEqual({ apiKeyHelper: 'mine' });
  });

  it('one with nothing in it is the user’s own login, also while the worker is elsewhere', () => {
    const given = providerCredentials(eyes({ host: 'login' }), env(worker), settings);
    expect(given.env).not.toHaveProperty('ANTHROPIC_BASE_URL');
    expect(given.env).not.toHaveProperty('ANTHROPIC_AUTH_TOKEN');
    expect(given.settings).toEqual({ apiKeyHelper: '' });
    const home = providerCredentials(eyes({ host: 'login' }), env({ ANTHROPIC_API_KEY: 'sk-ant-mine' }), settings);
    expect(home).toMatchObject({ env: { ANTHROPIC_API_KEY: 'sk-ant-mine' }, settings });
  });
});

it('the API of a repository’s settings comes back only as a whole of API variables', () => {
  const env = {
    ...readEnv({ ANTHROPIC_BASE_URL: 'http://own', PATH: '/own' }),
    ignored: [
      { name: 'ANTHROPIC_BASE_URL', value: 'http://theirs', inFile: true },
      { name: 'CCC_SUPERVISOR_HOOK', value: '1', inFile: true },
      { name: 'PATH', value: '/theirs', inFile: true },
      { name: 'NODE_OPTIONS', value: '--require x', inFile: true },
    ],
  };
  expect(withProjectApi(env).all).toEqual({ ANTHROPIC_BASE_URL: 'http://theirs', PATH: '/own' });
});
