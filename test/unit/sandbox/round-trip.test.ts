import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { ANSWER_FORMAT } from '../../../src/review/prompt.ts';
import {
  type HookScenario,
  hookRoundTrip,
  type RoundTripTraces,
  roundTripOutcome,
} from '../../../src/sandbox/round-trip.ts';
import type { ApiRequest } from '../../../src/sandbox/scripted-api.ts';
import { processesWith } from '../../support/processes.ts';
import { temporaryFolder, write } from '../folder.ts';

const SCENARIO: HookScenario = {
  user: { model: 'x' },
  project: {},
  local: {},
  launch: { hooks: {} },
  args: ['--safe-mode'],
};

/** Programs that play the client badly; with the real one the scenarios do this. */
describe('a round trip', () => {
  let outside: string;
  let temporary: string;
  beforeEach(() => {
    outside = temporaryFolder();
    temporary = join(temporaryFolder(), 't');
    write(join(temporary, 'x'), '');
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** A Node program with `ask(text)` (as the worker) and `review()` at hand. */
  function client(body: string): string {
    const path = join(outside, 'claude');
    write(
      path,
      `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const { env } = process;
const post = async (content, token = env.ANTHROPIC_AUTH_TOKEN) => {
  const body = JSON.stringify({ model: 'm', tools: [{}], messages: [{ role: 'user', content }] });
  const headers = { authorization: 'Bearer ' + token };
  const answer = await fetch(env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body });
  return (await answer.json()).content[0].text;
};
const review = () => post(${JSON.stringify(ANSWER_FORMAT)});
const journal = (verdict) => {
  fs.mkdirSync(path.join(env.CCC_CONFIG_DIR, 'ccc'), { recursive: true });
  const ids = { time: new Date().toISOString(), session_id: 's', supervisor_id: 's', event: 'Stop' };
  const line = JSON.stringify({ ...ids, verdict, cause: 'review', feedback: '' });
  fs.appendFileSync(path.join(env.CCC_CONFIG_DIR, 'ccc', 'reviews.jsonl'), line + '\\n');
};
const keep = (name, value) => fs.writeFileSync(path.join(${JSON.stringify(outside)}, name), JSON.stringify(value));
(async () => { ${body} })();
`,
      0o755,
    );
    chmodSync(path, 0o755);
    return path;
  }
  const kept = (name: string) => JSON.parse(readFileSync(join(outside, name), 'utf8'));
  async function tryIt(body: string, scene = SCENARIO, limitMs = 30_000) {
    const env = readEnv({ HOME: '/home/me', PATH: '/usr/bin:/bin', ANTHROPIC_API_KEY: 'never' });
    const trip = await hookRoundTrip(client(body), scene, { env, abortSignal: new AbortController().signal, limitMs });
    expect(readdirSync(temporary)).toEqual(['x']);
    expect(processesWith(outside)).toEqual([]);
    return trip;
  }
  const GOOD = `await post('go'); const word = JSON.parse(await review()).feedback; journal('block');
    await post('back: ' + word); const end = JSON.parse(await review()); journal('allow');`;

  it('that is one', async () => {
    const trip = await tryIt(`${GOOD} keep('end', end); console.log('I am done.')`);
    expect(trip).toMatchObject({ outcome: { kind: 'proved' }, output: '', refused: [] });
    expect(kept('end')).toMatchObject({ allow_stop: true });
  });

  it('gives the client the settings, the arguments and a private place', async () => {
    await tryIt(`keep('argv', process.argv.slice(2)); keep('env', env); keep('cwd', process.cwd());
      keep('user', fs.readFileSync(path.join(env.CLAUDE_CONFIG_DIR, 'settings.json'), 'utf8'));
      keep('launch', fs.readFileSync(process.argv[process.argv.indexOf('--settings') + 1], 'utf8'));
      keep('mode', fs.statSync(path.dirname(env.HOME)).mode & 0o777);`);
    expect(kept('argv')).toEqual(['-p', expect.any(String), '--settings', expect.any(String), '--safe-mode']);
    expect(JSON.parse(kept('user'))).toEqual(SCENARIO.user);
    expect(JSON.parse(kept('launch'))).toEqual(SCENARIO.launch);
    expect(kept('mode')).toBe(0o700);
    expect(kept('cwd').startsWith(temporary)).toBe(true);
    const env = kept('env');
    expect(env).toMatchObject({ CCC_SUPERVISOR: '1', CCC_CLAUDE: join(outside, 'claude') });
    expect(env.ANTHROPIC_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(env.ANTHROPIC_AUTH_TOKEN).toMatch(/^made-up-/);
    expect(env).not.toHaveProperty('ANTHROPIC_API_KEY');
  });

  it('as plain claude gets it: no --settings', async () => {
    await tryIt(`keep('argv', process.argv.slice(2))`, { ...SCENARIO, launch: undefined, args: [] });
    expect(kept('argv')).toEqual(['-p', expect.any(String)]);
  });

  it.each<[what: string, body: string, outcome: object]>([
    ['asks nothing', `console.error('no'); process.exit(3)`, { outcome: { kind: 'no-request' }, output: 'no' }],
    ['runs no hook', `await post('go')`, { outcome: { kind: 'no-hook', error: '' } }],
    [
      'runs a hook that fails',
      `await post('go');
       const dir = path.join(env.CLAUDE_CONFIG_DIR, 'projects', 'p'); fs.mkdirSync(dir, { recursive: true });
       const attachment = { type: 'hook_non_blocking_error', stderr: 'Failed with non-blocking status code: sh: gone' };
       fs.writeFileSync(path.join(dir, 's.jsonl'), JSON.stringify({ attachment }) + '\\n');`,
      { outcome: { kind: 'no-hook', error: 'sh: gone' } },
    ],
    ['runs a hook without a reviewer', `await post('go'); journal('allow')`, { outcome: { kind: 'no-review' } }],
    ['loses the feedback', `await post('go'); await review(); await post('on')`, { outcome: { kind: 'no-feedback' } }],
    ['never lets go', GOOD.replace("journal('allow')", ''), { outcome: { kind: 'no-verdicts' } }],
    ['is somebody else', `await post('go', 'other')`, { outcome: { kind: 'no-request' } }],
    [
      'refuses settings',
      `console.error('  ' + path.join(env.CLAUDE_CONFIG_DIR, 'settings.json') + ' (model): Expected'); ${GOOD}`,
      { outcome: { kind: 'proved' }, refused: ['(model): Expected'] },
    ],
  ])('with a client that %s', async (_, body, expected) => expect(await tryIt(body)).toMatchObject(expected));

  it('with a client that hangs is ended', async () => {
    const trip = await tryIt('setInterval(() => {}, 1000)', SCENARIO, 1000);
    expect(trip).toMatchObject({ outcome: { kind: 'no-request' }, ending: { kind: 'too-slow', seconds: 1 } });
  });

  it('with something that cannot be started', async () => {
    const env = readEnv({ HOME: '/home/me' });
    const none = join(outside, 'none');
    const trip = await hookRoundTrip(none, SCENARIO, { env, abortSignal: new AbortController().signal });
    expect(trip.outcome).toEqual({ kind: 'not-started', code: 'ENOENT' });
    expect(existsSync(none)).toBe(false);
    expect(statSync(temporary).isDirectory() && readdirSync(temporary)).toEqual(['x']);
  });
});

const WORD = 'word-4711';
const request = (text: string) => ({ body: { messages: [{ role: 'user', content: text }] } }) as ApiRequest;
const first = request('go');
const review = request(`… ${ANSWER_FORMAT}`);
const sentBack = request(`go … First say ${WORD}`);
const entry = (verdict: string, cause = 'review', feedback = '') => ({ verdict, cause, feedback });
const [blocked, allowed] = [entry('block'), entry('allow')];

const proof: RoundTripTraces = {
  ending: { kind: 'exited', code: 0, signal: null },
  requests: [first, review, sentBack, review],
  word: WORD,
  hookRan: true,
  hookErrors: [],
  journal: [blocked, allowed],
};

describe('how far a round trip got', () => {
  it('all the way', () => expect(roundTripOutcome(proof)).toEqual({ kind: 'proved' }));

  it.each<[what: string, evidence: Partial<RoundTripTraces>, outcome: object]>([
    ['interrupted', { ending: { kind: 'interrupted' } }, { kind: 'interrupted' }],
    ['no program', { ending: { kind: 'not-started', code: 'EACCES' } }, { kind: 'not-started', code: 'EACCES' }],
    ['a client that says nothing', { requests: [] }, { kind: 'no-request' }],
    ['a reviewer without a worker', { requests: [review] }, { kind: 'no-request' }],
    ['no hook', { requests: [first], hookRan: false, journal: [] }, { kind: 'no-hook', error: '' }],
    [
      'a hook that could not be started',
      { requests: [first], hookRan: false, hookErrors: ['sh: not found'], journal: [] },
      { kind: 'no-hook', error: 'sh: not found' },
    ],
    [
      'a hook without a reviewer',
      { requests: [first], journal: [entry('failed', 'start', 'no client')], hookErrors: ['sdk failed'] },
      { kind: 'no-review', error: 'no client' },
    ],
    ['supervision off', { requests: [first], journal: [entry('allow', 'off')] }, { kind: 'no-review', error: '' }],
    ['feedback that went nowhere', { requests: [first, review] }, { kind: 'no-feedback' }],
    ['other feedback', { requests: [first, review, request('go … on')] }, { kind: 'no-feedback' }],
    ['the word before the review', { requests: [sentBack, review] }, { kind: 'no-feedback' }],
    [
      'the word to the reviewer only',
      { requests: [first, review, request(`${ANSWER_FORMAT} ${WORD}`)] },
      { kind: 'no-feedback' },
    ],
    ['nothing in the journal', { journal: [] }, { kind: 'no-verdicts', found: [] }],
    ['never let go', { journal: [blocked] }, { kind: 'no-verdicts', found: ['block (review)'] }],
    [
      'let go unjudged',
      { journal: [blocked, entry('allow', 'limit')] },
      { kind: 'no-verdicts', found: ['block (review)', 'allow (limit)'] },
    ],
    [
      'reviewed twice',
      { journal: [blocked, allowed, allowed] },
      { kind: 'no-verdicts', found: ['block (review)', 'allow (review)', 'allow (review)'] },
    ],
  ])('%s', (_, evidence, outcome) => expect(roundTripOutcome({ ...proof, ...evidence })).toEqual(outcome));
});
