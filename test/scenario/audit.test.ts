import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_WORKER } from '../../src/commands/declarations/audit.ts';
import { CHECKED_KINDS } from '../../src/evidence/evidence.ts';
import { ROOT, SMOKE_BUILDS } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { writeLongTranscript } from '../support/long-transcript.ts';
import { outcome, processesWith } from '../support/processes.ts';
import { useSandbox } from '../support/scenario.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const RECORDED = join(ROOT, 'test/fixtures/transcripts');

interface ClaimData {
  session_id: string;
  kind: string;
  status: string;
}

/** `ccc audit` over what the client keeps in a home. */
describe.each(SMOKE_BUILDS)('ccc audit, $name', (build) => {
  // Nobody answers at its API: no request is made.
  const box = useSandbox(build);
  const projects = () => join(box.claudeDir, 'projects');

  const line = (entry: object, cwd = box.project) =>
    `${JSON.stringify({ cwd, timestamp: '2026-11-12T10:00:00.000Z', isSidechain: false, ...entry })}\n`;
  const asked = (content: string) => line({ type: 'user', message: { role: 'user', content } });
  const answered = (text: string, cwd?: string) =>
    line({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } }, cwd);
  const ran = (command: string, isError: boolean) => {
    const content = [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command } }];
    const output = isError ? 'Exit code 1\n1 failed' : '2 passed';
    const result = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: output, is_error: isError }];
    return (
      line({ type: 'assistant', message: { role: 'assistant', content } }) +
      line({ type: 'user', message: { role: 'user', content: result } })
    );
  };
  /** A session of the sandbox's project, or another directory of the storage. */
  const store = (id: string, text: string, directory = box.project.replaceAll(/[^A-Za-z0-9]/g, '-')) =>
    box.write(join(projects(), directory, `${id}.jsonl`), text);

  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await box.ccc(['audit', '--json', ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toMatch(/"[a-z_]+[A-Z]\w*":/);
    return JSON.parse(stdout);
  };

  it('sessions of the real client: text, JSON and CSV say the same, and what ccc evidence says', async () => {
    for (const name of readdirSync(RECORDED)) {
      cpSync(join(RECORDED, name, 'session.jsonl'), join(projects(), '-project', `${name}.jsonl`));
      // What its subagents did is kept in a folder of that name.
      const subagents = join(RECORDED, name, 'session');
      if (existsSync(subagents)) cpSync(subagents, join(projects(), '-project', name), { recursive: true });
    }
    const before = box.contents(box.home);
    const told = await json();
    expect(told).toMatchObject({ sessions: readdirSync(RECORDED).length, scope: { project: null, last: null } });
    const claims = told.claims as ClaimData[];
    expect(claims.find(({ session_id }) => session_id === 'edit-after-green')).toMatchObject({
      ...{ kind: 'test', status: 'stale', project: '/project', time: expect.stringMatching(/^2026-/) },
      run: { command: 'npm test', outcome: { kind: 'ok' }, changed_after: { total: 1, items: ['sum.js'] } },
    });
    expect(claims.find(({ session_id }) => session_id === 'claim-without-run')?.status).toBe('unbacked');
    for (const id of new Set(claims.map(({ session_id }) => session_id))) {
      const evidence = JSON.parse((await box.ccc(['evidence', '--session', id, '--json'])).stdout);
      expect(claims.filter(({ session_id }) => session_id === id).map(({ kind, status }) => [kind, status])).toEqual(
        (evidence.claims as ClaimData[])
          .filter(({ kind }) => (CHECKED_KINDS as readonly string[]).includes(kind))
          .map(({ kind, status }) => [kind, status]),
      );
    }

    const csv = await box.ccc(['audit', '--csv']);
    expect(csv.stdout.split('\r\n')).toHaveLength(claims.length + 2);
    expect(csv.stdout).toContain('edit-after-green,/project,');

    const text = await box.ccc(['audit']);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout.startsWith(`${told.headline}\n`)).toBe(true);
    expect(text.stdout).toContain(`No session in ${box.project}: these are all sessions on this machine.`);
    expect(text.stdout).toContain('session edit-after-green, /project');
    expect(text.stdout).toContain('npm test: passed, but not run again after changes to sum.js');
    const chinese = await box.ccc(['audit'], '', { CCC_LANG: 'zh' });
    expect(chinese.stdout).toMatch(/^你的 \d+ 个会话中，有 \d+ 个/);
    // Nothing is written anywhere.
    expect(box.contents(box.home)).toEqual(before);
  });

  it('no session at all, and none in a folder', async () => {
    const home = join(box.home, '.claude/projects').replace(box.home, '~');
    expect(await box.ccc(['audit'])).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: `No Claude Code sessions found.\n\nClaude Code keeps them in ${home}.\n`,
    });
    expect(await json('--all')).toMatchObject({ headline: 'No Claude Code sessions found.', sessions: 0, claims: [] });
    expect((await box.ccc(['audit', '--csv'])).stdout).toMatch(/^session_id,project,[a-z_,]+\r\n$/);
    store('elsewhere', answered('Hello.', '/other'), '-other');
    expect((await box.ccc(['audit', '--project', '/nowhere'])).stdout).toBe(
      'No Claude Code sessions found in /nowhere.\n\nFor all sessions on this machine: ccc audit --all\n',
    );
  });

  it('this folder and those below it, unless another or all are asked for', async () => {
    store('here', asked('run the tests') + answered('All tests pass.'));
    store('below', answered('Hello.', join(box.project, 'web')), `${box.project.replaceAll(/[^A-Za-z0-9]/g, '-')}-web`);
    store('beside', answered('Hello.', `${box.project}-web`), `${box.project.replaceAll(/[^A-Za-z0-9]/g, '-')}-web`);
    expect(await json()).toMatchObject({ sessions: 2, scope: { project: box.project } });
    expect(await json('--all')).toMatchObject({ sessions: 3, scope: { project: null } });
    expect(await json('--project', 'web')).toMatchObject({ sessions: 1, end_with_claim: 0 });
    expect(await json('--project', `${box.project}-web`)).toMatchObject({ sessions: 1 });
    expect((await box.ccc(['audit'])).stdout).toMatch(
      /^In 1 of your 2 sessions in .*, there is no run of the tests that the last message calls green\.\n/,
    );
  });

  it('the last ones, and those since a time', async () => {
    for (let n = 0; n < 6; n++) {
      const at = Date.now() - n * 24 * 3_600_000;
      const text = answered('Hello.').replace('2026-11-12T10:00:00.000Z', new Date(at).toISOString());
      utimesSync(store(`s${n}`, n === 1 ? asked('and?') : text), at / 1000, at / 1000);
    }
    // A session without an answer is not one of them.
    expect(await json('--last', '3')).toMatchObject({
      sessions: 3,
      not_counted: { unanswered: 1 },
      scope: { last: 3 },
    });
    expect(await json('--since', '60h')).toMatchObject({ sessions: 2 });
    expect(await json('--last', '1')).toMatchObject({
      headline: expect.stringMatching(/^Your last session in .* does not end with a claim/),
    });
    // A copy has another time than its session.
    store('copied', answered('Hello.').replace('2026-11-12', '2020-01-01'));
    expect(await json('--since', '60h')).toMatchObject({ sessions: 2 });
    expect(await box.ccc(['audit', '--since', '0d'])).toMatchObject({ code: 2, stdout: '' });
    expect((await box.ccc(['audit', '--last', '3', '--since', '1d'])).stderr).toContain('cannot be used together');
  });

  it('whatever lies there is counted for what it is', async () => {
    store('good', asked('go') + ran('npm test', false) + answered('All tests pass.'));
    store(
      'lying',
      asked('go') + ran('npm test', true) + answered('All tests pass.\x1b[2J\u202e Token sk-ant-12345678901234.'),
    );
    store(
      'nul',
      `${asked('go')}${'\0'.repeat(4000)}\n${ran('npm test', false)}{"type":"assi\n${answered('All tests pass.')}`,
    );
    store('empty', '');
    store('prompt-only', asked('go'));
    store('garbage', '\0\x01\x02 no transcript\n'.repeat(50));
    store('review', answered('{"allow_stop": true, "feedback": "All tests pass."}'));
    store('agent-a1b2c3', answered('All tests pass.'));
    store('running', answered('All tests pass.'));
    box.write(join(box.claudeDir, 'sessions', `${process.pid}.json`), {
      ...{ pid: process.pid, sessionId: 'running', cwd: box.project, startedAt: Date.now() },
    });
    const folder = join(store('good', asked('go') + ran('npm test', false) + answered('All tests pass.')), '..');
    symlinkSync('good.jsonl', join(folder, 'again.jsonl'));
    symlinkSync('nowhere', join(folder, 'dangling.jsonl'));
    expect(spawnSync('mkfifo', [join(folder, 'pipe.jsonl')]).status).toBe(0);
    mkdirSync(join(folder, 'folder.jsonl'));

    const told = await json();
    expect(told).toMatchObject({
      ...{ sessions: 3, backed: 2, contradicted: 1, partly_unread: 1 },
      not_counted: { running: 1, unanswered: 2, reviews: 1, unreadable: 3 },
    });
    expect(
      told.unreadable.map(({ path, why }: { path: string; why: string }) => `${path.split('/').at(-1)} ${why}`).sort(),
    ).toEqual(['dangling.jsonl ENOENT', 'garbage.jsonl not a transcript', 'pipe.jsonl not a regular file']);
    const { stdout } = await box.ccc(['audit']);
    expect(stdout).toContain(
      'Not counted: 1 still running, 2 without an answer, 1 of a reviewer, 3 that could not be read',
    );
    expect(stdout).toContain('In 1 counted session some lines could not be read');
    expect(stdout).toContain('npm test: failed (exit 1), and not passed since');
    for (const printed of [stdout, JSON.stringify(told), (await box.ccc(['audit', '--csv'])).stdout]) {
      expect(printed).not.toMatch(/sk-ant-1234|\p{Cf}/u);
      expect(printed).not.toContain('\x1b');
    }
    // Started from inside a session, that one is running too.
    expect(await box.ccc(['audit', '--json'], '', { CLAUDE_CODE_SESSION_ID: 'good' })).toMatchObject({
      stdout: expect.stringContaining('"running": 2'),
    });
  });

  it('a runner that the user has named in ccc.json backs a claim', async () => {
    store('s1', asked('go') + ran('./verify-all', false).replace('2 passed', 'fine') + answered('All tests pass.'));
    expect(await json()).toMatchObject({ undecidable: 1, backed: 0 });
    box.config({ runners: [{ command: './verify-all', kind: 'test' }] });
    expect(await json()).toMatchObject({ undecidable: 0, backed: 1 });
  });

  it('a storage that cannot be listed is an error with the fix', async () => {
    box.write(projects(), 'not a folder');
    expect(await box.ccc(['audit'])).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: `ccc: cannot list the sessions in ${projects()} (ENOTDIR)\nCheck the permissions of the folder and try again.\n`,
    });
  });

  /** So much that it is read by other processes. */
  const storeMany = (count: number, bytes: number) => {
    const filler = line({ type: 'user', message: { role: 'user', content: 'x'.repeat(bytes) } });
    for (let n = 0; n < count; n++) {
      const end = ran('npm test', n % 3 === 0) + answered(n % 2 === 0 ? 'All tests pass.' : 'Hello.');
      store(`s${n}`, asked('go') + filler + end, `-p${n % 5}`);
    }
  };

  it('300 sessions, by several processes: the same as one by one', async () => {
    storeMany(300, 60_000);
    store('garbage', 'no transcript', '-p0');
    const told = await json('--all');
    expect(told).toMatchObject({
      ...{ sessions: 300, end_with_claim: 150, contradicted: 50, backed: 100 },
      not_counted: { unreadable: 1 },
    });
    expect(told.worst).toHaveLength(10);
    const rows = (await box.ccc(['audit', '--all', '--csv'])).stdout.split('\r\n').slice(1, -1);
    expect(rows.map((row) => row.split(',')[0])).toEqual(told.claims.map(({ session_id }: ClaimData) => session_id));
    expect(processesWith(box.dir)).toEqual([]);
  });

  /** Starts an audit that cannot end, because one of its processes is stopped. */
  const stuck = async () => {
    storeMany(4, 100);
    mkdirSync(join(projects(), '-long'));
    for (const name of ['a', 'b']) writeLongTranscript(join(projects(), '-long', `${name}.jsonl`), 40e6);
    const pids = () => processesWith(box.dir, AUDIT_WORKER);
    return { pids, stop: async () => process.kill((await until('a worker', () => pids()[0])) as number, 'SIGSTOP') };
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGQUIT', 131],
  ] as const)('%s ends it and all of its processes', async (signal, code) => {
    const { stop } = await stuck();
    const child = box.start(['audit', '--all', '--json']);
    const done = outcome(child);
    await stop();
    child.kill(signal);
    expect(await done).toMatchObject({
      ...{ code, stdout: '' },
      stderr: 'ccc audit: interrupted\n',
    });
    expect(processesWith(box.dir)).toEqual([]);
  });

  linuxOnly('a process that is killed').it('its processes end with it if it is killed', async () => {
    const { pids } = await stuck();
    const child = box.start(['audit', '--all']);
    const done = outcome(child);
    await until('a worker', () => pids().length > 0);
    child.kill('SIGKILL');
    await done;
    await until('the workers to end', () => processesWith(box.dir).length === 0);
  });

  it('on a terminal: a bar while it reads, and Ctrl-C', async () => {
    const { stop } = await stuck();
    const screen = new Screen(box, ['audit', '--all'], build.command, { cols: 80 });
    await stop();
    await screen.shows(/Reading sessions \d+\/6 [█░]{30}/);
    screen.press('\x03');
    expect(await screen.ended()).toBe(130);
    expect(screen.text()).not.toContain('Reading sessions');
    expect(screen.text()).toContain('ccc audit: interrupted');
    expect(processesWith(box.dir, AUDIT_WORKER)).toEqual([]);
  });

  it('a reader that goes away early ends it quietly', async () => {
    storeMany(60, 60_000);
    const [program, ...args] = build.command;
    const script = `"$@" audit --all --csv | head -n 1; exit "\${PIPESTATUS[0]}"`;
    const child = box.spawn('bash', ['-c', script, 'bash', program as string, ...args], {
      cwd: box.project,
      env: box.environment,
    });
    const { code, stdout, stderr } = await outcome(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^session_id,/);
  });
});
