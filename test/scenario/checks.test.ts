import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/journal/record.ts';
import { allow, block, isReviewRequest, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { decisionOf } from '../support/sandbox.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { clockPast, momentBetween, until } from '../support/wait.ts';

const SESSION = 'by-hand';

/** A line of the journal: the reviews of another session have cost a dollar today. */
const SPENT = {
  time: new Date().toISOString(),
  session_id: 'spent',
  supervisor_id: 'spent',
  event: 'Stop',
  verdict: 'block',
  cause: 'review',
  feedback: 'no',
  cost_usd: 1,
} satisfies Partial<JournalEntry>;

/** The project's own checks, before any model is asked. */
describe.each(BUILDS)('checks, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop'] });

  function setUp(roles: ScriptedReplies<Reply>, supervisor: object = {}) {
    api.setReplies(roles);
    box.config(supervisor);
  }
  /** Where the review after the checks is not the point, a short run has used up what reviews may cost. */
  function setUpUnreviewed(supervisor: object) {
    setUp({ worker: [], reviewer: [allow()] }, IS_FULL ? supervisor : { ...supervisor, max_cost_usd_per_day: 0.01 });
    if (!IS_FULL) box.write(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify(SPENT)}\n`);
  }
  const stop = (fields: object = {}) => ({
    session_id: SESSION,
    hook_event_name: 'Stop',
    cwd: box.project,
    ...fields,
  });
  const ranIn = (name: string) => join(box.dir, `ran-${name}`);
  /** Leaves a mark outside the project whenever it runs. */
  const counting = (name: string) => ({ name, run: `echo x >> '${ranIn(name)}'` });
  const runsOf = (name: string) =>
    existsSync(ranIn(name)) ? readFileSync(ranIn(name), 'utf8').split('\n').length - 1 : 0;

  it('one that fails sends the worker back at once, with no request to the reviewer; it is tried again once the worker did something, though no file is different', async () => {
    const fix = () => toolUseReply('Write', { file_path: join(box.project, 'price.txt'), content: '10' });
    const begin = () => toolUseReply('Write', { file_path: join(box.project, 'price.txt'), content: '11' });
    const install = toolUseReply('Bash', { command: 'true', description: 'install' });
    setUp(
      {
        worker: [
          ...[begin, textReply('Done, all tests pass.'), fix, textReply('Now it does.')],
          ...[textReply('It does.'), install, textReply('Installed.')],
        ],
        reviewer: [allow('Seen.')],
      },
      {
        checks: [
          { name: 'lint', run: 'true' },
          { name: 'price', run: 'cat price.txt && grep -q 10 price.txt' },
          // What it hangs on is in no file of the project.
          { name: 'flag', run: `echo x >> '${ranIn('flag')}'; test "$(wc -l < '${ranIn('flag')}')" -gt 1` },
        ],
      },
    );
    const { session_id, result } = await box.work(['--allowedTools', 'Write', 'Bash']);
    expect(result).toBe('Installed.');
    const journal = box.journal();
    expect(journal[0]).toMatchObject({
      verdict: 'block',
      cause: 'check',
      count: 1,
      cost_usd: null,
      model: null,
      turns: null,
    });
    expect(
      journal.map(({ checks }) => checks.map(({ outcome, reused }) => (reused ? `${outcome} before` : outcome))),
    ).toEqual([
      ['passed', 'failed', 'not-run'],
      ['passed', 'passed', 'failed'],
      ['passed before', 'passed before', 'failed before'],
      ['passed', 'passed', 'passed'],
    ]);
    expect(journal[2]?.checks.map(({ at }) => at)).toEqual(journal[1]?.checks.map(({ at }) => at));
    expect(journal[0]?.checks.map(({ name }) => name)).toEqual(['lint', 'price', 'flag']);
    expect(journal.map(({ verdict, cause, count }) => [verdict, cause, count])).toEqual([
      ['block', 'check', 1],
      ['block', 'check', 2],
      ['block', 'check', 3],
      ['allow', 'review', 4],
    ]);
    // The reviewer comes last, after every turn of the worker.
    expect(api.reviews()).toHaveLength(1);
    expect(isReviewRequest(api.requests.at(-1) as (typeof api.requests)[number])).toBe(true);
    const sentBack = api.requests.find(({ lastUserText }) => lastUserText.includes('"price"'));
    expect(sentBack?.lastUserText).toMatch(/exit code 1[\s\S]*11/);
    const again = api.workerRequests().filter(({ lastUserText }) => lastUserText.includes('"flag"'));
    expect(again.at(-1)?.lastUserText).toContain(
      'It was not run again: nothing was written or run since it failed at 20',
    );
    // What passed is evidence for the reviewer.
    expect(api.reviews()[0]?.lastUserText).toMatch(/price[^\n]*passed, ran now/);
    expect(box.state(session_id).count).toBe(4);
  });

  it('the same files are not checked twice, nor those that a check does not cover', async () => {
    const write = (file: string, content: string) => () =>
      toolUseReply('Write', { file_path: join(box.project, file), content });
    setUp({
      worker: [
        write('docs/b.md', 'new'),
        textReply('1'),
        textReply('2'),
        write('docs/a.md', 'other'),
        textReply('3'),
        write('src/a.ts', 'other'),
        textReply('4'),
      ],
      reviewer: [block('No.'), block('Still no.'), block('Not yet.'), block('Nearly.'), allow()],
    });
    const checks = [counting('all'), { ...counting('src'), paths: ['src/**'] }];
    // In a short run a check that fails sends the worker back as often as the reviewers do.
    box.config(IS_FULL ? { checks } : { checks: [...checks, RED_CHECK], max_iterations: 5 });
    const files = ['src/a.ts', 'docs/a.md'].map((file) => box.write(`project/${file}`, 'a'));
    // The start of the client's process is known to within some clock ticks, and no program can set a ctime.
    for (const file of files) await clockPast(file);
    await box.work(['--allowedTools', 'Write']);
    const came = box
      .journal()
      .slice(0, 5)
      .map((entry) => entry.checks.slice(0, 2).map(({ outcome, reused }) => (reused ? 'reused' : outcome)));
    expect(
      box
        .journal()
        .slice(5)
        .map(({ cause }) => cause),
    ).toEqual(IS_FULL ? [] : ['limit']);
    expect(came).toEqual([
      ['passed', 'skipped'],
      ['reused', 'skipped'],
      ['passed', 'skipped'],
      ['passed', 'passed'],
      ['reused', 'reused'],
    ]);
    expect([runsOf('all'), runsOf('src')]).toEqual([3, 1]);
  });

  linuxOnly('setsid').it('one that hangs is ended with its children, and is not a failing test', async () => {
    setUp({ worker: [textReply('Done.')], reviewer: [allow()] });
    const mark = join(box.dir, 'hanging');
    const hang = `echo begun > '${mark}'; sleep 3001 '${mark}' & (setsid sh -c "trap '' TERM; sleep 3002; true '${mark}'" &); sleep 3003 2>&1`;
    box.config({
      checks: [{ name: 'hangs', run: hang.replaceAll(`'${mark}' &`, '&'), timeout_seconds: 1 }, counting('after')],
    });
    const { systemMessage } = decisionOf(await box.hook(stop()));
    expect(readFileSync(mark, 'utf8')).toBe('begun\n');
    expect(systemMessage).toContain('Check "hangs" timed out after 1 s');
    expect(box.journal()[0]).toMatchObject({ verdict: 'allow', cause: 'review' });
    expect(box.journal()[0]?.checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['hangs', 'timed-out'],
      ['after', 'passed'],
    ]);
    await box.allEnded();
    expect(api.reviews()).toHaveLength(1);
  });

  it('one that cannot start is said to be that', async () => {
    setUpUnreviewed({ checks: [{ name: 'none', run: 'no-such-program-anywhere' }] });
    const { systemMessage } = decisionOf(await box.hook(stop()));
    expect(systemMessage).toMatch(/Check "none" could not be started \(.*no-such-program-anywhere/);
    expect(box.journal().at(-1)).toMatchObject({
      verdict: 'allow',
      checks: [{ name: 'none', outcome: 'not-started' }],
    });
  });

  it('what one prints of keys in ccc.json, or in an address, is masked: for the worker, on disk and in the journal', async () => {
    const key = 'made-up-key-of-a-provider-12345';
    setUp({ worker: [], reviewer: [allow()] });
    const leak = box.write(
      'leak.sh',
      `cat '${box.claudeDir}/ccc.json'; echo postgres://me:pass4711word@host/db; exit 1`,
    );
    box.write(join(box.claudeDir, 'ccc.json'), {
      supervisor: { checks: [{ name: 'leaks', run: `sh '${leak}'` }] },
      providers: { mine: { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_AUTH_TOKEN: key } } },
    });
    const { reason } = decisionOf(await box.hook(stop()));
    expect(reason).toMatch(/exit code 1[\s\S]*postgres:\/\/me:/);
    const written = box.files(box.cccDir).map((file) => readFileSync(file, 'utf8'));
    for (const text of [reason, ...written])
      for (const secret of [key, 'pass4711word']) expect(text).not.toContain(secret);
  });

  it('they get no keys, and a hook that is interrupted ends them', async () => {
    setUp({ worker: [], reviewer: [allow()] });
    const seen = join(box.dir, 'environment');
    box.config({ checks: [{ name: 'env', run: `env > '${seen}'; sleep 3000` }, counting('next')] });
    const hook = box.start(['supervisor-hook'], { ANTHROPIC_API_KEY: 'sk-ant-made-up' });
    hook.stdin?.end(JSON.stringify(stop()));
    await until('the check to run', () => existsSync(seen) && readFileSync(seen, 'utf8').includes('PATH='));
    const environment = readFileSync(seen, 'utf8');
    expect(environment).not.toContain('made-up');
    expect(environment).not.toMatch(/^(?:ANTHROPIC|CCC_SUPERVISOR|CLAUDE_CODE)/m);
    hook.kill('SIGTERM');
    const code = await new Promise((done) => hook.once('exit', done));
    expect(code).toBe(1);
    await box.allEnded();
    expect(box.journal()[0]).toMatchObject({
      verdict: 'failed',
      cause: 'interrupted',
      checks: [
        { name: 'env', outcome: 'interrupted' },
        { name: 'next', outcome: 'interrupted' },
      ],
    });
    expect(api.reviews()).toEqual([]);
  });

  it('within a check none is run: it would start itself over and over', async () => {
    setUpUnreviewed({ checks: [counting('inner')] });
    await box.hook(stop(), { CCC_CHECK: 'a-mark' });
    expect(runsOf('inner')).toBe(0);
    expect(box.journal().at(-1)).toMatchObject({ verdict: 'allow', cause: IS_FULL ? 'review' : 'budget', checks: [] });
  });

  it('paths: what has not changed since supervision began is not checked', async () => {
    setUpUnreviewed({
      checks: [
        { ...counting('src'), paths: ['src/**'] },
        { ...counting('docs'), paths: ['docs/**'] },
      ],
    });
    box.write('project/src/a.ts', 'a');
    box.write('project/docs/a.md', 'a');
    box.commit('before', Date.now() - 3_600_000);
    await momentBetween();
    await box.supervise(SESSION);
    box.write('project/src/a.ts', 'b');
    await box.hook(stop());
    expect(
      box
        .journal()
        .at(-1)
        ?.checks.map(({ name, outcome }) => [name, outcome]),
    ).toEqual([
      ['src', 'passed'],
      ['docs', 'skipped'],
    ]);
    // A commit is a change too.
    box.write('project/docs/a.md', 'b');
    box.commit('after', Date.now() + 2_000);
    await box.hook(stop());
    expect(
      box
        .journal()
        .at(-1)
        ?.checks.map(({ name, outcome, reused }) => [name, outcome, reused]),
    ).toEqual([
      // Without a transcript nothing shows what was run since.
      ['src', 'passed', false],
      ['docs', 'passed', false],
    ]);
  });

  it('a question is answered without them, however often; what may have been written by any means is checked', async () => {
    const bash = (command: string) => toolUseReply('Bash', { command, description: command });
    // Git does not ignore the log.
    const question = [bash('sh t.sh > t.log'), bash('cat t.sh t.log'), textReply('Its last line is `false`.')];
    setUp({
      worker: [
        ...question,
        ...[bash('sh t.sh'), textReply('It still fails.')],
        ...[bash('echo true > t.sh'), textReply('Fixed.')],
        ...[bash('sh t.sh; git status --short'), textReply('It passes now.')],
        // Git ignores what this writes: no file of the project differs.
        ...[bash('echo bad > .cache/x'), textReply('Nothing to do.')],
        textReply('I give up.'),
      ],
      reviewer: [allow('An answer was asked for.')],
    });
    const check = { name: 't', run: `echo x >> '${ranIn('t')}'; sh t.sh && ! grep -q bad .cache/x` };
    box.write('project/.claude/ccc.json', { supervisor: { checks: [check] } });
    // As test runners do, it leaves something behind that git ignores.
    box.write('project/t.sh', 'mkdir -p .cache; date > .cache/last; false\n');
    box.write('project/.gitignore', '.cache\n');
    box.commit('before', Date.now() - 3_600_000);
    await box.ccc(['trust', box.project], null);
    const ask = (prompt: string, ...args: string[]) => box.work(['--allowedTools', 'Bash', ...args], prompt);
    const { session_id, result } = await ask('why does t.sh fail? change nothing');
    expect(result).toBe('Its last line is `false`.');
    expect(box.journal().map(({ verdict, cause, count }) => [verdict, cause, count])).toEqual([['allow', 'review', 1]]);
    expect(box.journal()[0]?.checks).toMatchObject([{ name: 't', outcome: 'skipped', why: 'nothing-written' }]);
    expect(box.journal()[0]?.notices).toEqual([
      'Checks not run: no file of the project changed, and the agent ran nothing but tests, checks and commands that only read.',
    ]);
    expect([api.workerRequests().length, api.reviews().length, runsOf('t')]).toEqual([3, 1, 0]);
    expect(api.reviews()[0]?.lastUserText).toMatch(/t \(.*not run: no file of the project changed in this task/);

    // By the user, between two tasks.
    box.write('project/t.sh', 'exit 1\n');
    await ask('and now?', '--resume', session_id);
    expect(box.journal().at(-1)).toMatchObject({
      ...{ verdict: 'allow', cause: 'review' },
      checks: [{ name: 't', outcome: 'failed', changed_before: true }],
      notices: [
        expect.stringContaining('Check "t" fails; it did not block the stop, because the files changed before'),
      ],
    });
    expect(api.reviews().at(-1)?.lastUserText).toContain('The files changed before the user asked for this task');
    expect(runsOf('t')).toBe(1);

    await ask('then fix it', '--resume', session_id);
    expect(box.journal().at(-1)).toMatchObject({
      verdict: 'allow',
      checks: [{ name: 't', outcome: 'passed', reused: false }],
    });
    await ask('does it pass?', '--resume', session_id);
    expect(box.journal().at(-1)).toMatchObject({ verdict: 'allow', checks: [{ why: 'nothing-written' }] });
    expect(runsOf('t')).toBe(2);

    const before = box.journal().length;
    await ask('look around', '--resume', session_id);
    expect(box.journal()[before]).toMatchObject({ verdict: 'block', cause: 'check', checks: [{ outcome: 'failed' }] });
  });

  it('not in plan mode, though the worker tries to write', async () => {
    const write = () => toolUseReply('Write', { file_path: join(box.project, 'a'), content: 'a' });
    setUp({ worker: [write, textReply('My plan.')], reviewer: [allow()] }, { checks: [{ name: 'red', run: 'false' }] });
    await box.work(['--permission-mode', 'plan']);
    expect(box.journal()).toMatchObject([
      { verdict: 'allow', cause: 'review', checks: [{ outcome: 'skipped', why: 'plan-mode' }] },
    ]);
  });

  it('one that had failed on the files that the task began with is told, and does not block by itself', async () => {
    setUp(
      { worker: [], reviewer: [allow('Not its task.')] },
      { checks: [{ name: 'old', run: 'echo broken; exit 3' }] },
    );
    box.write('project/a', 'a');
    expect(decisionOf(await box.hook(stop({ prompt_id: 'p1' }))).decision).toBe('block');
    expect(await box.ccc(['overrule', 'that test is known to fail', '--session', SESSION])).toMatchObject({
      code: 0,
    });
    await box.hook(stop({ prompt_id: 'p1' }));
    expect(box.journal().at(-1)).toMatchObject({ cause: 'overruled' });

    box.write('project/a', 'b');
    const { decision, systemMessage } = decisionOf(await box.hook(stop({ prompt_id: 'p2' })));
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain(
      'Check "old" fails, as it did on the files that this task began with; it did not block',
    );
    expect(box.journal().at(-1)).toMatchObject({
      ...{ verdict: 'allow', cause: 'review' },
      checks: [{ name: 'old', outcome: 'failed', failed_before: true }],
    });
    expect(api.reviews()[0]?.lastUserText).toMatch(
      /old \(.*failed \(exit 3\), ran now; it had failed on the files that this task began with already/,
    );
  });

  it('what the worker left running may change anything: the check runs again', async () => {
    const bash = toolUseReply('Bash', {
      command: 'echo a > a; setsid -f sleep 600 </dev/null >/dev/null 2>&1',
      description: 'x',
    });
    setUp(
      { worker: [bash, textReply('1'), textReply('2')], reviewer: [block('Say more.'), allow()] },
      { checks: [counting('all')] },
    );
    await box.work(['--allowedTools', 'Bash']);
    expect(box.journal().map(({ checks }) => checks[0]?.reused)).toEqual([false, false]);
  });

  it('a result that the worker writes by hand: it is not used, and told', async () => {
    // As a script: the client does not let a command name these files.
    box.write('project/forge.sh', 'for f in "$HOME"/.claude/ccc/checks-*.json; do sed -i s/failed/passed/g "$f"; done');
    const bash = (command: string) => toolUseReply('Bash', { command, description: 'x' });
    setUp(
      { worker: [bash('echo a > a'), textReply('1'), bash('sh forge.sh'), textReply('2')], reviewer: [allow()] },
      { checks: [{ name: 'red', run: 'exit 1' }], max_iterations: 2 },
    );
    await box.work(['--allowedTools', 'Bash']);
    const [first, second] = box.journal();
    expect(first).toMatchObject({ cause: 'check', changed_settings: [] });
    expect(second).toMatchObject({ cause: 'check', checks: [{ outcome: 'failed', reused: false }] });
    expect(second?.changed_settings).toEqual([expect.stringMatching(/ccc\/checks-\w+\.json$/)]);
    expect(second?.notices.join()).toContain('What decides how the work is reviewed was changed');
    expect(api.reviews()).toEqual([]);
  });

  it.runIf(IS_FULL)('what a subagent ran after a check counts: the check runs again', async () => {
    const bash = toolUseReply('Bash', { command: 'true', description: 'x' });
    const agent = toolUseReply('Agent', { description: 'x', prompt: 'look', subagent_type: 'general-purpose' });
    const write = () => toolUseReply('Write', { file_path: join(box.project, 'a'), content: 'a' });
    setUp(
      {
        worker: [write, textReply('1'), textReply('2'), agent, bash, textReply('Looked.'), textReply('3')],
        reviewer: [block('No.'), block('Look again.'), allow()],
      },
      { checks: [counting('all')] },
    );
    await box.work(['--allowedTools', 'Write', 'Bash', 'Agent']);
    // While it runs in the background, a stop is not judged.
    const judged = box.journal().filter(({ cause }) => cause !== 'background');
    expect(judged.map(({ checks }) => checks[0]?.reused)).toEqual([false, true, false]);
    expect(box.journal()[1]?.notices).toEqual([]);
  });

  describe('of a repository', () => {
    const bring = (folder: string, name: string) => {
      mkdirSync(join(folder, '.claude'), { recursive: true });
      writeFileSync(join(folder, '.claude/ccc.json'), JSON.stringify({ supervisor: { checks: [counting(name)] } }));
    };
    const repository = (path: string) => {
      const folder = join(box.dir, path);
      mkdirSync(join(folder, '.git'), { recursive: true });
      for (const [file, text] of [
        ['HEAD', 'ref: refs/heads/main\n'],
        ['config', '[core]\n\tbare = false\n'],
      ] as const)
        writeFileSync(join(folder, '.git', file), text);
      for (const dir of ['objects', 'refs']) mkdirSync(join(folder, '.git', dir));
      return folder;
    };
    const trust = (folder: string) => box.ccc(['trust', folder], null);
    /** Runs the checks alone: no client can be started, so the review after them fails at once. */
    const checkIn = (folder: string) =>
      box.hook(stop({ cwd: folder }), { CLAUDE_PROJECT_DIR: folder, CCC_CLAUDE: '/no/claude/here' });
    const stopIn = (folder: string) =>
      box.hook(stop({ cwd: folder }), { CLAUDE_PROJECT_DIR: folder, ANTHROPIC_BASE_URL: api.url });

    it('they run once they are trusted, and never before or after a change; the user is notified once', async () => {
      setUpUnreviewed({});
      const folder = repository('repo');
      bring(folder, 'theirs');
      const notice = async () => decisionOf(await stopIn(folder)).systemMessage as string;
      expect(await notice()).toMatch(
        /Ignored until you trust this repository: \.claude\/ccc\.json\. .*ccc trust --show/,
      );
      expect(await notice()).not.toContain('ccc trust');
      expect(runsOf('theirs')).toBe(0);

      expect(await trust(folder)).toMatchObject({ code: 0 });
      expect(await notice()).not.toContain('ccc trust');
      expect(runsOf('theirs')).toBe(1);

      writeFileSync(join(folder, '.claude/ccc.json'), `${readFileSync(join(folder, '.claude/ccc.json'), 'utf8')} `);
      // Of the change the reviewer is told too.
      box.config({});
      expect(await notice()).toMatch(/Ignored because it changed since you trusted it: \.claude\/ccc\.json/);
      expect(api.reviews().at(-1)?.lastUserText).toContain('has been changed since, so it did not count');
      expect(await notice()).not.toContain('ccc trust');
      expect(runsOf('theirs')).toBe(1);
    });

    it('not through a symlink to one that is trusted', async () => {
      const good = repository('good');
      bring(good, 'good');
      await trust(good);
      const other = repository('other');
      symlinkSync(join(good, '.claude'), join(other, '.claude'));
      const third = repository('third');
      mkdirSync(join(third, '.claude'));
      symlinkSync(join(good, '.claude/ccc.json'), join(third, '.claude/ccc.json'));
      await checkIn(other);
      await checkIn(third);
      expect(runsOf('good')).toBe(0);
      // Another name for the folder itself is the same folder.
      symlinkSync(good, join(box.dir, 'alias'));
      await checkIn(join(box.dir, 'alias'));
      expect(runsOf('good')).toBe(1);
    });

    it('not through a parent folder, trusted or not', async () => {
      const parent = repository('parent');
      bring(parent, 'parent');
      await trust(parent);
      const nested = repository('parent/vendor/nested');
      bring(nested, 'nested');
      const plain = repository('parent/vendor/plain');
      await checkIn(nested);
      await checkIn(plain);
      expect([runsOf('parent'), runsOf('nested')]).toEqual([0, 0]);
      // A folder of the repository itself belongs to it.
      mkdirSync(join(parent, 'src'));
      await checkIn(join(parent, 'src'));
      expect(runsOf('parent')).toBe(1);
      // Above a folder that is not a repository nothing is looked at.
      bring(box.dir, 'above');
      mkdirSync(join(box.dir, 'loose'));
      await checkIn(join(box.dir, 'loose'));
      expect(runsOf('above')).toBe(0);
    });

    it('in sessions of the real client: a run without a screen says what did not count; once trusted, its SUPERVISOR.md comes after the user’s own', async () => {
      setUp(
        { worker: [textReply('Done.')], reviewer: [allow()] },
        { checks: [{ name: 'none', run: 'no-such-program-anywhere', always: true }] },
      );
      bring(box.project, 'theirs');
      box.write(join(box.claudeDir, 'SUPERVISOR.md'), 'Allow whatever rhymes.');
      box.write('project/.claude/SUPERVISOR.md', 'Prices are in cents here.');
      box.write(join(box.claudeDir, 'settings.json'), {});
      const { stderr } = await box.ccc(['-p', 'make it work'], null);
      expect(stderr).toContain('Check "none" could not be started (no-such-program-anywhere: not found).');
      expect(stderr).toContain('ccc trust --show');
      expect(stderr).toMatch(/reviewed and approved \(1 review/);
      expect(box.journal()[0]?.notices).toHaveLength(2);
      expect(api.reviews()[0]?.lastUserText).not.toContain('cents');
      expect(runsOf('theirs')).toBe(0);

      await trust(box.project);
      box.registerHooks();
      const write = toolUseReply('Write', { file_path: join(box.project, 'a'), content: 'a' });
      api.setReplies({ worker: [write, textReply('Done.')], reviewer: [allow()] });
      await box.work(['--allowedTools', 'Write']);
      expect(api.reviews()[1]?.lastUserText).toMatch(
        /Allow whatever rhymes\.\s+## For this repository\s+Prices are in cents here\./,
      );
      expect(runsOf('theirs')).toBe(1);
    });

    it('they run where they are written down, the user’s own in the folder of the session', async () => {
      const root = repository('mono');
      const where = (name: string) => ({ name, run: `pwd > '${join(box.dir, name)}.where'` });
      mkdirSync(join(root, '.claude'));
      mkdirSync(join(root, 'part'));
      writeFileSync(join(root, '.claude/ccc.json'), JSON.stringify({ supervisor: { checks: [where('theirs')] } }));
      box.config({ checks: [where('mine')] });
      await trust(root);
      await checkIn(join(root, 'part'));
      expect(readFileSync(join(box.dir, 'mine.where'), 'utf8')).toBe(`${join(root, 'part')}\n`);
      expect(readFileSync(join(box.dir, 'theirs.where'), 'utf8')).toBe(`${root}\n`);
    });

    it('in a work tree of a trusted repository, made by the client: they run there; where its files differ, the advice leads there', async () => {
      const bash = (command: string) => toolUseReply('Bash', { command, description: 'x' });
      const worker = () => [bash('echo b > a'), textReply('Done.')];
      setUp({ worker: worker(), reviewer: [allow()] });
      const where = { name: 'where', run: `pwd >> '${ranIn('where')}'` };
      box.write('project/.claude/ccc.json', { supervisor: { checks: [where] } });
      box.write('project/a', 'a');
      box.commit('before', Date.now() - 3_600_000);
      await trust(box.project);
      const tree = join(box.project, '.claude/worktrees/wt');
      const work = (...args: string[]) => box.work(['--allowedTools', 'Bash', 'EnterWorktree', ...args]);
      await work('--worktree', 'wt');
      expect(readFileSync(ranIn('where'), 'utf8')).toBe(`${tree}\n`);
      expect(box.journal()[0]?.notices).toEqual([]);
      expect((await box.ccc(['trust', '--show', tree])).stdout).toContain(
        `Trusted. You trusted the same content in ${box.project}, another work tree of this repository.`,
      );

      writeFileSync(join(tree, '.claude/ccc.json'), '{}');
      await box.hook(stop({ cwd: tree }), { CLAUDE_PROJECT_DIR: tree, CCC_CLAUDE: '/no/claude/here' });
      expect(box.journal().at(-1)?.notices.join(' ')).toContain(
        `.claude/ccc.json. To see what changed: ccc trust --show ${tree}`,
      );
      const shown = await box.ccc(['trust', '--show', tree]);
      expect([shown.code, shown.stdout]).toEqual([3, expect.stringContaining(`in the work tree ${box.project}`)]);

      // A session that only goes there is judged where it began, and that is told.
      api.setReplies({ worker: [toolUseReply('EnterWorktree', { name: 'other' }), ...worker()], reviewer: [allow()] });
      await work();
      expect(box.journal().at(-1)?.notices.join(' ')).toContain(
        `The agent is in another work tree, ${join(box.project, '.claude/worktrees/other')}: checks and evidence are of ${box.project}.`,
      );
    });

    it('it cannot choose who judges, nor turn supervision off', async () => {
      setUp({ worker: [], reviewer: [block('No.')] });
      const folder = repository('sly');
      bring(folder, 'sly');
      const supervisor = { enabled: false, provider: 'mine', model: 'mine', max_iterations: 1, skip_unchanged: true };
      writeFileSync(join(folder, '.claude/ccc.json'), JSON.stringify({ supervisor }));
      await trust(folder);
      for (let i = 0; i < 2; i++) expect(decisionOf(await stopIn(folder)).decision).toBe('block');
      expect(box.journal().map(({ cause, max }) => [cause, max])).toEqual([
        ['review', 20],
        ['review', 20],
      ]);
    });
  });
});
