import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL, sample } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { finish, processesWith } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

/** A repository, an environment and files that mean harm. Each was found by trying. */
describe.each(BUILDS)('what means harm, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  beforeEach(() => api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] }));
  const input = (more: object = {}) => ({ session_id: 'hostile', hook_event_name: 'Stop', cwd: box.project, ...more });

  it.each(['', '.', 'relative'])('HOME=%j does not make the repository the home', async (HOME) => {
    for (const home of ['.', 'relative']) {
      box.write(`project/${home}/.claude/settings.json`, { apiKeyHelper: 'echo planted-key' });
    }
    // Not the real client: with such a HOME it would write into whatever folder it takes for its own. This one only
    // keeps what it is handed.
    const handed = join(box.dir, 'handed');
    const claude = box.write(
      'claude.sh',
      `#!/bin/sh\nfor word; do [ -f "$word" ] && cat "$word" >> '${handed}'; done\nenv >> '${handed}'\n`,
    );
    chmodSync(claude, 0o755);
    const finished = await box.hook(input(), { HOME, CCC_CONFIG_DIR: join(box.dir, 'config'), CCC_CLAUDE: claude });
    expect(finished.code).toBe(1);
    // Node finds the account's real home; Bun knows none but HOME, and then there is none.
    if (!existsSync(handed)) expect(finished.stderr).toContain('no home folder');
    else {
      expect(readFileSync(handed, 'utf8')).toContain('CCC_SUPERVISOR_HOOK=1');
      expect(readFileSync(handed, 'utf8')).not.toContain('planted');
    }
  });

  it.each([
    [
      'one whose git configuration names a program: git is refused and nothing runs',
      true,
      'names programs that git would run',
    ],
    ['an ordinary one: the reviewer sees the diff', false, '+two'],
  ])('a repository, %s', async (_, namesProgram, seen) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: box.project, env: box.environment });
    const ran = join(box.dir, 'ran');
    git('init', '-q');
    if (namesProgram) git('config', 'diff.external', `touch ${ran}; true`);
    box.write('project/a.txt', 'one\n');
    git('add', 'a.txt');
    box.write('project/a.txt', 'two\n');
    const replies = [toolUseReply('Bash', { command: 'git diff', description: 'look' }), allow()];
    api.script = () => replies.shift() ?? allow();
    await box.hook(input());
    expect(api.requests[1]?.lastUserText).toContain(seen);
    expect(existsSync(ran)).toBe(false);
  });

  /** Files that a review can do without. */
  const SPARED = ['ccc.json', 'ccc/reviews.jsonl', 'settings.json', 'SUPERVISOR.md', 'ccc/supervisor-hostile.log'];
  it.each<[code: number, files: string[]]>([
    [1, ['ccc/supervisor-hostile.json']],
    [0, SPARED],
    // One by one only in full: all at once would show that one of them holds it, though not which.
    ...(IS_FULL ? SPARED.map((file): [number, string[]] => [0, [file]]) : []),
  ])('exit %i, with pipes in the place of %j: they do not hold the hook', async (code, files) => {
    for (const file of files) {
      const path = box.write(join(box.claudeDir, file), '');
      execFileSync('rm', [path]);
      execFileSync('mkfifo', [path]);
    }
    const finished = await box.hook(input());
    expect([finished.code, finished.signal]).toEqual([code, null]);
  });

  it.each<[what: string, path: string]>(
    sample(2, [
      ['a NUL', 'a\0b'],
      ['too long a name', `/tmp/${'x'.repeat(5000)}`],
      ['a file as a folder', '/etc/hostname/x.jsonl'],
      ['a folder', '/tmp'],
      ['a device', '/dev/zero'],
    ]),
  )('%s as transcript_path: a fresh reviewer judges', async (_, transcript_path) => {
    const session_id = '11111111-2222-4333-8444-555555555555';
    const { code } = await box.hook(input({ session_id, transcript_path, cwd: transcript_path }));
    expect([code, box.journal()[0]?.context]).toEqual([0, 'fresh']);
  });

  it.each(sample(1, ['SIGQUIT', 'SIGALRM', 'SIGUSR2'] as const))('%s ends the reviewer as well', async (signal) => {
    api.script = () => ({ kind: 'hang' });
    const hook = box.start(['supervisor-hook']);
    const done = finish(hook, input());
    await until('the review request', () => api.requests.some(isReviewRequest));
    hook.kill(signal);
    expect((await done).code).toBe(1);
    expect(processesWith(box.dir)).toEqual([]);
  });

  it('a secret in input that is not JSON is not repeated', async () => {
    const { code, stderr } = await box.hook('{"token": hunter2secretvalue}');
    expect([code, stderr]).toEqual([2, 'failed to parse hook input: not JSON\n']);
  });

  const inShell = (script: string) =>
    box.spawn('/bin/sh', ['-c', script, 'sh', ...build.command], {
      cwd: box.project,
      env: { ...box.environment, CCC_SUPERVISOR: '0' },
    });

  linuxOnly('/dev/full').it('a decision that nobody can read is not reported as made', async () => {
    expect((await finish(inShell('"$@" supervisor-hook >/dev/full'), input())).code).toBe(1);
  });

  linuxOnly('/dev/full').it.each(['--help', '--version', 'status', 'trust --list --json', 'supervisor-mode --help'])(
    'ccc %s into a disk that is full: said, and not as if it were there',
    async (words) => {
      const { code, stderr } = await finish(inShell(`"$@" ${words} >/dev/full`), null);
      expect([code, stderr]).toEqual([1, 'ccc: the output could not be written (ENOSPC); check free disk space\n']);
    },
  );

  it('a reader that closes the pipe early is not a failure', async () => {
    const script = '{ "$@" --help; echo $? >&2; } | true';
    expect((await finish(inShell(script), null)).stderr).toBe('0\n');
  });
});
