import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, sample } from '../support/builds.ts';
import { commandLineOf, finish, variablesOf } from '../support/processes.ts';
import { RED_CHECK, useSandbox, useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const ON = { CCC_SUPERVISOR: '1' };
const bash = (command: string) => toolUseReply('Bash', { command, description: 'x' });

/** What `ccc` says at the end of a run, and what it exits with: nobody has seen what the hook said. */
describe.each(BUILDS)('the end of a run, $name', (build) => {
  const { api, box } = useScenario(build);
  beforeEach(() => {
    box.write(join(box.claudeDir, 'settings.json'), { permissions: { allow: ['Bash'] } });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] });
  });
  /** A check decides where it is enough that something does, without the client of a reviewer. */
  const sendBackOnce = () => box.config({ checks: [RED_CHECK], max_iterations: 1 });
  const worker = (...replies: ReturnType<typeof textReply>[]) =>
    api.setReplies({ worker: [...replies, textReply('Done.')], reviewer: [allow()] });

  /** As a script: the client does not let a command name these files. */
  const script = (text: string) => {
    box.write('project/change.sh', text);
    return bash('sh change.sh');
  };

  it.each<[what: string, args: string[], input: string]>([
    ['a piped prompt and JSON for programs', ['--output-format', 'json'], 'do it'],
    ...sample<[string, string[], string]>(0, [
      ['a prompt without -p', ['do it'], ''],
      ['a bundle of short options', ['-dp', 'do it'], ''],
    ]),
  ])('is told after %s, on stderr only', async (_, args, input) => {
    sendBackOnce();
    const done = await box.ccc(args, input, ON);
    expect(done.code).toBe(0);
    expect(done.stderr).toMatch(/^ccc: NOT approved: limit of 1 round reached.*\n$/);
    expect(done.stdout).not.toContain('ccc:');
    if (args.includes('json')) expect(JSON.parse(done.stdout)).toMatchObject({ result: 'Done.' });
  });

  it('an approval is 0 with --require-approval', async () => {
    const first = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(first).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(first.stderr).toMatch(/^ccc: reviewed and approved \(1 review/);
  });

  it('an approval of files that a process of the worker changes meanwhile is 3, and they are judged again', async () => {
    box.write('project/a.txt', 'fine');
    box.commit('start', Date.now() - 60_000);
    box.config({ checks: [{ name: 'red', run: 'grep -q fine a.txt' }], skip_unchanged: true });
    const change = () => {
      box.write('project/a.txt', 'bad');
      return allow();
    };
    api.setReplies({ worker: [bash('echo more > b.txt'), textReply('Done.')], reviewer: [change, allow()] });
    const first = await box.ccc(['--require-approval', '-p', 'do it', '--output-format', 'json'], '', ON);
    expect(first.code).toBe(3);
    expect(first.stderr).toContain('files changed during the review, and what is there now was NOT reviewed: a.txt');
    box.config({ checks: [{ name: 'red', run: 'grep -q fine a.txt' }], skip_unchanged: true, max_iterations: 1 });
    const { session_id } = JSON.parse(first.stdout);
    const second = await box.ccc(['--require-approval', '-p', 'and now?', '--resume', session_id], '', ON);
    expect(second.code).toBe(3);
    expect(box.journal().map(({ verdict, cause }) => `${verdict} ${cause}`)).toContain('block check');
  });

  it.each<[what: string, command: string, code: number, words: RegExp]>([
    [
      'switched its supervision off',
      `${build.command.map((word) => `'${word}'`).join(' ')} supervisor-mode off`,
      3,
      /NOT approved: supervision was turned off during the run/,
    ],
    [
      'wrote the state by hand',
      `sed -i s/true/false/ "$HOME/.claude/ccc/supervisor-$CCC_SUPERVISOR_ID.json" || printf '{"session_id":"x","enabled":false,"count":0,"created_at":"","updated_at":""}' > "$HOME/.claude/ccc/supervisor-$CCC_SUPERVISOR_ID.json"`,
      3,
      /NOT approved: supervision was turned off during the run/,
    ],
  ])('a worker that %s: told, and not an approval', async (_, command, code, words) => {
    worker(bash(command));
    const done = await box.ccc(['-p', 'do it'], '', { ...ON, CCC_REQUIRE_APPROVAL: '1' });
    expect(done.stderr).toMatch(words);
    expect(done).toMatchObject({ code, stdout: 'Done.\n' });
  });

  it.each<[what: string, command: string, owner: 'user' | 'repository', files: RegExp]>(
    sample(2, [
      ['breaks ccc.json', 'echo "{" > "$HOME/.claude/ccc.json"', 'user', /ccc\.json$/m],
      ['deletes trusted.json', 'mv "$HOME/.claude/ccc/trusted.json" "$HOME/gone"', 'repository', /trusted\.json$/m],
      [
        'changes the trusted file of the repository',
        'echo "{}" > .claude/ccc.json',
        'repository',
        /project\/.claude\/ccc\.json$/m,
      ],
    ]),
  )('a worker that %s, and is then approved: told, and with --require-approval 3', async (_, command, owner, files) => {
    const config = { supervisor: { checks: [RED_CHECK] } };
    box.write(owner === 'user' ? join(box.claudeDir, 'ccc.json') : 'project/.claude/ccc.json', config);
    if (owner === 'repository') expect((await box.ccc(['trust'])).code).toBe(0);
    worker(script(command));
    const done = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(done.stderr).toMatch(
      /^ccc: approved, but what decides how the work is reviewed was changed during the run: /m,
    );
    expect(done.stderr).toMatch(files);
    expect(done).toMatchObject({ code: 3, stdout: 'Done.\n' });
    expect(box.journal().at(-1)).toMatchObject({ changed_settings: [expect.stringMatching(files)] });
  });

  it('a worker that removes the files of the run: told, and with --require-approval 4', async () => {
    worker(script('mv "$HOME/.claude/ccc" "$HOME/gone"'));
    const done = await box.ccc(['-p', '/supervisor do it']);
    expect(done).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(done.stderr).toMatch(/^ccc: files of this run were removed while it ran; .* is not known/);
    worker(
      script(
        `mv "$HOME/.claude/ccc" "$HOME/too"; ${build.command.map((word) => `'${word}'`).join(' ')} supervisor-mode off`,
      ),
    );
    expect(await box.ccc(['--require-approval', '-p', 'do it'], '', ON)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('files of this run were removed'),
    });
  });

  it('a session that an API error ended before its first review is supervised when it is resumed', async () => {
    const down = { kind: 'error', status: 500, message: 'down' } as const;
    api.setReplies({ worker: Array.from({ length: 5 }, () => down), reviewer: [] });
    const ended = await box.ccc(['-p', 'do it', '--output-format', 'json'], '', {
      ...ON,
      CLAUDE_CODE_MAX_RETRIES: '1',
    });
    expect(ended.code).toBe(1);
    const { session_id } = JSON.parse(ended.stdout);
    api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] });
    const done = await box.ccc(['-p', 'continue', '--resume', session_id]);
    expect(done.stderr).toMatch(/reviewed and approved/);
  });

  it('an approval with a later time that the agent writes into the journal is none', async () => {
    box.config({ max_iterations: 1 });
    const journal = `"$HOME/.claude/ccc/reviews.jsonl"`;
    const change = `-e 's/"verdict":"block"/"verdict":"allow"/' -e 's/"time":"[^"]*"/"time":"2099-01-01T00:00:00.000Z"/'`;
    api.setReplies({
      worker: [
        textReply('Done.'),
        script(`L=$(grep '"verdict"' ${journal} | tail -1); echo "$L" | sed ${change} >> ${journal}`),
        textReply('Done now.'),
      ],
      reviewer: [block('There is no test.')],
    });
    const done = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(box.journal().map(({ verdict }) => verdict)).toEqual(['block', 'allow', 'allow']);
    expect(done.stderr).toMatch(/NOT approved/);
    expect(done.code).toBe(3);
  });

  it.each<[what: string, forge: (line: { supervisor_id: string }) => object]>([
    ['under an id of its own making', (line) => ({ ...line, supervisor_id: 'made-up' })],
    [
      'after it has removed the state',
      (line) => {
        rmSync(join(box.cccDir, `supervisor-${line.supervisor_id}.json`));
        return line;
      },
    ],
  ])('an approval that the agent writes into the journal %s, with its hook killed, is none', async (_, forge) => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [{ kind: 'hang' }] });
    const run = box.start(['--require-approval', '-p', 'do it'], ON);
    const done = finish(run, '');
    await until('the review', () => api.reviews().length > 0);
    // The shell that has started it as well: it may not have become the hook.
    const hooks = () => box.processes().filter((pid) => commandLineOf(pid).endsWith('supervisor-hook'));
    const session = box.journalLines().find((line) => 'session' in line && line.session === 'started');
    const approval = {
      ...{ ...session, session: undefined, time: new Date().toISOString(), prompt_id: 'p', event: 'Stop', tool: null },
      ...{
        verdict: 'allow',
        cause: 'review',
        feedback: 'all fine',
        count: 1,
        context: 'fork',
        touched: [],
        tree: null,
      },
    };
    for (const pid of hooks()) process.kill(pid, 'SIGKILL');
    await until('the hook to be gone', () => hooks().length === 0);
    const forged = forge({ ...approval, supervisor_id: `${session?.supervisor_id}` });
    appendFileSync(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify(forged)}\n`);
    const { code, stderr } = await done;
    expect(box.journal().at(-1)).toMatchObject({ verdict: 'allow', cause: 'review' });
    expect(stderr).toMatch(/^ccc: NOT reviewed/m);
    expect(code).toBe(4);
  });

  it('a journal that cannot be read: told, and not an approval', async () => {
    mkdirSync(join(box.cccDir, 'reviews.jsonl'), { recursive: true });
    const done = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(done.stderr).toMatch(/NOT reviewed as far as is known: cannot read the journal \(EISDIR\)/);
    expect(done).toMatchObject({ code: 4, stdout: 'Done.\n' });
  });

  it('a stop whose hook fails after an approved one: told, and not an approval', async () => {
    // The second turn of one run, in which the worker makes its hook fail: the client then lets it stop.
    const prompt = (text: string) =>
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })}\n`;
    const state = '"$HOME/.claude/ccc/supervisor-$CCC_SUPERVISOR_ID.json"';
    api.setReplies({
      worker: [textReply('One.'), bash(`rm ${state}; mkdir ${state}`), textReply('Two.')],
      reviewer: [allow()],
    });
    const done = await box.ccc(
      ['--require-approval', '-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      prompt('one') + prompt('two'),
      ON,
    );
    expect(done.stdout).toContain('Two.');
    expect(done.stderr).toMatch(/^ccc: NOT reviewed: the review failed: the state file .* cannot be used \(EISDIR\)/);
    expect(done.code).toBe(4);
  });

  it('a stop whose hook fails, with a second, empty transcript to hide it: told, and not an approval', async () => {
    const prompt = (text: string) =>
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })}\n`;
    const state = '"$HOME/.claude/ccc/supervisor-$CCC_SUPERVISOR_ID.json"';
    const hide = 'mkdir "$HOME/.claude/projects/--"; : > "$HOME/.claude/projects/--/$CLAUDE_CODE_SESSION_ID.jsonl"';
    api.setReplies({
      worker: [textReply('One.'), script(`rm ${state}; mkdir ${state}; ${hide}`), textReply('Two.')],
      reviewer: [allow()],
    });
    const done = await box.ccc(
      ['--require-approval', '-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      prompt('one') + prompt('two'),
      ON,
    );
    expect(done.stderr).toMatch(/^ccc: NOT reviewed: /);
    expect(done.code).toBe(4);
  });

  it.each<[whose: string, settings: object, command: string]>([
    [
      'a process that the worker left',
      {},
      `setsid sh -c 'until grep -q allow "$HOME/.claude/ccc/reviews.jsonl"; do sleep 0.02; done; echo bad > a.txt' >/dev/null 2>&1 & echo b > b.txt`,
    ],
    ...sample<[string, object, string]>(0, [
      [
        'a hook of the repository at the end',
        {
          hooks: {
            SessionEnd: [{ hooks: [{ type: 'command', command: 'cd "$CLAUDE_PROJECT_DIR" && echo bad > a.txt' }] }],
          },
        },
        'echo b > b.txt',
      ],
    ]),
  ])('files that %s changes after the approval: told, and not an approval', async (_, settings, command) => {
    box.write('project/a.txt', 'fine');
    box.write('project/.claude/settings.json', settings);
    // The client waits for this one, so that the change is there when the run ends.
    const wait = `until grep -q bad '${box.project}/a.txt' || [ $((n += 1)) -gt 1500 ]; do sleep 0.02; done`;
    const stopHook = { hooks: { Stop: [{ hooks: [{ type: 'command', command: wait, timeout: 60 }] }] } };
    box.write(join(box.claudeDir, 'settings.json'), {
      permissions: { allow: ['Bash'] },
      ...('hooks' in settings ? {} : stopHook),
    });
    box.commit('start', Date.now() - 60_000);
    worker(bash(command));
    const done = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(done.stderr).toMatch(/^ccc: approved, but files changed after the review/);
    expect(done).toMatchObject({ code: 3, stdout: 'Done.\n' });
  });

  it('a run that was sent back until it gave up is 3; a review that failed is 4; without the option both are 0', async () => {
    sendBackOnce();
    expect(await box.ccc(['--require-approval', '-p', 'do it'], '', ON)).toMatchObject({ code: 3, stdout: 'Done.\n' });
    expect((await box.ccc(['-p', 'do it'], '', { ...ON, CCC_REQUIRE_APPROVAL: '0' })).code).toBe(0);
    box.config({});
    api.setReplies({
      worker: [textReply('Done.')],
      reviewer: [{ kind: 'error', status: 400, message: 'no' }],
    });
    const failed = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(failed.stderr).toMatch(/^ccc: NOT reviewed: the review failed: /);
    expect(failed.code).toBe(4);
    // Sent back for it until no round is left: still nobody has looked at the work.
    box.config({ on_stop_failure: 'block', max_iterations: 1 });
    const neverReviewed = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(box.journal().at(-1)).toMatchObject({ cause: 'limit' });
    expect(neverReviewed.stderr).toMatch(/^ccc: NOT reviewed: the review failed: .*400/);
    expect(neverReviewed.code).toBe(4);
  });

  it.each(
    sample<['client' | 'hook', NodeJS.Signals]>(2, [
      ['hook', 'SIGKILL'],
      ['client', 'SIGKILL'],
      ['client', 'SIGQUIT'],
    ]),
  )(
    'a review that is cut off because the %s gets %s: said as what it is, and nothing goes on',
    async (whom, signal) => {
      const look = bash('cat *');
      api.setReplies({ worker: [textReply('Done.')], reviewer: [look, { kind: 'hang' }] });
      const run = box.start(['--require-approval', '-p', 'do it'], ON);
      const done = finish(run, '');
      await until('the review', () => api.reviews().length > 1);
      const hook = box.processes().find((pid) => commandLineOf(pid).endsWith('supervisor-hook')) ?? 0;
      const client = Number(/^CLAUDE_PID=(\d+)$/m.exec(variablesOf(hook))?.[1]);
      process.kill(whom === 'hook' ? hook : client, signal);
      const { code, stderr, signal: by } = await done;
      expect(stderr).toContain('ccc: NOT reviewed: a review was cut off');
      expect([code, by]).toEqual(whom === 'hook' ? [4, null] : [null, signal]);
      if (whom === 'hook') return;
      await box.allEnded();
      expect(box.journal()).toMatchObject([
        { verdict: 'failed', cause: 'interrupted', feedback: 'interrupted: Claude Code has ended' },
      ]);
      expect(api.reviews()).toHaveLength(2);
    },
  );

  it('a client that fails keeps its own exit code', async () => {
    api.script = () => ({ kind: 'error', status: 400, message: 'no' });
    const done = await box.ccc(['--require-approval', '-p', 'do it'], '', ON);
    expect(done.stderr).toMatch(/NOT reviewed: the run ended in an API error: API Error: 400 no/);
    expect(done.code).toBe(1);
  });

  it.each<[what: string, args: string[], env: Record<string, string>, code: number, words: RegExp]>([
    ['not supervised', ['-p', 'x'], {}, 1, /would not be supervised\nSet CCC_SUPERVISOR=1/],
    ['behind the arguments of claude', ['-p', 'x', '--require-approval'], ON, 2, /goes before claude's arguments/],
    ['without hooks', ['-p', 'x', '--bare'], ON, 4, /hooks are off \(--bare\)/],
    ['in the background', ['--bg', 'x'], ON, 2, /Use -p instead of --bg/],
    ['a subcommand of claude', ['mcp', 'list'], ON, 2, /--require-approval is for sessions, and "mcp" starts none/],
  ])('--require-approval, %s: refused before the start', async (_, args, env, code, words) => {
    const done = await box.ccc(['--require-approval', ...args], '', env);
    expect(done.stderr).toMatch(words);
    expect(done).toMatchObject({ code, stdout: '' });
    expect(api.requests).toEqual([]);
  });

  it('--require-approval, not supervised by a mistake in ccc.json: names the mistake and its place', async () => {
    box.config({ enabled: 'yes' });
    const done = await box.ccc(['--require-approval', '-p', 'x']);
    expect(done).toMatchObject({ code: 1, stdout: '' });
    expect(done.stderr).toMatch(/^ccc: .*ccc\.json:\d+:\d+: .*enabled.*\n[\s\S]*would not be supervised\nCorrect what/);
  });

  it('--require-approval, with stops that are not reviewed: refused before the start', async () => {
    box.config({ enabled: true, events: ['SubagentStop'] });
    const done = await box.ccc(['--require-approval', '-p', 'x']);
    expect(done).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('has no "Stop"') });
    expect(api.requests).toEqual([]);
  });

  it('--require-approval, with a provider for the reviewer that there is not: refused before the start', async () => {
    box.config({ enabled: true, provider: 'kimii' });
    const done = await box.ccc(['--require-approval', '-p', 'x']);
    expect(done).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('unknown provider "kimii"') });
    expect(api.requests).toEqual([]);
  });

  it('--dry-run names the mistakes, and says only of those that can be why that supervision is off', async () => {
    const said = async (supervisor: object) => {
      box.config(supervisor);
      return (await box.ccc(['--dry-run'])).stderr;
    };
    expect(await said({ max_iterations: 'many' })).toMatch(/^ccc: .*max_iterations: write a whole number.*\n$/);
    expect(await said({ enabeld: true })).toMatch(/unknown key.*\nccc: supervision is off for this session/);
  });

  it('CCC_REQUIRE_APPROVAL leaves the commands of claude alone, and is not passed on to a session', async () => {
    const env = { CCC_REQUIRE_APPROVAL: '1' };
    expect((await box.ccc(['mcp', 'list'], '', env)).code).toBe(0);
    worker(bash('echo "[$CCC_REQUIRE_APPROVAL]" > seen'));
    sendBackOnce();
    await box.ccc(['-p', 'do it'], '', { ...ON, ...env });
    expect(box.contents(box.project)[join(box.project, 'seen')]).toBe('[]\n');
  });

  it.each<[what: string, config: object | string, env: Record<string, string>, lines: RegExp[]]>([
    [
      'two mistakes in ccc.json',
      '{\n  "superviser": { "enabled": true },\n  "supervisor": { "enabled": "yes" }\n}',
      {},
      [
        /^ccc: .*ccc\.json:2:\d+: superviser: unknown key \(did you mean "supervisor"\?\); it is ignored\.$/,
        /^ccc: .*ccc\.json:3:\d+: supervisor\.enabled: write true or false; the default is used\.$/,
        /^ccc: supervision is off for this session; what is said above may be why\.$/,
      ],
    ],
    [
      'a CCC_SUPERVISOR that means nothing',
      {},
      { CCC_SUPERVISOR: 'enable' },
      [/^ccc: CCC_SUPERVISOR is "enable", .*write 1 or 0/, /^ccc: supervision is off for this session/],
    ],
    [
      'a mistake in a supervised run: said once',
      { supervisor: { enabled: true, max_iterations: 1, checks: [RED_CHECK], skip_unchangd: true } },
      {},
      [/skip_unchangd: unknown key \(did you mean "skip_unchanged"\?\); it is ignored\.$/, /^ccc: NOT approved: limit/],
    ],
  ])('%s: said at the start, with its place', async (_, config, env, lines) => {
    box.write(join(box.claudeDir, 'ccc.json'), config);
    const { code, stdout, stderr } = await box.ccc(['-p', 'do it'], '', env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Done.\n' });
    const said = stderr.trimEnd().split('\n');
    expect(said).toHaveLength(lines.length);
    for (const [i, line] of lines.entries()) expect(said[i]).toMatch(line);
  });
});

describe.each(BUILDS)('a mistake in ccc.json, $name', (build) => {
  const box = useSandbox(build);

  it('is in the status line, also where it turned supervision off', async () => {
    const line = async () => (await box.ccc(['statusline'], { session_id: 's' })).stdout;
    box.config({ enabled: false });
    expect(await line()).toBe('supervisor off\n');
    box.config({ enabled: 'yes' });
    expect(await line()).toBe('supervisor off · config error: ccc doctor\n');
    box.write(join(box.claudeDir, 'ccc.json'), { superviser: { enabled: true } });
    expect(await line()).toContain('config error');
  });
});

describe.each(BUILDS)('leaving the screen, $name', (build) => {
  const { api, box } = useScenario(build);
  let screen: Screen;
  afterEach(() => screen.close());

  it.each(sample(1, ['Ctrl-C', '/exit', 'SIGTERM']))(
    'during a review, by %s, says that the last stop was not reviewed to its end',
    async (how) => {
      api.setReplies({ worker: [textReply('Done.')], reviewer: [{ kind: 'hang' }] });
      box.config({ enabled: true });
      screen = new Screen(box, [], build.command);
      await screen.shows('❯');
      await screen.type('hello');
      await until('a review', () => api.reviews().length > 0);
      const isLauncher = (words: string) =>
        words.startsWith(build.command[0] ?? '') && !/supervisor-hook|statusline/.test(words);
      const launcher = box.processes().find((pid) => isLauncher(commandLineOf(pid))) ?? 0;
      if (how === '/exit') await screen.type('/exit');
      else if (how === 'SIGTERM') launcher > 0 && process.kill(launcher, 'SIGTERM');
      else await screen.leave();
      await screen.ended();
      expect(screen.raw()).toContain('ccc: NOT reviewed: the review of the last stop was cut off.');
    },
  );

  it.each(sample(1, ['sent-back', 'approved']))(
    'in the middle of a turn, after a stop that was %s, says what was not reviewed',
    async (outcome) => {
      box.write(join(box.claudeDir, 'settings.json'), { permissions: { allow: ['Bash'] } });
      api.setReplies({
        worker: [textReply('Done.'), toolUseReply('Bash', { command: 'true', description: 'x' }), { kind: 'hang' }],
        reviewer: [outcome === 'approved' ? allow() : block('Run it.')],
      });
      box.config({ enabled: true });
      screen = new Screen(box, [], build.command);
      await screen.shows('❯');
      await screen.type('hello');
      await until('a verdict', () => box.journal().length > 0);
      if (outcome === 'approved') {
        await screen.shows('approved');
        await screen.type('and more');
      }
      await until('the last request', () => api.workerRequests().length >= 3);
      await screen.leave();
      expect(screen.raw()).toContain('ccc: NOT reviewed: what the agent did after its last stop.');
    },
  );

  it('of a supervised session says how to resume it supervised; of another one nothing', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('Run it.'), allow()] });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('hello');
    await screen.shows('Done.');
    await screen.leave();
    expect(screen.raw()).not.toContain('supervised');
    await screen.close();

    sendBack();
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('/supervisor do it');
    await screen.shows(/supervision paused after 1 round/);
    await screen.leave();
    const session = box.journal().at(-1)?.session_id;
    expect(screen.raw()).not.toContain('resume this session supervised');
    expect(screen.raw()).toContain(
      `ccc: supervision of this session is paused at its limit: nothing more is reviewed until you type /supervisor, which continues with a new count. To resume: ccc --resume ${session}`,
    );
    await screen.close();

    // A script cannot wait for an approval that nobody will give.
    const asked = api.requests.length;
    const more = (prompt: string) => box.ccc(['--require-approval', '-r', `${session}`, '-p', prompt]);
    const refused = await more('more');
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toMatch(/supervision of this session is paused at its limit.*\n.*\/supervisor/);
    expect(api.requests).toHaveLength(asked);
    expect((await more('/supervisor more')).stderr).toContain('NOT approved: limit of 1 round reached');
  });

  const sendBack = () => box.config({ checks: [RED_CHECK], max_iterations: 1 });
});
