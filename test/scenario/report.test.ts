import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { ALL_BUILDS, BUILDS } from '../support/builds.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const error = (status: number, headers: Record<string, string> = {}): Reply => ({
  kind: 'error',
  status,
  message: `no luck ${status}`,
  headers,
});
const usageLimit = () =>
  error(429, {
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': String(Math.round(Date.now() / 1000) + 3600),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  });
/** A limit of a subscription is only known to a client that is logged in to one. */
const LOGGED_IN = { ANTHROPIC_AUTH_TOKEN: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-made-up' };

describe.each(ALL_BUILDS)('ccc report, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  const report = async (...args: string[]) => (await box.ccc(['report', ...args])).stdout;

  it('says what to do where nothing was recorded', async () => {
    const nothing = 'Nothing was recorded yet. To start a supervised session: CCC_SUPERVISOR=1 ccc\n';
    for (const command of [['report'], ['log'], ['log', '--since', '2h'], ['stats'], ['stats', '--since', '2h']])
      expect((await box.ccc(command)).stdout).toBe(nothing);
    expect(await report('--markdown')).toBe(`# ccc report\n\n${nothing}`);
    expect(JSON.parse(await report('--json'))).toMatchObject({ sessions: [], totals: { rounds: 0 } });
  });

  it.each<[what: string, reply: () => Reply, env: Record<string, string>, why: RegExp]>([
    ['429', () => error(429), {}, /why: .*no luck 429/],
    ['500', () => error(500), {}, /why: .*no luck 500/],
    ['a usage limit', usageLimit, LOGGED_IN, /why: You've hit your 5-hour limit · resets/],
  ])('names what ended a run with -p: %s', async (_, reply, env, why) => {
    api.setReplies({ worker: Array.from({ length: 5 }, reply), reviewer: [] });
    const done = await box.ccc(['-p', 'do it'], '', { CLAUDE_CODE_MAX_RETRIES: '1', ...env });
    expect(done.code).toBe(1);
    expect(done.stderr).not.toContain('ccc report');
    const text = await report();
    expect(text).toMatch(/^1 session since .*: 1 needs you\.\n0 rounds, .*\nAlso: 1 API error\./);
    expect(text).toContain('Needs you\n');
    expect(text).toContain('API error, NOT reviewed; ended');
    expect(text).toMatch(why);
    const session = box.journalLines()[0]?.session_id;
    expect(text).toContain(`to go on: cd ${box.project} && ccc --resume ${session}\n`);
  });

  it('names a run that was ended while the client still retried the API', async () => {
    const pending = Array.from({ length: 20 }, () => error(500));
    api.setReplies({ worker: pending, reviewer: [] });
    const run = box.start(['-p', 'Rewrite the server']);
    run.stdin?.end();
    const ended = once(run, 'exit');
    await until('a retry', () => api.workerRequests().length > 1);
    run.kill('SIGTERM');
    await ended;
    const text = await report();
    expect(text).toMatch(/^1 session since .*: 1 needs you\.\n/);
    expect(text).toContain(
      'NOT reviewed: ended before anything was reviewed; ended\n    request: Rewrite the server\n',
    );
    const session = box.journalLines()[0]?.session_id as string;
    expect(text).toContain(`to go on: cd ${box.project} && ccc --resume ${session}\n`);
    const story = (await box.ccc(['log', session])).stdout;
    expect(story).toContain('request: Rewrite the server\n');
    expect(story).toContain(`to go on: cd ${box.project} && ccc --resume ${session}\n`);
  });

  it('keeps the objection to work for which supervision was turned off then', async () => {
    const off = toolUseReply('Bash', {
      command: `${build.command.map((word) => `'${word}'`).join(' ')} supervisor-mode off`,
      description: 'x',
    });
    api.setReplies({
      worker: [textReply('Done.'), off, textReply('Done, really.')],
      reviewer: [block('Run the tests.')],
    });
    const { stderr } = await box.ccc(['-p', 'add a cart', '--allowed-tools', 'Bash']);
    expect(stderr).toContain('NOT approved');
    const text = await report();
    expect(text).toMatch(/^1 session since .*: 1 needs you\.\n/);
    expect(text).toContain('sent back, then supervision turned off, NOT approved; ended\n');
    expect(text).toContain('why: Run the tests.\n');
    const last = box.journalLines().at(-1);
    expect(last).toMatchObject({ session: 'ended' });
  });

  it('has what stands open before what was approved, and the command it names goes on with it', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [allow('fine')] });
    expect((await box.ccc(['-p', 'the good one'])).code).toBe(0);
    box.config({ checks: [RED_CHECK], max_iterations: 1 });
    expect((await box.ccc(['-p', 'the | <b>bad</b> one'])).code).toBe(0);

    const { sessions, totals } = JSON.parse(await report('--json'));
    expect(totals).toMatchObject({ rounds: 2, approvals: 1, blocks: 1, limits: 1 });
    expect(sessions).toMatchObject([
      { group: 'open', outcome: 'limit', request: 'the | <b>bad</b> one', pid: null, went_on: false },
      { group: 'approved', outcome: 'approved', request: 'the good one', pid: null, went_on: false },
    ]);
    expect(await report()).toMatch(/^Needs you\n[\s\S]*bad[\s\S]*^Approved\n[\s\S]*the good one/m);
    const markdown = await report('--markdown');
    expect(markdown).toContain('- request: the \\| &lt;b&gt;bad&lt;/b&gt; one\n');
    expect(markdown).toContain(`\`\`\`sh\n${sessions[0].command}\n\`\`\`\n`);
    expect((await box.ccc(['report', '--markdown', '--json'])).code).toBe(2);

    const [, , , ...args] = sessions[0].command.split(' ');
    expect(args).toEqual(['ccc', '--resume', sessions[0].id]);
    const before = api.workerRequests().length;
    expect((await box.ccc([...args.slice(1), '-p', 'go on'])).code).toBe(0);
    expect(JSON.stringify(api.workerRequests()[before])).toContain('the | <b>bad</b> one');
  });
});

