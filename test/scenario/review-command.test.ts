import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ByHandEntry } from '../../src/journal/record.ts';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL } from '../support/builds.ts';
import type { Finished } from '../support/processes.ts';
import { recordedSession, useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

const held = recordedSession([textReply('All tests pass.')], [], 'Fix the price, please.');

/** `ccc review`: as the hook would judge, but by hand, and nothing comes of it. */
describe.each(BUILDS)('ccc review, $name', (build) => {
  const { api, box } = useScenario(build);

  async function setUp(reviewer: ScriptedReplies<Reply>['reviewer'], supervisor: object = {}) {
    box.config(supervisor);
    api.setReplies({ worker: [], reviewer });
    return (await held(box)).session_id;
  }

  /** What people are shown. */
  function expectShown({ code, stdout }: Finished, expected: number, words: RegExp, feedback: string) {
    expect(code).toBe(expected);
    expect(stdout).toMatch(words);
    expect(stdout).toContain(feedback);
    expect(stdout).toMatch(/\$0\.\d+/);
  }
  /** What programs are given. */
  function expectDocument({ code, stdout }: Finished, expected: number, fields: object) {
    expect(code).toBe(expected);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ cause: 'review', context: 'fork', ...fields });
    expect(document.cost_usd).toBeGreaterThan(0);
    expect(document.cost_usd).toBe(Number(document.cost_usd.toFixed(6)));
    expect(document.facts.session).toMatchObject({ tool_calls: 0 });
    expect(stdout).not.toMatch(/"[a-z_]+[A-Z]\w*":/);
  }

  it.each([
    ['allow', allow('Seen.'), 0, 'Seen.', /Verdict: approved/],
    ['block', block('Run the tests.'), 3, 'Run the tests.', /sent back/],
  ])('%s: facts, verdict and cost; its exit code says it', async (verdict, answer, code, feedback, words) => {
    const session = await setUp([answer]);
    const before = box.files(box.home);
    // In the short run each in one form. The other two follow: an event that is blocked, and a provider's reviewer who
    // allows.
    if (IS_FULL || verdict === 'allow') {
      const shown = await box.ccc(['review'], null);
      expect(shown.stdout).toContain(session);
      expect(shown.stdout).toContain('Fix the price, please.');
      expect(shown.stderr).toBe('reviewing …\n');
      expectShown(shown, code, words, feedback);
    }
    if (IS_FULL || verdict === 'block') {
      const asked = await box.ccc(['review', '--session', session.slice(0, 8), '--json'], null);
      expectDocument(asked, code, { session_id: session, event: 'Stop', verdict, feedback });
    }
    // No count, no log, no remembered check; in the journal a line that is no decision.
    const journal = join(box.cccDir, 'reviews.jsonl');
    expect(box.files(box.home)).toEqual([...before, journal].sort());
    const [line] = box.journal();
    expect(line).toMatchObject({ session_id: session, by_hand: { event: 'Stop', verdict, cause: 'review', feedback } });
    expect(line).not.toHaveProperty('verdict');
    expect((line as unknown as ByHandEntry).by_hand.cost_usd).toBeGreaterThan(0);
  });

  it('a key that the reviewer quotes, or a check prints, is redacted in what people pass on', async () => {
    const key = ['whsec', 'aB3dE5gH7jK9mN1pQ3sT5vW7'].join('_');
    await setUp([block(`Remove ${key} from src/pay.ts.`)], { checks: [{ name: 'keys', run: `echo ${key}` }] });
    const shown = await box.ccc(['review'], null);
    const asked = await box.ccc(['review', '--json'], null);
    for (const { stdout, stderr } of [shown, asked]) {
      expect(stdout).toContain('Remove [redacted] from src/pay.ts.');
      expect(stdout + stderr).not.toContain(key);
    }
  });

  it('failed is 1, and says why', async () => {
    const session = await setUp([allow()]);
    api.script = () => ({ kind: 'error', status: 401, message: 'bad key' });
    const { code, stdout } = await box.ccc(['review', '--last', '--json'], null);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ session_id: session, verdict: 'failed', cause: 'api' });
  });

  it('a wait for the API is shown while it lasts', async () => {
    const overloaded: Reply = { kind: 'error', status: 529, message: 'overloaded' };
    await setUp([overloaded, overloaded, overloaded, allow('Seen.')]);
    const { code, stderr } = await box.ccc(['review'], null);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^reviewing …\n[\s\S]*waiting for the API: \d+ s: 529, 3 times; next attempt in 2 s …\n/);
    expect(stderr).toMatch(/Waited for the API \(\d+ s: 529, 3 times\)\.\n$/);
  });

  it('a failing check needs no reviewer, and nothing is remembered', async () => {
    await setUp([allow()], { checks: [{ name: 'price', run: 'echo the price is 12; exit 4' }] });
    const before = box.files(box.home);
    const shown = await box.ccc(['review'], null);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toMatch(/check[\s\S]*"price"[\s\S]*4[\s\S]*the price is 12/);
    expect(shown.stderr).toBe('check price …\n');
    expect(api.reviews()).toEqual([]);
    expect(box.files(box.home)).toEqual([...before, join(box.cccDir, 'reviews.jsonl')].sort());
    expect(box.journal()).toMatchObject([{ by_hand: { verdict: 'block', cause: 'check', cost_usd: null } }]);
  });

  it('under the current provider, with its key; a limit, and a check without a result, are reported with what to change; stdout is still one document', async () => {
    const looking = toolUseReply('Read', { file_path: 'price.txt' });
    const session_id = await setUp([looking, looking, allow()]);
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: 'key-of-the-provider' };
    box.write(join(box.claudeDir, 'ccc.json'), {
      current_provider: 'mine',
      providers: { mine: { env } },
      supervisor: { max_turns: 1, checks: [{ name: 'no', run: 'no-such-program' }] },
    });
    const done = await box.ccc(['review', '--json'], null);
    expectDocument(done, 0, { session_id, event: 'Stop', verdict: 'allow', feedback: 'fine' });
    expect(api.reviews()[0]?.headers.authorization).toBe('Bearer key-of-the-provider');
    const { stderr } = done;
    expect(stderr).toMatch(/limit of 1 tool round and .+ \(supervisor\.max_turns in ccc\.json\)\.\n/);
    expect(stderr).toMatch(/Check "no" could not be started \(.*no-such-program.*\)\.\n/);
  });

  it('a ccc.json that cannot be read is spoken of once, with the place', async () => {
    await setUp([allow()]);
    const file = box.write(join(box.claudeDir, 'ccc.json'), '{ "supervisor": {');
    const { code, stdout, stderr } = await box.ccc(['review'], null);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(`ccc: ${file}:1:18: `);
    expect(stderr).not.toContain('the default is used');
  });

  it('an event as a hook gets it, from a file or stdin; another prompt, context and model can be tried', async () => {
    const session_id = await setUp([block('Answer it yourself.')]);
    const tool_input = { questions: [{ question: 'Which price?', options: [{ label: '10' }] }] };
    const event = { hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input, session_id: 'any' };
    expectShown(await box.ccc(['review', '--event', '-'], event), 3, /sent back/, 'Answer it yourself.');
    const prompt = box.write('prompt.md', 'Allow whatever rhymes.');
    const file = box.write('event.json', { ...event, session_id });
    const other = ['--prompt', prompt, '--context', 'evidence', '--model', 'sharp-eyes', '--json'];
    const { code, stdout } = await box.ccc(['review', '--event', file, ...other], null);
    expect([code, JSON.parse(stdout)]).toEqual([
      3,
      expect.objectContaining({ context: 'evidence', model: 'sharp-eyes', feedback: 'Answer it yourself.' }),
    ]);
    expect(api.reviews()[1]?.lastUserText).toContain('Allow whatever rhymes.\n\n## The event');
    expect(api.reviews()).toHaveLength(2);
    if (IS_FULL) {
      // The file as people see it, and the other prompt, context and model on a stop that is allowed.
      expectShown(await box.ccc(['review', '--event', file], null), 3, /sent back/, 'Answer it yourself.');
      api.setReplies({ worker: [], reviewer: [allow('Rhymes.')] });
      const allowed = await box.ccc(['review', ...other], null);
      expect([allowed.code, JSON.parse(allowed.stdout)]).toEqual([
        0,
        expect.objectContaining({ context: 'evidence', model: 'sharp-eyes' }),
      ]);
    }
    for (const request of api.reviews().slice(0, 2)) expect(request.lastUserText).toContain('question: Which price?');
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
