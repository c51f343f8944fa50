import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { credentialsFor, providerName } from '../../../src/review/credentials.ts';
import { LOOKING_GIT } from '../../../src/worktree/git.ts';

const HOME = '/home/user';
const env = (all: Record<string, string>) => readEnv({ HOME, ...all });

describe('the reviewer’s environment', () => {
  it('is the worker’s, marked as inside a review', () =>
    expect(credentialsFor(env({ ANTHROPIC_AUTH_TOKEN: 't', PATH: '/bin' }), undefined).env).toEqual({
      HOME,
      PATH: '/bin',
      ANTHROPIC_AUTH_TOKEN: 't',
      ...LOOKING_GIT,
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
    expect(credentialsFor(env({ [name]: '1' }), { env: { [name]: '2' } }).env).not.toHaveProperty(name);
  });

  it.each([
    ['CCC_SUPERVISOR_HOOK', '0', '1'],
    ['CLAUDE_CODE_MAX_RETRIES', '10', '2'],
  ])('%s=%s becomes %s', (name, given, becomes) =>
    expect(credentialsFor(env({ [name]: given }), { env: { [name]: given } }).env[name]).toBe(becomes),
  );

  it('takes what the settings add, and lets what is there win', () => {
    const settings = { env: { ANTHROPIC_BASE_URL: 'http://settings', ANTHROPIC_API_KEY: 'k', PORT: 80, BAD: null } };
    expect(credentialsFor(env({ ANTHROPIC_BASE_URL: 'http://hook' }), settings).env).toEqual({
      HOME,
      ANTHROPIC_BASE_URL: 'http://hook',
      ANTHROPIC_API_KEY: 'k',
      ...LOOKING_GIT,
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
    expect(credentialsFor(env({}), { ...rest, ...authentication }).settings).toEqual(authentication);
  });

  it.each([undefined, null, [], 'text', 7, {}, { hooks: {} }])('%j has none', (settings) =>
    expect(credentialsFor(env({}), settings).settings).toBeUndefined(),
  );

  it.each([undefined, null, [], 'text', 7, {}, { env: 'A=b' }, { env: ['A=b'] }])('%j adds no variables', (settings) =>
    expect(Object.keys(credentialsFor(env({}), settings).env)).toEqual([
      'HOME',
      ...Object.keys(LOOKING_GIT),
      'CCC_SUPERVISOR_HOOK',
      'CLAUDE_CODE_MAX_RETRIES',
    ]),
  );
});

describe('whose API it is', () => {
  it.each<[all: Record<string, string>, name: string]>([
    [{}, 'anthropic'],
    [{ ANTHROPIC_BASE_URL: '' }, 'anthropic'],
    [{ ANTHROPIC_BASE_URL: 'https://user:secret@api.example.com:8443/v1?key=secret' }, 'api.example.com:8443'],
    [{ ANTHROPIC_BASE_URL: 'not a URL' }, 'custom'],
    [{ CLAUDE_CODE_USE_BEDROCK: '1' }, 'bedrock'],
    [{ CLAUDE_CODE_USE_VERTEX: '1' }, 'vertex'],
    [{ CLAUDE_CODE_USE_FOUNDRY: '1' }, 'foundry'],
    [{ CLAUDE_CODE_USE_BEDROCK: '0' }, 'anthropic'],
    [{ CCC_PROVIDER: 'glm', ANTHROPIC_BASE_URL: 'https://api.example.com' }, 'glm'],
  ])('%j: %s', (all, name) => expect(providerName(env(all))).toBe(name));
});
