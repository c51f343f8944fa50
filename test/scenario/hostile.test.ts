import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL, sample } from '../support/builds.ts';
import { gitEnv } from '../support/git-env.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { finish, processesWith } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

type Git = (...args: string[]) => string;

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

  /** Each of the reviewer's commands is one that the client lets it run. `marker` is made by any program of the repository. */
  it.each<[what: string, prepare: (git: Git, marker: string) => void, answers: [command: string, seen: string][]]>([
    ['an ordinary one: the reviewer sees the diff', () => {}, [['git diff', '+two']]],
    [
      'one whose git configuration names a program: git is refused',
      (git, marker) => git('config', 'diff.external', `touch ${marker}; true`),
      [
        ['git diff', 'names programs that git would run'],
        // A shell reads git there too.
        ['g""it diff', 'writes the names of programs plainly'],
      ],
    ],
    [
      'one with a submodule whose configuration names a filter: git is refused',
      (git, marker) => {
        box.write('project/sub/b.txt', 'one\n');
        box.write('project/sub/.gitattributes', '* filter=trap\n');
        git('init', '-q', 'sub');
        git('-C', 'sub', 'add', '.');
        git('-C', 'sub', 'commit', '-qm', 'x');
        git('add', 'sub');
        git('-C', 'sub', 'config', 'filter.trap.clean', `touch ${marker}; cat`);
        box.write('project/sub/b.txt', 'two\n');
      },
      [['git status', 'names programs that git would run']],
    ],
    [
      'one whose remote is a command, with an object that would be fetched and a hook: nothing is fetched, no hook runs',
      (git, marker) => {
        git('remote', 'add', 'origin', `ext::touch ${marker}`);
        const settings = { 'protocol.allow': 'always', 'core.repositoryFormatVersion': '1' };
        const partial = { 'extensions.partialClone': 'origin', 'remote.origin.promisor': 'true' };
        for (const [key, value] of Object.entries({ ...settings, ...partial })) git('config', key, value);
        git('rm', '-q', 'gone.txt');
        git('commit', '-qm', 'gone');
        const blob = git('rev-parse', 'HEAD~:gone.txt').trim();
        rmSync(join(box.project, '.git/objects', blob.slice(0, 2), blob.slice(2)));
        chmodSync(box.write('project/.git/hooks/post-index-change', `#!/bin/sh\ntouch ${marker}\n`), 0o755);
        utimesSync(join(box.project, 'same.txt'), 1, 1);
      },
      [
        ['git ls-remote', "transport 'ext' not allowed"],
        ['git log -p', 'Exit code 128'],
        ['git diff', '+two'],
      ],
    ],
    [
      'one with a core.sshCommand: it is not called',
      (git, marker) => {
        git('remote', 'add', 'origin', 'ssh://localhost/x');
        git('config', 'core.sshCommand', `touch ${marker}; false`);
      },
      [['git ls-remote', "transport 'ssh' not allowed"]],
    ],
  ])('a repository, %s', async (_, prepare, answers) => {
    const marker = join(box.dir, 'ran');
    const env = { ...box.environment, ...gitEnv(box.home) };
    const git: Git = (...args) => execFileSync('git', args, { cwd: box.project, env, encoding: 'utf8' });
    git('init', '-q');
    for (const file of ['a.txt', 'gone.txt', 'same.txt']) box.write(`project/${file}`, `${file} one\n`);
    git('add', '.');
    git('commit', '-qm', 'x');
    prepare(git, marker);
    box.write('project/a.txt', 'two\n');
    rmSync(marker, { force: true });
    const heard: string[] = [];
    const commands = answers.map(([command]) => toolUseReply('Bash', { command, description: 'look' }));
    api.script = (request) => {
      heard.push(request.lastUserText);
      return commands.shift() ?? allow();
    };
    await box.hook(input());
    for (const [at, [, seen]] of answers.entries()) expect(heard[at + 1]).toContain(seen);
    expect(existsSync(marker)).toBe(false);
    expect(box.journal()[0]).toMatchObject({ verdict: 'allow', cause: 'review' });
  });

  it('a session in the home folder: the reviewer gets no keys from there', async () => {
    const places = ['.ssh/id_ed25519', '.netrc', '.claude/.credentials.json'];
    for (const place of places) box.write(`home/${place}`, '{"k": "made-up-key-at-home"}\n');
    box.write('home/notes.txt', 'an ordinary file');
    const calls = [
      ...places.map((place) => toolUseReply('Read', { file_path: join(box.home, place) })),
      ...places.map((place) => toolUseReply('Bash', { command: `cat ${place}`, description: 'look' })),
      toolUseReply('Bash', { command: 'cat notes.txt', description: 'look' }),
    ];
    const heard: string[] = [];
    api.script = (request) => {
      heard.push(request.lastUserText);
      return calls.shift() ?? allow();
    };
    await box.hook(input({ cwd: box.home }));
    expect(heard.join()).not.toContain('made-up-key-at-home');
    expect(heard.filter((text) => text.includes('A review needs no credentials'))).toHaveLength(2 * places.length);
    expect(heard.at(-1)).toContain('an ordinary file');
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

  it.each<[code: number, files: string[], told: RegExp]>([
    [1, ['ccc/supervisor-hostile.json'], /cannot be used \(EFBIG\).* larger than 16 MB/],
    [
      0,
      ['ccc.json', 'SUPERVISOR.md'],
      /larger than 16 MB.*SUPERVISOR\.md could not be read \(EFBIG\)|SUPERVISOR\.md could not be read \(EFBIG\).*larger than 16 MB/,
    ],
  ])('exit %i, with 3 GB in the place of %j: it is told, and not read', async (code, files, told) => {
    for (const file of files) truncateSync(box.write(join(box.claudeDir, file), ''), 3 * 1024 ** 3);
    const finished = await box.hook(input());
    expect([finished.code, finished.signal]).toEqual([code, null]);
    expect(`${finished.stdout} ${finished.stderr}`.replaceAll('\n', ' ')).toMatch(told);
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
