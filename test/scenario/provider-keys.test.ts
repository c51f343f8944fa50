import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, bySize, IS_FULL, sample } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { NO_API } from '../support/sandbox.ts';
import { RED_CHECK, useApi, useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

/** Everything a user may have lying around for their own host. None of it may reach another one. */
const OWN = {
  key: 'sk-ant-own-api-key-0001',
  token: 'own-auth-token-0002',
  header: 'own-header-secret-0003',
  helper: 'own-helper-key-0004',
  login: 'sk-ant-oat01-own-login-0005',
  variable: 'sk-ant-oat01-own-variable-0006',
  console: 'sk-ant-own-console-key-0010',
};
const THEIRS = 'provider-key-0007';

/** One review shows which key is sent; the full run also has one that sends the worker back. */
const REVIEWS = bySize(1, 2);

/** Two hosts that log every header: the user's own, and the provider's. */
describe.each(BUILDS)('keys stay home, $name', (build) => {
  const { api: home, box } = useScenario(build);
  const provider = useApi();
  beforeEach(() => {
    for (const api of [home, provider])
      api.setReplies({
        worker: [textReply('Done.'), textReply('Done, and run.')].slice(-REVIEWS),
        reviewer: [block('Run it.'), allow()].slice(-REVIEWS),
      });
  });

  const configure = (providers: object, more: object = {}) =>
    box.write(join(box.claudeDir, 'ccc.json'), { providers, ...more });
  const loggedIn = () =>
    box.write(join(box.claudeDir, '.credentials.json'), {
      claudeAiOauth: {
        accessToken: OWN.login,
        refreshToken: 'refresh',
        expiresAt: Date.now() + 1e9,
        scopes: ['user:inference', 'user:profile'],
      },
    });
  /** Each of them in the settings file, where it beats the process environment. */
  const ownSettings = () =>
    box.write(join(box.claudeDir, 'settings.json'), {
      apiKeyHelper: `echo ${OWN.helper}`,
      env: {
        ANTHROPIC_BASE_URL: home.url,
        ANTHROPIC_API_KEY: OWN.key,
        ANTHROPIC_AUTH_TOKEN: OWN.token,
        ANTHROPIC_CUSTOM_HEADERS: `x-own: ${OWN.header}`,
        CLAUDE_CODE_OAUTH_TOKEN: OWN.variable,
        ANTHROPIC_MODEL: 'own-model',
        CLAUDE_CODE_USE_BEDROCK: '1',
      },
    });
  const ownVariables = {
    ANTHROPIC_API_KEY: OWN.key,
    ANTHROPIC_AUTH_TOKEN: OWN.token,
    ANTHROPIC_CUSTOM_HEADERS: `x-own: ${OWN.header}`,
    CLAUDE_CODE_OAUTH_TOKEN: OWN.variable,
    ANTHROPIC_MODEL: 'own-model',
    CLAUDE_CODE_USE_VERTEX: '1',
  };

  it.each<[string, Record<string, string>]>(
    sample(1, [
      ['a token', { ANTHROPIC_AUTH_TOKEN: THEIRS }],
      ['an API key', { ANTHROPIC_API_KEY: THEIRS }],
    ]),
  )(
    'two providers in turn, each with %s: worker and reviewer send its key, nothing of the user’s or the other’s',
    async (_, key) => {
      const second = 'second-key-0008';
      const [name] = Object.keys(key) as [string];
      ownSettings();
      loggedIn();
      configure({
        other: { env: { ANTHROPIC_BASE_URL: provider.url, ...key, ANTHROPIC_MODEL: 'other-model' } },
        second: { env: { ANTHROPIC_BASE_URL: home.url, [name]: second } },
      });
      const done = await box.ccc(['other', '-p', 'do it'], '', { ...ownVariables, CCC_SUPERVISOR: '1' });
      expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Done, and run.') });
      expect(home.requests).toEqual([]);
      expect(provider.reviews()).toHaveLength(REVIEWS);
      for (const secret of [...Object.values(OWN), second]) expect(provider.headers()).not.toContain(secret);
      for (const request of provider.requests) {
        expect([request.headers.authorization ?? '', request.headers['x-api-key'] ?? ''].join()).toContain(THEIRS);
        expect(request.headers['x-own']).toBeUndefined();
        expect(request.body.model).toBe('other-model');
      }
      expect(box.journal()[0]).toMatchObject({ provider: 'other' });

      // Now the user has nothing but a Console login, whose key the client keeps in a file of its own.
      for (const file of ['settings.json', '.credentials.json']) rmSync(join(box.claudeDir, file));
      const state = JSON.parse(readFileSync(join(box.home, '.claude.json'), 'utf8'));
      box.write(join(box.home, '.claude.json'), { ...state, primaryApiKey: OWN.console });
      provider.requests.length = 0;
      const ownHost = { ANTHROPIC_BASE_URL: NO_API, ANTHROPIC_AUTH_TOKEN: '' };
      await box.ccc(['second', '-p', 'do it'], '', { ...ownHost, CCC_SUPERVISOR: '1' });
      expect(provider.requests).toEqual([]);
      expect(home.reviews().length).toBeGreaterThan(0);
      expect(home.headers()).toContain(second);
      for (const secret of [...Object.values(OWN), THEIRS]) expect(home.headers()).not.toContain(secret);
    },
  );

  it('without a provider everything is as with plain claude', async () => {
    box.write(join(box.claudeDir, 'settings.json'), { apiKeyHelper: `echo ${OWN.helper}` });
    // Only the worker's key is looked at here: in a short run a check judges, which starts no reviewer.
    if (!IS_FULL) box.config({ checks: [RED_CHECK], max_iterations: 1 });
    await box.ccc(['-p', 'do it'], '', { CCC_SUPERVISOR: '1', ANTHROPIC_AUTH_TOKEN: '' });
    const ours = home.requests
      .filter((request) => !isReviewRequest(request))
      .map(({ headers: sent }) => sent['x-api-key']);
    home.requests.length = 0;
    await box.claude(['-p', 'do it'], { ANTHROPIC_AUTH_TOKEN: '' });
    expect(new Set(ours)).toEqual(new Set([OWN.helper]));
    expect(home.requests[0]?.headers['x-api-key']).toBe(OWN.helper);
  });

  it('a provider that is the user’s login: what points to another host is left out', async () => {
    ownSettings();
    configure({ anthropic: {} });
    const { stdout } = await box.ccc(['anthropic', '--dry-run']);
    for (const name of ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'CLAUDE_CODE_USE_BEDROCK'])
      expect(stdout).toContain(`"${name}": ""`);
    expect(stdout).toContain('"apiKeyHelper": ""');
    expect(stdout).not.toContain('"CLAUDE_CODE_OAUTH_TOKEN": ""');
    // A key that is Anthropic's own stays in force.
    box.write(join(box.claudeDir, 'settings.json'), { env: { ANTHROPIC_API_KEY: OWN.key } });
    const own = await box.ccc(['anthropic', '--dry-run'], '', { ANTHROPIC_BASE_URL: '', ANTHROPIC_AUTH_TOKEN: '' });
    expect(own.stdout).not.toContain('"ANTHROPIC_API_KEY": ""');
  });

  /** What the user's own --settings say: another host, other keys, another helper. */
  const mine = () => ({
    apiKeyHelper: `echo ${OWN.helper}`,
    env: { ANTHROPIC_BASE_URL: home.url, ANTHROPIC_AUTH_TOKEN: OWN.token, ANTHROPIC_API_KEY: OWN.key },
  });
  const HELPER = { apiKeyHelper: `echo ${THEIRS}` };
  const TOKEN = { env: { ANTHROPIC_AUTH_TOKEN: THEIRS } };
  it.each<[string, { from: ('files' | 'arguments')[]; key: typeof HELPER | typeof TOKEN }]>(
    sample(1, [
      [
        'a helper of its own: the user’s, in files, variables and --settings,',
        { from: ['files', 'arguments'], key: HELPER },
      ],
      ['a helper of its own: the user’s, in files and variables,', { from: ['files'], key: HELPER }],
      ['a helper of its own: the user’s, in --settings,', { from: ['arguments'], key: HELPER }],
      ['a token: the user’s, in --settings,', { from: ['arguments'], key: TOKEN }],
    ]),
  )('a provider with %s cannot send a request elsewhere, nor another key', async (_, { from, key }) => {
    if (from.includes('files')) ownSettings();
    configure({ other: { ...key, env: { ANTHROPIC_BASE_URL: provider.url, ...('env' in key ? key.env : {}) } } });
    const args = from.includes('arguments') ? ['--settings', JSON.stringify(mine())] : [];
    await box.ccc(['other', ...args, '-p', 'do it'], '', {
      ...(from.includes('files') ? ownVariables : { ANTHROPIC_AUTH_TOKEN: '' }),
      CCC_SUPERVISOR: '1',
    });
    expect(provider.reviews()).toHaveLength(REVIEWS);
    for (const { headers } of provider.requests)
      expect(key === HELPER ? headers['x-api-key'] : headers.authorization).toBe(
        key === HELPER ? THEIRS : `Bearer ${THEIRS}`,
      );
    for (const secret of Object.values(OWN)) expect(provider.headers()).not.toContain(secret);
    expect(provider.headers()).not.toMatch(/own-/);
    expect(home.requests).toEqual([]);
  });

  it('settings that the client refuses as a whole: nothing goes to the provider', async () => {
    ownSettings();
    configure({ other: { env: { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_AUTH_TOKEN: THEIRS } } });
    box.write(join(box.claudeDir, 'settings.json'), {
      env: { ANTHROPIC_BASE_URL: home.url, ANTHROPIC_API_KEY: OWN.key },
    });
    const done = await box.ccc(['other', '--settings', '{"model": 5}', '-p', 'do it'], '', { CCC_SUPERVISOR: '1' });
    expect(provider.requests).toEqual([]);
    expect(home.headers()).not.toContain(THEIRS);
    expect(done.stderr).toMatch(/NOT reviewed|model/);
  });

  it('a subcommand of claude’s gets neither', async () => {
    ownSettings();
    configure({ other: { env: { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_AUTH_TOKEN: THEIRS } } });
    const done = await box.ccc(['other', 'auto-mode', 'critique']);
    expect(done.stderr).toContain('without the provider other');
    expect(provider.requests).toEqual([]);
    expect(home.headers()).not.toContain(THEIRS);
  });

  it('without a provider the reviewer has the key of the worker, or none', async () => {
    box.write(join(box.claudeDir, 'settings.json'), { apiKeyHelper: `echo ${OWN.helper}` });
    const gateway = JSON.stringify({
      apiKeyHelper: 'echo gateway-key-0009',
      env: { ANTHROPIC_BASE_URL: provider.url },
    });
    await box.ccc(['--settings', gateway, '-p', 'do it'], '', { CCC_SUPERVISOR: '1', ANTHROPIC_AUTH_TOKEN: '' });
    expect(provider.reviews()).toHaveLength(REVIEWS);
    box.write('project/.claude/settings.local.json', gateway);
    await box.ccc(['-p', 'do it'], '', { CCC_SUPERVISOR: '1', ANTHROPIC_AUTH_TOKEN: '' });
    expect(provider.headers()).toContain('gateway-key-0009');
    expect(provider.headers()).not.toContain(OWN.helper);
  });

  it('a session within a session under a provider has its protections too', async () => {
    box.write(join(box.claudeDir, 'settings.json'), { env: { ANTHROPIC_API_KEY: OWN.key } });
    configure({ other: { env: { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_AUTH_TOKEN: THEIRS } } });
    const inner = {
      CLAUDECODE: '1',
      CCC_PROVIDER: 'other',
      ANTHROPIC_BASE_URL: provider.url,
      ANTHROPIC_AUTH_TOKEN: THEIRS,
    };
    await box.ccc(['-p', 'do it'], '', inner);
    expect(provider.requests.length).toBeGreaterThan(0);
    expect(provider.headers()).not.toContain(OWN.key);
  });

  it('a key from a variable, and one from a command, without a key in any file', async () => {
    configure({
      variable: { env: { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_AUTH_TOKEN: '${MY_KEY}' } },
      command: { env: { ANTHROPIC_BASE_URL: provider.url }, api_key_command: 'printf "%s\\n" "from-$MY_KEY"' },
    });
    await box.ccc(['variable', '-p', 'do it'], '', { MY_KEY: THEIRS });
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${THEIRS}`);
    await box.ccc(['command', '-p', 'do it'], '', { MY_KEY: THEIRS });
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer from-${THEIRS}`);
    for (const file of box.files(box.home)) expect(readFileSync(file, 'utf8')).not.toContain(THEIRS);
  });

  linuxOnly('command lines in /proc').it(
    'nothing secret is on a command line, and the settings file is the user’s alone',
    async () => {
      const script = `for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline; echo; done > "$HOME/lines"; ls -l "$HOME"/.claude/ccc/*.settings.json > "$HOME/modes"`;
      box.write(join(box.claudeDir, 'settings.json'), {
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: script }] }] },
      });
      configure({ other: { env: { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_AUTH_TOKEN: THEIRS } } });
      await box.ccc(['other', '-p', 'do it']);
      expect(readFileSync(join(box.home, 'lines'), 'utf8')).toContain('--settings');
      expect(readFileSync(join(box.home, 'lines'), 'utf8')).not.toContain(THEIRS);
      expect(readFileSync(join(box.home, 'modes'), 'utf8')).toMatch(/^-rw------- /);
    },
  );
});
