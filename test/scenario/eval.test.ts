import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { recordedSession, useScenario } from '../support/scenario.ts';
import { type Reply, textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';
import { caseFile, SESSION, transcriptLine, writeCase } from '../unit/eval/case.ts';

const WHY = 'only the label knows this sentence';
const held = recordedSession([textReply('All tests pass.')], [], 'Fix the price, please.');

const EDIT = {
  id: 'toolu_1',
  name: 'Edit',
  input: { file_path: '/case/repository/price.js', old_string: '12', new_string: '10' },
};

/** A case in which the worker changes the price, and says this at its stop. */
function stopped(folder: string, said: string, about: object): void {
  const event = { session_id: SESSION, hook_event_name: 'Stop', cwd: '/case/repository', last_assistant_message: said };
  writeCase(folder, {
    'case.json': caseFile({ why: WHY, event, times: { 'price.js': '2026-01-05T10:00:04.000Z' }, ...about }),
    'transcript.jsonl':
      transcriptLine(0, { type: 'user', message: { role: 'user', content: 'Fix the price.' } }) +
      transcriptLine(3, {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', ...EDIT }] },
      }) +
      transcriptLine(4, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: EDIT.id, content: 'updated' }] },
      }) +
      transcriptLine(9, { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: said }] } }),
    'base/price.js': 'export const price = 12;\n',
    'repository/price.js': 'export const price = 10;\n',
    // Settings of the case: neither hooks nor helpers of it run.
    'repository/.claude/settings.json': { apiKeyHelper: 'touch ran', hooks: {}, env: { ANTHROPIC_BASE_URL: 'x' } },
  });
}

