import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, bySize, sample } from '../support/builds.ts';
import { useApi, useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

const OWN = {
  key: 'sk-ant-own-api-key-0001',
  token: 'own-auth-token-0002',
  header: 'own-header-secret-0003',
  helper: 'own-helper-key-0004',
  login: 'sk-ant-oat01-own-login-0005',
  console: 'sk-ant-console-key-0006',
};
const REVIEWER_KEY = 'key-of-the-reviewer-0007';
const WORKER_KEY = 'key-of-the-worker-0008';

/** The worker on one host, the reviewer on another, each with a key of its own; both log every header. */
/** One review shows which key is sent; the full run also has one that sends the worker back. */
const REVIEWS = bySize(1, 2);

describe.each(BUILDS)('a provider for the reviewer, $name', (build) => {
  const { api: workerApi, box } = useScenario(build, { supervised: true });
  const reviewerApi = useApi();
  beforeEach(() => {
    for (const api of [workerApi, reviewerApi])
      api.setReplies({
        worker: [textReply('Done.'), textReply('Done, and run.')].slice(-REVIEWS),
        reviewer: [block('Run it.'), allow()].slice(-REVIEWS),
      });
  });

  const configure = (providers: object, supervisor: object) =>
    box.write(join(box.claudeDir, 'ccc.json'), { providers, supervisor });
  const REVIEWER = () => ({ env: { ANTHROPIC_BASE_URL: reviewerApi.url, ANTHROPIC_AUTH_TOKEN: REVIEWER_KEY } });
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

  it.each<[string, Record<string, string>]>(
    sample(1, [
      ['a token', { ANTHROPIC_AUTH_TOKEN: REVIEWER_KEY }],
      ['an API key', { ANTHROPIC_API_KEY: REVIEWER_KEY }],
    ]),
  )('a reviewer with %s sees only its own key, and the worker only its own', async (_, key) => {
    ownSetUp();
    configure(
      { second: { env: { ANTHROPIC_BASE_URL: reviewerApi.url, ...key } } },
      { provider: 'second', model: 'sharp-model' },
    );
    const { stdout } = await work();
    expect(JSON.parse(stdout).result).toBe('Done, and run.');

    expect(workerApi.requests.length).toBeGreaterThan(0);
    expect(workerApi.reviews()).toEqual([]);
    expect(workerApi.headers()).not.toContain(REVIEWER_KEY);
    expect(reviewerApi.requests).toHaveLength(REVIEWS);
    expect(reviewerApi.requests.every(isReviewRequest)).toBe(true);
    expect(reviewerApi.headers()).toContain(REVIEWER_KEY);
    for (const secret of Object.values(OWN)) expect(reviewerApi.headers(), secret).not.toContain(secret);
    expect(JSON.stringify(reviewerApi.requests.map(({ body }) => body))).not.toContain(OWN.token);
    expect(new Set(reviewerApi.requests.map(({ body }) => body.model))).toEqual(new Set(['sharp-model']));
    expect(box.journal().map(({ provider, context, model, verdict }) => [provider, context, model, verdict])).toEqual(
      [
        ['second', 'evidence', 'sharp-model', 'block'],
        ['second', 'evidence', 'sharp-model', 'allow'],
      ].slice(-REVIEWS),
    );
    const { session_id } = JSON.parse(stdout);
    expect(box.log(session_id)).not.toContain('started twice');
  });

  it('worker and reviewer each under a provider', async () => {
    const first = { env: { ANTHROPIC_BASE_URL: workerApi.url, ANTHROPIC_AUTH_TOKEN: WORKER_KEY } };
    configure({ first, second: REVIEWER() }, { provider: 'second' });
    const { code, stderr } = await box.ccc(['first', '-p', 'make it work'], null);
    expect([code, stderr]).toEqual([0, expect.stringContaining('reviewed')]);
    expect(reviewerApi.requests).toHaveLength(REVIEWS);
    expect(reviewerApi.headers()).toContain(REVIEWER_KEY);
    expect(reviewerApi.headers()).not.toContain(WORKER_KEY);
    expect(workerApi.headers()).toContain(WORKER_KEY);
    expect(workerApi.headers()).not.toContain(REVIEWER_KEY);
    expect(workerApi.headers()).not.toContain('made-up-token');
  });

  it('the key is in no log, journal or message, also if the host says it back', async () => {
    box.registerHooks();
    configure({ second: REVIEWER() }, { provider: 'second' });
    reviewerApi.script = () => ({ kind: 'error', status: 401, message: `invalid key ${REVIEWER_KEY}` });
    const done = await work();
    const { session_id } = JSON.parse(done.stdout);
    expect(box.journal()[0]).toMatchObject({ verdict: 'failed', cause: 'api', provider: 'second' });
    const written = JSON.stringify(box.journal()) + box.log(session_id) + done.stdout + done.stderr;
    expect(written).toContain('invalid key');
    expect(written).not.toContain(REVIEWER_KEY);
    expect(box.files(box.cccDir).filter((file) => file.includes('reviewer-'))).toEqual([]);
  });

  it.each<[why: string, supervisor: object, message: RegExp]>([
    ['an unknown provider', { provider: 'secon' }, /secon[\s\S]*second/],
    ['a key that is not set', { provider: 'unset' }, /NOT_SET_ANYWHERE/],
  ])('%s: no review, no request, and what to do', async (_, supervisor, message) => {
    box.registerHooks();
    const unset = { env: { ANTHROPIC_BASE_URL: reviewerApi.url, ANTHROPIC_AUTH_TOKEN: '${NOT_SET_ANYWHERE}' } };
    configure({ second: REVIEWER(), unset }, supervisor);
    await work();
    expect(reviewerApi.requests).toEqual([]);
    expect(workerApi.reviews()).toEqual([]);
    expect(box.journal()).toMatchObject([
      { verdict: 'failed', cause: 'client', feedback: expect.stringMatching(message) },
    ]);
  });
});
