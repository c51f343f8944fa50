import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { writeLongTranscript } from '../support/long-transcript.ts';
import { finish } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { clockPast, sleep } from '../support/wait.ts';

/** `ccc evidence` on what the real client has just written. */
describe.each(BUILDS)('ccc evidence, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop'] });

  function setUp(roles: ScriptedReplies<Reply>) {
    api.setReplies(roles);
    writeFileSync(join(box.project, 'sum.test.js'), "it('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n");
    writeFileSync(join(box.project, 'package.json'), '{"scripts":{"test":"node -e 0"}}');
    box.commit('before', Date.now() - 3_600_000);
  }
  const work = async (prompt: string, resumed: string[] = []) => {
    const allowed = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Edit,Write'];
    return (await box.work([...allowed, ...resumed], prompt)).session_id;
  };

  it('says what a supervised worker did, and what it did about a verdict', async () => {
    setUp({
      worker: [
        () => toolUseReply('Write', { file_path: join(box.project, 'sum.js'), content: '// TODO: add\n' }),
        textReply('Done, all tests pass.'),
        toolUseReply('Bash', { command: 'npm test', description: 'test' }),
        () => toolUseReply('Write', { file_path: join(box.project, 'other.js'), content: '1;\n' }),
        textReply('Now the tests pass.'),
      ],
      reviewer: [block('The tests were never run.')],
    });
    // An approval would end the task, and its verdicts with it.
    box.config({ max_iterations: 1 });
    const id = await work('写一个加法函数');
    const before = api.requests.length;
    const { code, stdout, stderr } = await box.ccc(['evidence', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const facts = JSON.parse(stdout);
    expect(facts.findings).toEqual([
      {
        kind: 'claim',
        about: 'test',
        certain: true,
        text: 'the last message says that tests pass, but code changed after the last test run: other.js',
      },
      { kind: 'stub', about: null, certain: true, text: 'stub marker added in sum.js: // TODO: add' },
    ]);
    expect(facts.requests).toMatchObject({ total: 1, items: [{ text: '写一个加法函数' }] });
    expect(
      facts.files.items.map(({ path, how, by }: { path: string; how: string; by: string[] }) => [path, how, by]),
    ).toEqual([
      ['other.js', 'added', ['tool', 'git']],
      ['sum.js', 'added', ['tool', 'git']],
    ]);
    expect(facts.verdicts.items).toMatchObject([
      {
        ...{ verdict: 'block', cause: 'review', feedback: 'The tests were never run.' },
        after: { tool_calls: 2, files: { items: ['other.js'] }, commands: { items: ['npm test'] } },
      },
    ]);
    // Supervised from the start: the state is younger than the work, and the session's start counts.
    expect(Date.parse(facts.since)).toBeLessThan(Date.parse(box.state(id).created_at));

    expect(stdout).not.toMatch(/"[a-z_]+[A-Z]\w*":/);

    const text = await box.ccc(['evidence', '--session', id.slice(0, 8)]);
    expect(text.stdout).toContain(
      `Session ${id} in ${box.project}\n\n## Certain\n- ${facts.findings[0].text}\n- ${facts.findings[1].text}\n`,
    );
    expect(text.stdout).toContain(
      'block (review): The tests were never run. → then: 2 tool calls; edited other.js; ran npm test',
    );
    // No model was asked.
    expect(api.requests.length).toBe(before);

    // A mistake in a repository's file would otherwise leave out its checks without a word.
    box.write('project/.claude/ccc.json', { supervisor: { max_turns: 50, chekcs: [] } });
    expect((await box.ccc(['trust'])).code).toBe(0);
    expect((await box.ccc(['evidence'])).stderr).toMatch(
      /^ccc: .*\/project\/\.claude\/ccc\.json:\d+:\d+: supervisor\.chekcs: unknown key \(did you mean "checks"\?\); it is ignored\.\n$/,
    );
  });

  it('takes no command that hides a failure for a pass, and sees what git was told to hide', async () => {
    const bends = [
      'npm test >/dev/null 2>&1 || echo "# pass 2"',
      'npm test >/dev/null 2>&1; cat old.log',
      "trap 'exit 0' EXIT; npm test >/dev/null 2>&1",
      'npm() { echo "Tests  2 passed (2)"; }; npm test',
      'echo "*.test.js -diff" > .gitattributes; sed -i.bak "s/it(/it.skip(/" sum.test.js; rm sum.test.js.bak; true || npm test',
    ];
    setUp({
      worker: bends.flatMap((command) => [
        toolUseReply('Bash', { command, description: 'test' }),
        textReply('Done, all tests pass.'),
      ]),
      reviewer: [],
    });
    writeFileSync(join(box.project, 'package.json'), '{"scripts":{"test":"node -e process.exit(1)"}}');
    writeFileSync(join(box.project, 'old.log'), '# tests 2\n# pass 2\n# fail 0\n');
    box.commit('broken', Date.now() - 3_600_000);
    delete box.env.CCC_SUPERVISOR;
    let id: string | undefined;
    const statuses: string[] = [];
    for (const _ of bends) {
      id = await work('are the tests green?', id === undefined ? [] : ['--resume', id]);
      const { claims } = JSON.parse((await box.ccc(['evidence', '--json', '--session', id])).stdout);
      statuses.push(...claims.map(({ status }: { status: string }) => status));
    }
    expect(statuses).toHaveLength(bends.length);
    expect(statuses).not.toContain('backed');
    const { weakened } = JSON.parse((await box.ccc(['evidence', '--json', '--session', id as string])).stdout);
    expect(weakened.items).toMatchObject([{ kind: 'test skipped', path: 'sum.test.js' }]);
  });

  it('counts from the moment supervision was turned on', async () => {
    setUp({
      worker: [
        () => toolUseReply('Write', { file_path: join(box.project, 'before.js'), content: '1;\n' }),
        textReply('First.'),
        () => toolUseReply('Write', { file_path: join(box.project, 'after.js'), content: '2;\n' }),
        textReply('Second.'),
      ],
      reviewer: [allow()],
    });
    delete box.env.CCC_SUPERVISOR;
    const id = await work('first');
    await clockPast(join(box.project, 'before.js'));
    await box.supervise(id);
    await work('second', ['--resume', id]);
    const facts = JSON.parse((await box.ccc(['evidence', '--json', '--session', id])).stdout);
    expect(facts.since).toBe(box.state(id).created_at);
    expect(facts.requests.items.map(({ text }: { text: string }) => text)).toEqual(['first', 'second']);
    expect(facts.files.items).toEqual([{ path: 'after.js', how: 'added', by: ['tool', 'git'] }]);
  });

  it('says how to name a session if there is none here', async () => {
    setUp({ worker: [textReply('x')], reviewer: [allow()] });
    expect(await box.ccc(['evidence'])).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: `ccc: no Claude Code session in ${box.project} yet\nTo start one: ccc\nFor a session of another folder, run this there or name the session: ccc evidence --session ID\n`,
    });
    expect(await box.ccc(['evidence', '--session', 'nope'], '', { CCC_LANG: 'zh' })).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(/^ccc: 没有会话“nope”\n请给出会话的 ID/),
    });
    const here = join(box.claudeDir, 'projects', box.project.replaceAll(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(here, { recursive: true });
    for (let n = 1; n <= 6; n++) {
      writeFileSync(join(here, `s${n}.jsonl`), '{}\n');
      utimesSync(join(here, `s${n}.jsonl`), n, n);
    }
    const latest = [6, 5, 4, 3, 2].map((n) => `  s${n}  1970-01-01T00:00:0${n}Z\n`).join('');
    expect((await box.ccc(['evidence', '--session', 'nope'])).stderr).toBe(
      `ccc: no session "nope"\nGive an id, or its first characters.\nThis folder's latest:\n${latest}To list running sessions: ccc status --all\n`,
    );
    const folder = join(box.claudeDir, 'projects', 'p');
    mkdirSync(folder, { recursive: true });
    for (const name of ['ab1', 'ab2']) writeFileSync(join(folder, `${name}.jsonl`), '{}\n');
    expect((await box.ccc(['evidence', '--session', 'ab'])).stderr).toBe(
      'ccc: 2 sessions begin with "ab"\nGive more of the id: ab1, ab2\n',
    );
    expect(await box.ccc(['evidence', 'ab1'])).toMatchObject({ code: 2, stdout: '' });
  });

  linuxOnly('the peak in /proc').it('a transcript of 100 MB takes no more memory than a small one', async () => {
    setUp({ worker: [textReply('x')], reviewer: [allow()] });
    const folder = join(box.claudeDir, 'projects', 'p');
    mkdirSync(folder, { recursive: true });
    writeLongTranscript(join(folder, 'small.jsonl'), 1e6);
    writeLongTranscript(join(folder, 'large.jsonl'), 100e6);
    const small = await peakOf('small');
    const large = await peakOf('large');
    expect(JSON.parse(large.stdout).session.bytes).toBeGreaterThan(100e6);
    expect(JSON.parse(large.stdout).runs.test.runs).toBeGreaterThan(500);
    expect(large.stdout.length).toBeLessThan(60_000);
    expect(large.peakMb - small.peakMb).toBeLessThan(100);
  });

  /** The most memory that the process had, as the kernel counts it. */
  async function peakOf(session: string) {
    const child = box.start(['evidence', '--session', session, '--json']);
    const done = finish(child, null);
    let peak = 0;
    let ended = false;
    void done.finally(() => {
      ended = true;
    });
    while (!ended) {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // It has ended.
      }
      await sleep(5);
    }
    const { code, stdout } = await done;
    expect(code).toBe(0);
    return { stdout, peakMb: peak / 1024 };
  }
});
