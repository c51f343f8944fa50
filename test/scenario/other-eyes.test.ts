import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allow, block, isReview, scriptedRoles } from '../../src/sandbox/roles.ts';
import { BUILDS } from '../support/builds.ts';
import { Sandbox } from '../support/sandbox.ts';
import { type ScriptedApi, say, startScriptedApi } from '../support/scripted-api.ts';

const OWN = {
  key: 'sk-ant-own-api-key-0001',
  token: 'own-auth-token-0002',
  header: 'own-header-secret-0003',
  helper: 'own-helper-key-0004',
  login: 'sk-ant-oat01-own-login-0005',
  console: 'sk-ant-console-key-0006',
};
const EYES = 'key-of-the-eyes-0007';
const HANDS = 'key-of-the-hands-0008';

/** The worker on one host, the reviewer on another, each with a key of its own; both log every header. */
describe.each(BUILDS)('another pair of eyes, $name', (build) => {
  let hands: ScriptedApi;
  let eyes: ScriptedApi;
  let box: Sandbox;
  beforeEach(async () => {
    const script = () =>
      scriptedRoles({ worker: [say('Done.'), say('Done, and run.')], reviewer: [block('Run it.'), allow()] });
    hands = await startScriptedApi(script());
    eyes = await startScriptedApi(script());
    box = new Sandbox(build, hands.url);
    box.env.CCC_SUPERVISOR = '1';
  });
  afterEach(async () => {
    box.dispose();
    await hands.close();
    await eyes.close();
  });

  const configure = (providers: object, supervisor: object) =>
    box.write(join(box.claudeDir, 'ccc.json'), { providers, supervisor });
  const EYES_PROVIDER = () => ({ env: { ANTHROPIC_BASE_URL: eyes.url, ANTHROPIC_AUTH_TOKEN: EYES } });
  const headers = (api: ScriptedApi) => JSON.stringify(api.requests.map((request) => request.headers));
  /** Everything a user may have for their own host, in every place where the client looks. */
  const ownSetUp = () => {
    box.registerHooks(['Stop'], {
      apiKeyHelper: `echo ${OWN.helper}`,
      env: { ANTHROPIC_CUSTOM_HEADERS: `x-own: ${OWN.header}`, ANTHROPIC_MODEL: 'own-model' },
    });
    box.write(join(box.claudeDir, '.credentials.json'), {
      claudeAiOauth: {
        accessToken: OWN.login,
        refreshToken: 'none',
        expiresAt: Date.now() + 1e9,
        scopes: ['user:inference'],
      },
    });
    box.write(join(box.home, '.claude.json'), {
      hasCompletedOnboarding: true,
      primaryApiKey: OWN.console,
      projects: { [box.project]: { hasTrustDialogAccepted: true } },
    });
    box.env.ANTHROPIC_AUTH_TOKEN = OWN.token;
    box.env.ANTHROPIC_API_KEY = OWN.key;
  };
  const work = () => box.claude(['-p', 'make it work', '--output-format', 'json']);

  it.each<[string, Record<string, string>]>([
    ['a token', { ANTHROPIC_AUTH_TOKEN: EYES }],
    ['an API key', { ANTHROPIC_API_KEY: EYES }],
  ])('a reviewer with %s sees only its own key, and the worker only its own', async (_, key) => {
    ownSetUp();
    configure({ eyes: { env: { ANTHROPIC_BASE_URL: eyes.url, ...key } } }, { provider: 'eyes', model: 'sharp-eyes' });
    const { stdout } = await work();
    expect(JSON.parse(stdout).result).toBe('Done, and run.');

    expect(hands.requests.length).toBeGreaterThan(0);
    expect(hands.requests.filter(isReview)).toEqual([]);
    expect(headers(hands)).not.toContain(EYES);
    expect(eyes.requests).toHaveLength(2);
    expect(eyes.requests.every(isReview)).toBe(true);
    expect(headers(eyes)).toContain(EYES);
    for (const secret of Object.values(OWN)) expect(headers(eyes), secret).not.toContain(secret);
    expect(JSON.stringify(eyes.requests.map(({ body }) => body))).not.toContain(OWN.token);
    expect(eyes.requests.map(({ body }) => body.model)).toEqual(['sharp-eyes', 'sharp-eyes']);
    expect(box.journal().map(({ provider, context, model, verdict }) => [provider, context, model, verdict])).toEqual([
      ['eyes', 'evidence', 'sharp-eyes', 'block'],
      ['eyes', 'evidence', 'sharp-eyes', 'allow'],
    ]);
    const { session_id } = JSON.parse(stdout);
    expect(box.log(session_id)).not.toContain('started twice');
  });

  it('worker and reviewer each under a provider', async () => {
    const hand = { env: { ANTHROPIC_BASE_URL: hands.url, ANTHROPIC_AUTH_TOKEN: HANDS } };
    configure({ hand, eyes: EYES_PROVIDER() }, { provider: 'eyes' });
    const { code, stderr } = await box.ccc(['hand', '-p', 'make it work'], null);
    expect([code, stderr]).toEqual([0, expect.stringContaining('reviewed')]);
    expect(eyes.requests).toHaveLength(2);
    expect(headers(eyes)).toContain(EYES);
    expect(headers(eyes)).not.toContain(HANDS);
    expect(headers(hands)).toContain(HANDS);
    expect(headers(hands)).not.toContain(EYES);
    expect(headers(hands)).not.toContain('made-up-token');
  });

  it('the key is in no log, journal or message, also if the host says it back', async () => {
    box.registerHooks();
    configure({ eyes: EYES_PROVIDER() }, { provider: 'eyes' });
    eyes.script = () => ({ kind: 'error', status: 401, message: `invalid key ${EYES}` });
    const done = await work();
    const { session_id } = JSON.parse(done.stdout);
    expect(box.journal()[0]).toMatchObject({ verdict: 'failed', cause: 'api', provider: 'eyes' });
    const written = JSON.stringify(box.journal()) + box.log(session_id) + done.stdout + done.stderr;
    expect(written).toContain('invalid key');
    expect(written).not.toContain(EYES);
    expect(box.files(box.cccDir).filter((file) => file.includes('reviewer-'))).toEqual([]);
  });

  it.each<[why: string, supervisor: object, message: RegExp]>([
    ['an unknown provider', { provider: 'eye' }, /eye[\s\S]*eyes/],
    ['a key that is not set', { provider: 'unset' }, /NOT_SET_ANYWHERE/],
  ])('%s: no review, no request, and what to do', async (_, supervisor, message) => {
    box.registerHooks();
    const unset = { env: { ANTHROPIC_BASE_URL: eyes.url, ANTHROPIC_AUTH_TOKEN: '${NOT_SET_ANYWHERE}' } };
    configure({ eyes: EYES_PROVIDER(), unset }, supervisor);
    await work();
    expect(eyes.requests).toEqual([]);
    expect(hands.requests.filter(isReview)).toEqual([]);
    expect(box.journal()).toMatchObject([
      { verdict: 'failed', cause: 'client', feedback: expect.stringMatching(message) },
    ]);
  });
});
