import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { recordedSession, useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

const held = recordedSession([textReply('All tests pass.')], [], 'Fix the price, please.');

/** `ccc review`: as the hook would judge, but by hand, and nothing is written down. */
describe.each(BUILDS)('ccc review, $name', (build) => {
  const { api, box } = useScenario(build);

  async function setUp(reviewer: ScriptedReplies<Reply>['reviewer'], supervisor: object = {}) {
    box.config(supervisor);
    api.setReplies({ worker: [], reviewer });
    return (await held(box)).session_id;
  }

  it.each([
    ['allow', allow('Seen.'), 0, 'Seen.', /Verdict: approved/],
    ['block', block('Run the tests.'), 3, 'Run the tests.', /sent back/],
  ])('%s: facts, verdict and cost; its exit code says it', async (verdict, answer, code, feedback, words) => {
    const session = await setUp([answer]);
    const before = box.files(box.home);
    const shown = await box.ccc(['review'], null);
    expect(shown.code).toBe(code);
    expect(shown.stdout).toContain(session);
    expect(shown.stdout).toContain('Fix the price, please.');
    expect(shown.stdout).toMatch(words);
    expect(shown.stdout).toContain(feedback);
    expect(shown.stdout).toMatch(/\$0\.\d+/);
    expect(shown.stderr).toBe('reviewing …\n');
    const asked = await box.ccc(['review', '--session', session.slice(0, 8), '--json'], null);
    expect(asked.code).toBe(code);
    const document = JSON.parse(asked.stdout);
    expect(document).toMatchObject({
      session_id: session,
      event: 'Stop',
      verdict,
      cause: 'review',
      feedback,
      context: 'fork',
    });
    expect(document.cost_usd).toBeGreaterThan(0);
    expect(document.cost_usd).toBe(Number(document.cost_usd.toFixed(6)));
    expect(document.facts.session).toMatchObject({ tool_calls: 0 });
    expect(asked.stdout).not.toMatch(/"[a-z_]+[A-Z]\w*":/);
    // No count, no journal, no log, no remembered check.
    expect(box.files(box.home)).toEqual(before);
    expect(existsSync(box.cccDir)).toBe(false);
  });

  it('failed is 1, and says why', async () => {
    const session = await setUp([allow()]);
    api.script = () => ({ kind: 'error', status: 401, message: 'bad key' });
    const { code, stdout } = await box.ccc(['review', '--last', '--json'], null);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ session_id: session, verdict: 'failed', cause: 'api' });
  });

  it('a failing check needs no reviewer, and nothing is remembered', async () => {
    await setUp([allow()], { checks: [{ name: 'price', run: 'echo the price is 12; exit 4' }] });
    const before = box.files(box.home);
    const shown = await box.ccc(['review'], null);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toMatch(/check[\s\S]*"price"[\s\S]*4[\s\S]*the price is 12/);
    expect(shown.stderr).toBe('check price …\n');
    expect(api.reviews()).toEqual([]);
    expect(box.files(box.home)).toEqual(before);
    expect(existsSync(box.cccDir)).toBe(false);
  });

  it('a limit, and a check without a result, are reported with what to change; stdout is still one document', async () => {
    const looking = toolUseReply('Read', { file_path: 'price.txt' });
    await setUp([looking, looking, allow()], { max_turns: 1, checks: [{ name: 'no', run: 'no-such-program' }] });
    const { code, stdout, stderr } = await box.ccc(['review', '--json'], null);
    expect([code, JSON.parse(stdout).verdict]).toEqual([0, 'allow']);
    expect(stderr).toMatch(/limit of 1 tool round and .+ \(supervisor\.max_turns in ccc\.json\)\.\n/);
    expect(stderr).toMatch(/Check "no" could not be started \(.*no-such-program.*\)\.\n/);
  });

  it('a ccc.json that cannot be read is spoken of once, with the place', async () => {
    await setUp([allow()]);
    const file = box.write(join(box.claudeDir, 'ccc.json'), '{ "supervisor": {');
    const { code, stdout, stderr } = await box.ccc(['review'], null);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(`ccc: ${file}:1:18: `);
    expect(stderr).not.toContain('using the default');
  });

  it('another prompt, context and model can be tried', async () => {
    await setUp([allow('Rhymes.')]);
    const prompt = box.write('prompt.md', 'Allow whatever rhymes.');
    const args = ['review', '--prompt', prompt, '--context', 'evidence', '--model', 'sharp-eyes', '--json'];
    const { code, stdout } = await box.ccc(args, null);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ context: 'evidence', model: 'sharp-eyes' }),
    ]);
    expect(api.reviews()[0]?.lastUserText).toContain('Allow whatever rhymes.\n\n## The event');
  });

  it('an event as a hook gets it, from a file or stdin', async () => {
    await setUp([block('Answer it yourself.')]);
    const tool_input = { questions: [{ question: 'Which price?', options: [{ label: '10' }] }] };
    const event = { hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input, session_id: 'any' };
    const file = box.write('event.json', event);
    const asked = [await box.ccc(['review', '--event', file], null), await box.ccc(['review', '--event', '-'], event)];
    for (const { code, stdout } of asked)
      expect([code, stdout]).toEqual([3, expect.stringContaining('Answer it yourself.')]);
    for (const request of api.reviews()) expect(request.lastUserText).toContain('question: Which price?');
  });

  it('under the current provider, with its key', async () => {
    await setUp([allow()]);
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: 'key-of-the-provider' };
    box.write(join(box.claudeDir, 'ccc.json'), { current_provider: 'mine', providers: { mine: { env } } });
    const { code, stdout } = await box.ccc(['review', '--json'], null);
    expect([code, JSON.parse(stdout).context]).toEqual([0, 'fork']);
    expect(api.reviews()[0]?.headers.authorization).toBe('Bearer key-of-the-provider');
  });

  it.each<[args: string[], code: number, message: RegExp]>([
    [['--session', 'nowhere'], 1, /no session "nowhere"[\s\S]*ccc status --all/],
    [['--session', ''], 1, /no session ""[\s\S]*Give an id, or its first characters/],
    [['--session', 'x', '--last'], 2, /--session and --last/],
    [['--event', 'Stopp'], 2, /unknown event "Stopp"[\s\S]*Stop/],
    [['--event', 'PreToolUse'], 2, /a PreToolUse event needs its input/],
    [['--event', 'SessionStart'], 2, /SessionStart events are not reviewed/],
    [['--event', './missing.json'], 2, /cannot read .*missing\.json \(ENOENT\)/],
    [['--context', 'all'], 2, /invalid value "all" for --context[\s\S]*evidence/],
    [['--prompt', 'missing.md'], 2, /cannot read .*missing\.md/],
    [['--bogus'], 2, /unknown option --bogus/],
    [['--provider', 'nobody'], 2, /nobody/],
    [['--event', '/dev/null'], 2, /is not a file/],
  ])('%j is wrong: exit %i', async (args, code, message) => {
    await setUp([allow()]);
    const done = await box.ccc(['review', ...args], null);
    expect([done.code, done.stdout]).toEqual([code, '']);
    expect(done.stderr).toMatch(message);
  });

  it('where there is no session, it says how to name one', async () => {
    await setUp([allow()]);
    const { code, stderr } = await box.ccc(['review'], null, { CLAUDE_CONFIG_DIR: join(box.dir, 'empty') });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no Claude Code session[\s\S]*ccc review --session ID/)]);
  });

  it('a wrong value is what it complains about, also where there is no session', async () => {
    const args = ['review', '--context', 'bar'];
    const { code, stderr } = await box.ccc(args, null, { CLAUDE_CONFIG_DIR: join(box.dir, 'empty') });
    expect([code, stderr]).toEqual([2, expect.stringContaining('review: invalid value "bar" for --context')]);
  });

  it('Ctrl-C ends it and the reviewer', async () => {
    await setUp([]);
    api.script = () => ({ kind: 'hang' });
    const child = box.start(['review']);
    const exit = new Promise((done) => child.once('exit', done));
    const asked = api.requests.length;
    await until('the reviewer to ask', () => api.requests.length > asked);
    child.kill('SIGINT');
    expect(await exit).toBe(130);
    await box.allEnded();
  });
});