describe.each(BUILDS)('the end of a session on the screen, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  let screen: Screen;
  afterEach(() => screen.close());
  /** What stands behind the client's own last words. */
  const ending = () =>
    screen
      .raw()
      .split(/\r?\n/)
      .filter((line) => line.includes('ccc: '))
      .slice(-3);

  it('is a report in three lines, and a running session is not offered to be resumed', async () => {
    api.setReplies({
      worker: [textReply('Done!'), textReply('Now really.')],
      reviewer: [block('Run the tests.'), allow('They were run.')],
    });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('add a cart');
    await screen.shows('reviewed and approved (round 2 of 20');
    const session = await until('the client to have ended its turn', async () => {
      const [one] = JSON.parse((await box.ccc(['report', '--json'])).stdout).sessions;
      return one.group === 'approved' && one;
    });
    expect(session).toMatchObject({ pid: expect.any(Number), command: null });
    await screen.leave();
    expect(ending()).toEqual([
      expect.stringContaining('ccc: reviewed and approved: add a cart'),
      expect.stringMatching(
        /ccc: 2 rounds in this run \(1 approved, 1 sent back\), \$\d\.\d{3}\. For all sessions: ccc report/,
      ),
      expect.stringContaining(`ccc: to resume this session supervised: ccc --resume ${session.id}`),
    ]);
  });

  it('what was asked of a session at work is known before anything was reviewed', async () => {
    box.config({ enabled: true });
    api.setReplies({ worker: [{ kind: 'hang' }], reviewer: [] });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('add a cart');
    await until('the request', () => api.workerRequests().length === 1);
    await until('the transcript', async () => (await box.ccc(['status'])).stdout.includes('\n  request: add a cart\n'));
    const { stdout } = await box.ccc(['report']);
    expect(stdout).toContain('nothing reviewed yet; running');
    expect(stdout).toContain('request: add a cart');
  });

  it('a session that waits for you needs you, in ccc status as well', async () => {
    box.config({ enabled: true, checks: [RED_CHECK] });
    api.setReplies({ worker: [textReply('A plan.'), { kind: 'hang' }], reviewer: [] });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    const reported = async () => JSON.parse((await box.ccc(['report', '--json'])).stdout).sessions[0];
    await screen.type('add a cart');
    await screen.shows('sent back');
    await until('the request after the block', () => api.workerRequests().length === 2);
    expect(await reported()).toMatchObject({ group: 'running', outcome: 'sent-back', request: 'add a cart' });
    expect((await box.ccc(['report'])).stdout).toContain('sent back, at work; running');
    expect((await box.ccc(['status'])).stdout).not.toContain('needs you');

    screen.press('\x1b');
    await screen.shows('Interrupted');
    await until('an idle session', async () => (await reported()).group === 'open');
    expect((await box.ccc(['report'])).stdout).toMatch(
      /Needs you\n[\s\S]*sent back; running \(process \d+\)\n[\s\S]*to go on: type "continue" in its terminal/,
    );
    const { stdout } = await box.ccc(['status']);
    expect(stdout).toContain('\n  request: add a cart\n');
    expect(stdout).toContain('\n  needs you: sent back; type "continue" in its terminal\n');
    const [session] = JSON.parse((await box.ccc(['status', '--json'])).stdout).sessions;
    expect(session).toMatchObject({ request: 'add a cart', needs_user: true, outcome: 'sent-back' });
  });

  it('what it works on after an approval is not called approved, and is named', async () => {
    api.setReplies({ worker: [textReply('Done.'), { kind: 'hang' }], reviewer: [allow('It is there.')] });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('add a cart');
    await screen.shows('reviewed and approved');
    await screen.type('add a search');
    await until('the second request', () => api.workerRequests().length === 2);
    const out = async (...args: string[]) => (await box.ccc(args)).stdout;
    await until('the new request', async () => (await out('status')).includes('request: add a search'));
    const report = await out('report');
    expect(report).toContain('at work again (before that: approved); running');
    expect(report).toContain('request: add a search');
    expect(report).toContain('before that: approved; add a cart');
    const session_id = box.journal()[0]?.session_id as string;
    expect(await out('log', session_id)).toContain('at work again (before that: approved)');
    expect(JSON.parse(await out('log', session_id, '--json')).session).toMatchObject({ is_busy: true });
    screen.press('\x1b');
    // What was asked is left undone.
    const text = 'approved; what came after that is NOT reviewed; running';
    await until('the client to wait', async () => (await out('report')).includes(text));
  });

  it('names what stands open', async () => {
    box.config({ enabled: true, checks: [RED_CHECK], max_iterations: 1 });
    api.setReplies({ worker: [textReply('Done!')], reviewer: [] });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('add a cart');
    await screen.shows(/supervision paused after 1 round/);
    await screen.leave();
    expect(ending()).toEqual([
      expect.stringContaining('ccc: NOT approved: limit of 1 round reached'),
      expect.stringContaining(
        'ccc: 1 round in this run (1 sent back, 1 stop let through because rounds or budget were used up)',
      ),
      expect.stringMatching(/supervision of this session is paused at its limit.*ccc --resume/),
    ]);
  });
});
