import { describe, expect, it } from 'vitest';
import { isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL, sample } from '../support/builds.ts';
import { processesWith } from '../support/processes.ts';
import { Sandbox } from '../support/sandbox.ts';
import { type Reply, type Script, startScriptedApi, textReply, toolUseReply } from '../support/scripted-api.ts';

const input = { session_id: 'failing-api', hook_event_name: 'Stop', last_assistant_message: 'Done.' };
const question = {
  ...input,
  hook_event_name: 'PreToolUse',
  tool_name: 'AskUserQuestion',
  tool_input: { questions: [] },
};

const error = (status: number, headers: Record<string, string> = {}): Reply => ({
  kind: 'error',
  status,
  message: `no luck ${status}`,
  headers,
});

/** The time a review has unless the configuration says otherwise. */
const DEADLINE_MS = 600_000;

/** What comes of a review whose API misbehaves. The reviewer is the real client every time. */
describe.each(BUILDS)('when the API fails, $name', (build) => {
  async function review(script: Script, event: object = input, config: object = {}, env: Record<string, string> = {}) {
    const api = await startScriptedApi(script);
    const box = new Sandbox(build, api.url);
    try {
      box.env.CCC_SUPERVISOR = '1';
      box.config(config);
      const done = await box.hook(event, env);
      return {
        ...done,
        answer: done.stdout ? JSON.parse(done.stdout) : undefined,
        requests: api.requests.filter(isReviewRequest),
        entry: box.journal()[0],
        log: box.log('failing-api'),
        left: processesWith(box.dir),
        count: box.state('failing-api').count,
      };
    } finally {
      await box.close();
      await api.close();
    }
  }

  it.concurrent.each<[what: string, reply: Reply, reason: RegExp]>(
    sample(4, [
      ['refuses the key', error(401), /authenticate.*401 no luck 401/],
      ['hangs', { kind: 'hang' }, /the API did not answer within 25 s/],
      [
        'cuts the stream',
        { kind: 'cut', text: 'I thi' },
        /Connection to the API was lost.*waited \d+ s: connection lost/,
      ],
      ['answers garbage', { kind: 'garbage', body: '<html>hello</html>' }, /malformed response/],
      ['limits the rate for longer than we wait', error(429, { 'retry-after': '60' }), /no review from the API: 429/],
      ['is overloaded', error(529), /(?:529|[Oo]verloaded).*waited \d+ s: 529, \d+ times/],
      ['has no such model', error(404), /selected model/],
      ['breaks', error(500), /500 no luck 500.*waited \d+ s: 500/],
      ['denies access', error(403), /403 no luck 403/],
      ['says nothing at all', textReply(''), /the reviewer ended without an answer/],
    ]),
  )('%s: exit 1, the reason said, long before the deadline', async (_, reply, reason) => {
    const { code, stdout, stderr, ms, entry, left, count } = await review(() => reply, input, { patience_seconds: 4 });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^supervisor SDK failed: /);
    expect(stderr).toMatch(reason);
    expect(ms).toBeLessThan(DEADLINE_MS / 2);
    expect(entry).toMatchObject({ verdict: 'failed' });
    expect(count).toBe(1);
    expect(left).toEqual([]);
  });

  /** Longer than the client's own three attempts, which take two seconds. */
  it.concurrent.each<[what: string, replies: Reply[], told: RegExp]>(
    sample(3, [
      ['overloaded', [error(529), error(529), error(529)], /Waited for the API \(\d+ s: 529, 3 times\)/],
      ['limiting the rate', [error(429, { 'retry-after': '3' })], /Waited for the API \(3 s: 429, 1 time\)/],
      ['breaking connections', Array(4).fill({ kind: 'cut', text: '{"allow_stop": true' }), /connection lost, 3 times/],
      ['out of order', [error(500), error(502), error(503)], /Waited for the API \(\d+ s: 503, 3 times\)/],
    ]),
  )('%s for a moment, in mid-review: it goes on where it left off, and the wait is told', async (_, faults, told) => {
    const replies = [
      toolUseReply('Read', { file_path: 'NOTES.md' }),
      ...faults,
      textReply('{"allow_stop": true, "feedback": "All there."}'),
    ];
    const { code, answer, requests, entry, log } = await review((request) =>
      isReviewRequest(request) ? (replies.shift() as Reply) : textReply('title'),
    );
    expect([code, answer.decision, answer.reason]).toEqual([0, undefined, 'All there.']);
    expect(answer.systemMessage).toMatch(told);
    expect(entry).toMatchObject({ verdict: 'allow', cause: 'review', notices: [expect.stringMatching(told)] });
    // What it had read before is still there.
    expect(JSON.stringify(requests.at(-1)?.body.messages)).toContain('tool_result');
    expect(log).toContain('waiting for the API');
    const retryAfter = faults.length === 1 ? 3000 : 0;
    expect((requests[2]?.at ?? 0) - (requests[1]?.at ?? 0)).toBeGreaterThanOrEqual(retryAfter);
  });

  it.concurrent('nobody listens: exit 1 within half a minute', async () => {
    const api = await startScriptedApi(() => textReply('x'));
    await api.close();
    const box = new Sandbox(build, api.url);
    box.env.CCC_SUPERVISOR = '1';
    const { code, stderr, ms } = await box.hook(input);
    box.dispose();
    expect([code, stderr.split(':')[0]]).toEqual([1, 'supervisor SDK failed']);
    expect(stderr).toContain('refused');
    expect(ms).toBeLessThan(30_000);
  });

  it.concurrent.each<[what: string, reply: Reply]>(
    sample(1, [
      ['stalls in mid-stream', { kind: 'stall', text: 'I thi' }],
      ['hangs', { kind: 'hang' }],
    ]),
  )('%s past a short deadline: exit 124, and the reviewer was asked for its verdict before', async (_, reply) => {
    const { code, stdout, stderr, ms, entry, left, requests } = await review(() => reply, input, {
      timeout_seconds: 40,
    });
    expect([code, stdout, stderr]).toEqual([124, '', 'hook execution timeout\n']);
    expect(ms).toBeGreaterThan(30_000);
    expect(ms).toBeLessThan(DEADLINE_MS / 2);
    expect(entry).toMatchObject({ verdict: 'failed', cause: 'deadline' });
    expect(requests.at(-1)?.lastUserText).toContain('Time is nearly up');
    expect(left).toEqual([]);
  });

  it.concurrent('a question that cannot be judged in time goes to the human: exit 124', async () => {
    const { code, stdout, ms, left } = await review(() => ({ kind: 'hang' }), question, {
      question_timeout_seconds: 10,
    });
    expect([code, stdout, left]).toEqual([124, '', []]);
    expect(ms).toBeLessThan(DEADLINE_MS / 2);
  });

  it.concurrent('a question whose reviewer dawdles is judged when it is asked for its verdict', async () => {
    const script: Script = (request) =>
      request.lastUserText.includes('Time is nearly up')
        ? textReply('{"allow_stop": false, "feedback": "Read the README."}')
        : { kind: 'stall', text: 'Let me think about that for a very long time' };
    const { code, answer } = await review(script, question, { question_timeout_seconds: 40 });
    expect([code, answer.hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
    expect(answer.hookSpecificOutput.permissionDecisionReason).toBe('Read the README.');
  });

  it.concurrent('a question for which the API stays overloaded fails before its time is up: denied', async () => {
    const { code, answer, entry } = await review(() => error(529), question, { question_timeout_seconds: 20 });
    expect([code, answer.hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
    expect(entry).toMatchObject({ verdict: 'failed', cause: 'api' });
  });

  it('a question nobody could judge is denied, and shown as failed', async () => {
    const { code, answer, entry } = await review(() => error(400), question);
    expect([code, answer.hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
    expect(answer.hookSpecificOutput.permissionDecisionReason).toContain('could not be reviewed');
    expect(answer.systemMessage).toContain('the review failed');
    expect(entry).toMatchObject({ verdict: 'failed', cause: 'api' });
  });

  it('with on_failure "ask" that question goes to the human: exit 1', async () => {
    // What the review fails of is all the same here; in the short run no client is started for it.
    const env: Record<string, string> = IS_FULL ? {} : { CCC_CLAUDE: '/no/claude/here' };
    const { code, stdout, stderr } = await review(() => error(400), question, { on_failure: 'ask' }, env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^supervisor SDK failed: /);
  });

  it('with on_failure "auto" it goes to the human who sits at the screen', async () => {
    const env = { CCC_CLAUDE: '/no/claude/here', CLAUDE_CODE_SESSION_ATTENDED: '1' };
    const { code, stdout, stderr } = await review(() => error(400), question, {}, env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^supervisor SDK failed: [\s\S]*\nNot reviewed: the decision is yours/);
  });

  it('with on_stop_failure "block" a stop that nobody could judge is sent back, and recorded as failed', async () => {
    const config = { on_stop_failure: 'block', patience_seconds: 0 };
    const { code, answer, entry, count } = await review(() => error(529), input, config);
    expect([code, answer.decision, count]).toEqual([0, 'block', 1]);
    expect(answer.reason).toMatch(/^Your work could not be reviewed, because the review itself failed \(.*529/);
    expect(answer.systemMessage).toContain('the review failed, so the agent was sent back (round 1 of 20');
    expect(entry).toMatchObject({ verdict: 'failed', cause: 'api' });
  });

  it('a passing fault is retried; prose first: one more request, for the JSON alone', async () => {
    const replies = [
      error(529),
      textReply('Looks fine to me.'),
      textReply('```json\n{"allow_stop": "true", "feedback": "ok"}\n```'),
    ];
    const { code, answer, requests } = await review(() => replies.shift() as Reply);
    // The one that failed, the same again, and the one for the JSON.
    expect([code, answer.reason, requests.length]).toEqual([0, 'ok', 3]);
    expect(answer.decision).toBeUndefined();
  });

  it('prose twice: blocked with the words of the review', async () => {
    const replies = [textReply('The tests were never run.'), textReply('Sorry, no.')];
    const { code, answer, requests, entry } = await review(() => replies.shift() as Reply);
    expect([code, answer.decision, answer.reason]).toEqual([0, 'block', 'The tests were never run.']);
    expect(requests).toHaveLength(2);
    expect(answer.systemMessage).toContain('The reviewer was asked twice and gave no verdict; its words were taken');
    expect(entry).toMatchObject({ verdict: 'block', cause: 'review', from_prose: true });
  });
});