describe.each(BUILDS)('ccc eval, $name', (build) => {
  const { api, box } = useScenario(build);
  let cases: string;
  let tmp: string;
  beforeEach(() => {
    cases = join(box.dir, 'cases');
    tmp = join(box.dir, 'tmp');
    mkdirSync(tmp);
    box.env.TMPDIR = tmp;
    stopped(join(cases, 'docs/fine'), 'FINE', { label: 'allow', kind: 'docs' });
    stopped(join(cases, 'claimed/bad'), 'All tests pass. BAD', { label: 'block', kind: 'claimed' });
    stopped(join(cases, 'claimed/odd'), 'ODD', { label: 'block', kind: 'claimed' });
  });

  /** Workspaces of cases that are still there. */
  const left = () => readdirSync(tmp).filter((name) => name.startsWith('ccc-eval-'));

  /** Answers by what the worker said; to the odd case something else in each pass. */
  function answer(odd: Reply[]): void {
    let passes = 0;
    api.script = (request) => {
      const text = JSON.stringify(request.body.messages);
      if (!isReviewRequest(request)) return textReply('title');
      if (text.includes('BAD')) return block('Run the tests.\nAll of them.');
      if (text.includes('ODD')) return odd[Math.min(passes, odd.length - 1)] as Reply;
      passes++;
      return allow('Seen.');
    };
  }

  it('judges every case as often as asked; a failure is no verdict; nothing is kept', async () => {
    answer([{ kind: 'error', status: 401, message: 'bad key made-up-token-for-tests' }, allow('Looks fine.')]);
    const { code, stdout, stderr } = await box.ccc(['eval', cases, '--repeat', '2', '--json'], null);
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      ...{ facts_only: false, repeat: 2, stopped: null, cases: 3, reviews: 6, unusable: [] },
      matrix: { allow: { allow: 2, block: 0, failed: 0 }, block: { allow: 1, block: 2, failed: 1 } },
      precision: { value: 1, count: 2, of: 2 },
      recall: { count: 2, of: 3 },
      accuracy: { count: 4, of: 5 },
      agreement: { same: { count: 2, of: 2, value: 1 }, kappa: 1 },
      kinds: [
        { kind: 'claimed', label: 'block', cases: 2, reviews: 4 },
        { kind: 'docs', label: 'allow', cases: 1, reviews: 2 },
      ],
      misses: [{ name: 'claimed/odd', label: 'block', verdict: 'allow', repeat: 2, feedback: 'Looks fine.' }],
    });
    expect(report.cost_usd).toBeGreaterThan(0);
    expect(report.duration_ms).toBeGreaterThan(0);
    const failed = report.results.find(({ verdict }: { verdict: string }) => verdict === 'failed');
    expect(failed).toMatchObject({ name: 'claimed/odd', repeat: 1, cause: 'api' });
    expect(stdout).not.toContain('made-up-token-for-tests');
    expect(stdout).not.toMatch(/"[a-z_]+[A-Z]\w*":/);
    // The reviewer saw the case, and nothing that tells what it deserves.
    const [first] = api.reviews();
    expect(first?.lastUserText).toContain(`${tmp}/ccc-eval-`);
    expect(first?.lastUserText).toContain('price.js');
    const seen = JSON.stringify(api.requests.map(({ body }) => body));
    for (const secret of [WHY, 'case.json', cases]) expect(seen).not.toContain(secret);
    // No count, no journal, no workspace, no process.
    expect(existsSync(box.cccDir)).toBe(false);
    expect(JSON.stringify(box.contents(box.home))).not.toContain('ccc-eval-');
    expect(left()).toEqual([]);
    await box.allEnded();
  });

  it('by the evidence alone: no request, no account', async () => {
    const { code, stdout } = await box.ccc(['eval', cases, '--facts-only'], null, { ANTHROPIC_AUTH_TOKEN: '' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 cases, judged by the evidence alone, without a model\n/);
    expect(stdout).toMatch(/^Findings that decided$/m);
    expect(stdout).toContain('docs/fine: deserves allow, was blocked\n    code changed, and no test was run');
    expect(api.requests).toEqual([]);
    expect(left()).toEqual([]);
    expect(existsSync(box.cccDir)).toBe(false);
  });

  it('shows on a terminal how far it is, and clears that', async () => {
    const screen = new Screen(box, ['eval', cases, '--facts-only'], build.command, { cols: 120, rows: 60 });
    try {
      expect(await screen.ended()).toBe(0);
      expect(screen.raw()).toContain('2 of 3: docs/fine …');
      expect(screen.text()).not.toContain('of 3:');
      expect(screen.text()).toContain('3 cases, judged by the evidence alone');
    } finally {
      await screen.close();
    }
  });

  it('the limit on cost is for the whole run; provider and model can be chosen; a bad case is named', async () => {
    answer([block('Odd.')]);
    box.write(join(cases, 'aa/broken/case.json'), '{');
    box.write(join(box.claudeDir, 'ccc.json'), {
      providers: { mine: { env: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: 'key-of-the-provider' } } },
      supervisor: { max_cost_usd: 0.01, checks: [{ name: 'red', run: 'touch checked; false' }] },
    });
    const { code, stdout, stderr } = await box.ccc(
      ['eval', cases, '--provider', 'mine', '--model', 'sharp-eyes', '--json'],
      null,
    );
    expect(code).toBe(1);
    // Each costs $0.006: after two of them more than the limit is spent.
    expect(JSON.parse(stdout)).toMatchObject({
      stopped: 'budget',
      reviews: 2,
      unusable: [{ name: 'aa/broken', problem: { code: 'not-json' } }],
    });
    expect(stderr).toMatch(/^Left out: .*aa\/broken\/case\.json: is not a JSON object\. Correct it/);
    expect(stderr).toMatch(/ended after 2 reviews: review budget used up \(supervisor\.max_cost_usd/);
    expect(api.reviews()[0]?.headers.authorization).toBe('Bearer key-of-the-provider');
    expect(api.reviews()[0]?.body.model).toBe('sharp-eyes');
    // No check of the user's has run.
    expect(existsSync(join(box.project, 'checked'))).toBe(false);
  });

  it('Ctrl-C prints what there is, and leaves no process and no folder', async () => {
    answer([{ kind: 'hang' }]);
    const child = box.start(['eval', cases]);
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (data) => (stdout += data));
    child.stderr?.on('data', (data) => (stderr += data));
    const exit = new Promise((done) => child.once('close', done));
    await until('the second case', () =>
      api.reviews().some(({ body }) => JSON.stringify(body.messages).includes('ODD')),
    );
    expect(left()).toHaveLength(1);
    child.kill('SIGINT');
    expect(await exit).toBe(130);
    expect(stdout).toMatch(/^1 case, 1 review, by /);
    expect(stderr).toBe('eval: interrupted after 1 review.\n');
    expect(left()).toEqual([]);
    await box.allEnded();
  });

  it.each<[args: string[], message: RegExp]>([
    [[], /eval: missing argument FOLDER/],
    [['nowhere'], /eval: cannot read .*nowhere \(ENOENT\)/],
    [['.'], /eval: no case in [\s\S]*ccc eval add/],
    [['../cases', '--repeat', '0'], /eval: invalid value "0" for --repeat/],
    [['../cases', '--facts-only', '--model', 'x'], /--facts-only and --model cannot be used together/],
    [['../cases', '--provider', 'nobody'], /nobody/],
    [['../broken'], /Left out: .*case\.json: label is missing or wrong[\s\S]*none of the 1 case can be used/],
  ])('%j is wrong: exit 2', async (args, message) => {
    writeCase(join(box.dir, 'broken'), { 'case.json': caseFile({ label: 'x' }) });
    const { code, stdout, stderr } = await box.ccc(['eval', ...args], null);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(api.requests).toEqual([]);
  });

  describe('add', () => {
    const target = () => join(box.project, 'eval/own');
    const ADD = ['eval', 'add', '--label', 'block', '--why', 'No test was run.'];
    let session: string;
    beforeEach(async () => {
      box.write('project/price.js', 'export const password = "hunter2hunter";\n');
      session = (await held(box)).session_id;
    });

    it('shows the case, writes it after a yes, and the case can be judged', async () => {
      const shown = await box.ccc(ADD, null);
      expect([shown.code, existsSync(join(box.project, 'eval'))]).toEqual([2, false]);
      expect(shown.stdout).toContain(`A case that deserves block, from session ${session}`);
      expect(shown.stdout).toMatch(/repository\/price\.js:1: export const password = \[redacted\]/);
      expect(shown.stderr).toMatch(/no terminal to ask on[\s\S]*--yes/);
      const asked = JSON.parse((await box.ccc([...ADD, '--json'], null)).stdout);
      expect(asked).toMatchObject({ written: false, label: 'block', kind: 'own', session_id: session });
      const { code, stdout } = await box.ccc([...ADD, '--yes'], null);
      expect(code).toBe(0);
      const folder = join(target(), session.slice(0, 8));
      expect(stdout).toContain(`Written: eval/own/${session.slice(0, 8)}\n`);
      const all = box.files(folder).map((path) => readFileSync(path, 'utf8'));
      expect(all.join('\n')).toContain('All tests pass.');
      for (const secret of [box.dir, 'hunter2hunter']) expect(all.join('\n')).not.toContain(secret);
      expect((await box.ccc([...ADD, '--yes'], null)).stdout).toContain(`${session.slice(0, 8)}-2`);
      const judged = await box.ccc(['eval', folder, '--facts-only', '--json'], null);
      expect(JSON.parse(judged.stdout)).toMatchObject({
        cases: 1,
        results: [{ label: 'block', why: 'No test was run.' }],
      });
      expect(left()).toEqual([]);
    });

    it('asks on a terminal', async () => {
      const screen = new Screen(box, ADD, build.command, { cols: 160, rows: 60 });
      try {
        await screen.shows('Write the case?');
        expect(existsSync(join(box.project, 'eval'))).toBe(false);
        screen.press('y');
        expect(await screen.ended()).toBe(0);
        expect(screen.text()).toContain('To run it: ccc eval eval/own/');
      } finally {
        await screen.close();
      }
      expect(readdirSync(target())).toEqual([session.slice(0, 8)]);
    });

    it('needs a label and a reason, unless a verdict was overruled', async () => {
      const missing = await box.ccc(['eval', 'add', '--yes'], null);
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/--label allow or --label block/)]);
      await box.supervise(session);
      api.setReplies({ worker: [], reviewer: [block('Run the tests.')] });
      const sent = await box.hook({
        session_id: session,
        hook_event_name: 'Stop',
        last_assistant_message: 'All tests pass.',
      });
      expect(sent.stdout).toContain('"decision":"block"');
      const overruled = await box.ccc(['overrule', '--session', session, 'There is nothing to run.'], null);
      expect([overruled.code, overruled.stderr]).toEqual([0, '']);
      const time = box.journal()[0]?.time;
      const { code, stdout } = await box.ccc(['eval', 'add', 'mine', '--yes'], null);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`You overruled the verdict of ${time}: blocked.`)]);
      const folder = join(box.project, 'mine/overruled', session.slice(0, 8));
      expect(JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'))).toMatchObject({
        ...{ label: 'allow', why: 'There is nothing to run.', kind: 'overruled' },
      });
    });
  });
});
