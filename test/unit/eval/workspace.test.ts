import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaseError } from '../../../src/eval/case-file.ts';
import { evidenceOf } from '../../../src/eval/facts.ts';
import { readCase } from '../../../src/eval/read-case.ts';
import { type CaseWorkspace, openWorkspace } from '../../../src/eval/workspace.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';
import { repository } from '../git/repository.ts';
import { at, caseFile, SESSION, STARTED, TRANSCRIPT_TEXT, transcriptLine, writeCase } from './case.ts';

let temporary: string;
let home: string;
let opened: CaseWorkspace | undefined;
beforeEach(() => {
  temporary = temporaryFolder();
  home = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  opened?.remove();
  opened = undefined;
  vi.unstubAllEnvs();
});

async function open(files: Record<string, string | object>, signal?: AbortSignal) {
  const folder = writeCase(temporaryFolder(), files);
  opened = await openWorkspace(readCase({ name: 'it', folder }), { PATH: process.env.PATH, HOME: home }, signal);
  return opened;
}

const git = ({ folder, env }: CaseWorkspace, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, env: env as NodeJS.ProcessEnv, encoding: 'utf8', stdio: 'pipe' }).trimEnd();

/** Workspaces that are still there. */
const left = () => readdirSync(temporary).filter((name) => name.startsWith('ccc-eval-'));

/** What the evidence says has changed. */
const changes = async (workspace: CaseWorkspace) =>
  (await evidenceOf(workspace)).files.items.map(({ path, how }) => `${how} ${path}`).sort();

it('puts the case into a private folder; the placeholders become its folders, and nothing names the label', async () => {
  const line = transcriptLine(1, {
    type: 'user',
    message: { role: 'user', content: '/case/repository/a.js, /case/home/x' },
  });
  const workspace = await open({
    'case.json': caseFile({ event: { session_id: SESSION, cwd: '/case/repository/src', prompt: 'see /case/tmp/y' } }),
    'transcript.jsonl': `${TRANSCRIPT_TEXT}${line}`,
    'subagents/agent-1.jsonl': transcriptLine(2, { note: '-case-repository' }),
    'repository/src/paths.txt': '/case/repository/src /case/repository-two /case/home',
  });
  const { root, folder, transcript, input } = workspace;
  expect(modeOf(root)).toBe(0o700);
  expect(folder).toBe(join(root, 'repository'));
  expect(input).toMatchObject({ cwd: join(folder, 'src'), details: { prompt: `see ${root}/tmp/y` } });
  expect(transcript.startsWith(join(root, 'home/.claude/projects/-'))).toBe(true);
  expect(readFileSync(transcript, 'utf8')).toContain(`"${folder}/a.js, ${root}/home/x"`);
  const project = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
  expect(readFileSync(transcript.replace('.jsonl', '/subagents/agent-1.jsonl'), 'utf8')).toContain(
    `"note":"${project}"`,
  );
  expect(readFileSync(join(folder, 'src/paths.txt'), 'utf8')).toBe(`${folder}/src /case/repository-two ${root}/home`);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).join('\n');
  expect(names).not.toMatch(/case\.json|claimed-without-run/);
  workspace.remove();
  expect(left()).toEqual([]);
});

it('a file that is not text stays as it is', async () => {
  const { folder } = await open({ 'repository/a.bin': '\0/case/repository' });
  expect(readFileSync(join(folder, 'a.bin'), 'utf8')).toBe('\0/case/repository');
});

describe('the repository', () => {
  const FILES = {
    'base/kept.js': 'kept',
    'base/changed.js': 'old',
    'base/gone.js': 'gone',
    'base/.gitignore': 'built/\n',
    'base/built/forced.js': 'committed although ignored',
    'repository/kept.js': 'kept',
    'repository/changed.js': 'new',
    'repository/added.js': 'added',
    'repository/.gitignore': 'built/\n',
    'repository/built/forced.js': 'committed although ignored',
    'repository/built/out.js': 'ignored',
  };

  it('base/ is the commit before the session, repository/ the work tree', async () => {
    const times = { 'changed.js': at(3), 'added.js': at(4.25) };
    const workspace = await open({ 'case.json': caseFile({ times }), ...FILES });
    expect(git(workspace, 'status', '--porcelain').split('\n')).toEqual([' M changed.js', ' D gone.js', '?? added.js']);
    expect(git(workspace, 'ls-files', 'built')).toBe('built/forced.js');
    expect(git(workspace, 'log', '--format=%ct %an')).toBe(`${STARTED / 1000 - 3600} Case`);
    expect(await changes(workspace)).toEqual(['added added.js', 'deleted gone.js', 'modified changed.js']);
    expect(statSync(join(workspace.folder, 'added.js')).mtimeMs).toBe(STARTED + 4250);
    // Not in `times`: older than the session.
    expect(statSync(join(workspace.folder, 'kept.js')).mtimeMs).toBe(STARTED - 3_600_000);
  });

  it("what differs from the commit, but was written before the session, is the user's own", async () => {
    const times = { 'changed.js': at(-60), 'added.js': at(-60) };
    const { 'base/gone.js': _, ...files } = FILES;
    const workspace = await open({ 'case.json': caseFile({ times }), ...files });
    expect(git(workspace, 'status', '--porcelain').split('\n')).toEqual([' M changed.js', '?? added.js']);
    expect(await changes(workspace)).toEqual([]);
  });

  it('since says from when on', async () => {
    const times = { 'changed.js': at(3), 'added.js': at(9) };
    const { 'base/gone.js': _, ...files } = FILES;
    expect(await changes(await open({ 'case.json': caseFile({ times, since: at(5) }), ...files }))).toEqual([
      'added added.js',
    ]);
  });

  it('without base/ and a bundle it is no git repository', async () => {
    const workspace = await open({ 'repository/a.js': 'a' });
    expect(() => git(workspace, 'status')).toThrow(/not a git repository/);
    expect((await evidenceOf(workspace)).git).toBeNull();
  });

  it('one without a commit', async () => {
    const workspace = await open({
      'case.json': caseFile({ git: 'no-commits', times: { 'a.js': at(3) } }),
      'repository/a.js': 'a',
    });
    expect(git(workspace, 'status', '--porcelain')).toBe('?? a.js');
    expect((await evidenceOf(workspace)).git).toMatchObject({ base: null, failed: false, cut: false });
    expect(await changes(workspace)).toEqual(['added a.js']);
  });

  it('an empty work tree', async () => {
    const workspace = await open({ 'base/a.js': 'a' });
    expect(await changes(workspace)).toEqual(['deleted a.js']);
  });
});

describe('a bundle', () => {
  /** A repository with a commit before the session and one in it, on a branch; returns its bundle. */
  function bundle(...branch: string[]): { bytes: Buffer; head: string } {
    const repo = repository();
    const commit = (seconds: number, path: string) => {
      write(join(repo.folder, path), path);
      repo.git('add', '-A');
      const date = `${Math.floor(STARTED / 1000) + seconds} +0000`;
      const env = { ...repo.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date } as NodeJS.ProcessEnv;
      execFileSync('git', ['commit', '-qm', path], { cwd: repo.folder, env });
    };
    repo.git('checkout', '-qb', 'trunk');
    commit(-3600, 'before.js');
    if (branch.length > 0) repo.git('checkout', '-q', ...branch);
    commit(5, 'during.js');
    repo.git('bundle', 'create', '-q', 'it', 'HEAD', '--all');
    return { bytes: readFileSync(join(repo.folder, 'it')), head: repo.git('rev-parse', 'HEAD').trim() };
  }

  async function openBundle(bytes: Buffer, files: Record<string, string> = {}) {
    const folder = writeCase(temporaryFolder(), files);
    writeFileSync(join(folder, 'repository.bundle'), bytes);
    opened = await openWorkspace(readCase({ name: 'it', folder }), { PATH: process.env.PATH, HOME: home }, undefined);
    return opened;
  }

  it('has the commits of the session, told by their dates', async () => {
    const { bytes, head } = bundle();
    const workspace = await openBundle(bytes, {
      'repository/before.js': 'before.js',
      'repository/during.js': 'during.js',
    });
    expect(git(workspace, 'status', '--porcelain', '--branch')).toBe('## trunk');
    expect(git(workspace, 'rev-parse', 'HEAD')).toBe(head);
    const { git: about } = await evidenceOf(workspace);
    expect(about).toMatchObject({ base: git(workspace, 'rev-parse', 'HEAD~1'), cut: false, failed: false });
    expect(await changes(workspace)).toEqual(['added during.js']);
  });

  it('with HEAD on a branch of its own, or on none', async () => {
    const { bytes } = bundle('-b', 'feature/x');
    const workspace = await openBundle(bytes, { 'repository/before.js': 'x' });
    expect(git(workspace, 'symbolic-ref', '--short', 'HEAD')).toBe('feature/x');
    expect(git(workspace, 'branch', '--format=%(refname:short)').split('\n')).toEqual(['feature/x', 'trunk']);
    workspace.remove();
    const { bytes: detached, head } = bundle('--detach');
    const other = await openBundle(detached);
    expect(git(other, 'rev-parse', 'HEAD')).toBe(head);
    expect(() => git(other, 'symbolic-ref', '-q', 'HEAD')).toThrow();
  });

  it.each<[why: string, bytes: () => Buffer]>([
    ['no bundle', () => Buffer.from('# v2 git bundle\nnonsense')],
    ['a bundle that is cut off', () => bundle().bytes.subarray(0, -40)],
  ])('%s is told, and nothing is left', async (_, bytes) => {
    const error = (await openBundle(bytes()).catch((thrown) => thrown)) as CaseError;
    expect([error.name, error.problem]).toEqual(['CaseError', { code: 'bundle' }]);
    expect(error.file).toMatch(/repository\.bundle$/);
    expect(left()).toEqual([]);
  });
});

describe('a case from anyone', () => {
  it('runs nothing: no hook and no filter that the user has for all repositories, none that the case asks for', async () => {
    const ran = join(home, 'ran');
    const program = write(join(home, 'program.sh'), `#!/bin/sh\ntouch ${ran}\ncat\n`, 0o755);
    for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'reference-transaction', 'post-index-change'])
      for (const folder of ['hooks', 'template/hooks'])
        write(join(home, folder, hook), readFileSync(program, 'utf8'), 0o755);
    const lines = [
      `[core]\n hooksPath = ${home}/hooks\n fsmonitor = ${program}\n attributesFile = ${home}/attributes`,
      `[init]\n templateDir = ${home}/template`,
      `[filter "lfs"]\n clean = ${program}\n smudge = ${program}\n required`,
      `[diff "lfs"]\n textconv = ${program}\n command = ${program}`,
      `[commit]\n gpgSign = true\n[gpg]\n program = ${program}`,
    ];
    write(join(home, '.gitconfig'), `${lines.join('\n')}\n`);
    write(join(home, 'attributes'), '* filter=lfs diff=lfs\n');
    write(join(home, '.config/git/attributes'), '* filter=lfs diff=lfs\n');
    const workspace = await open({
      'base/.gitattributes': '* filter=lfs diff=lfs\n',
      'base/a.js': 'a',
      'repository/.gitattributes': '* filter=lfs diff=lfs\n',
      'repository/a.js': 'b',
      'repository/.claude/settings.json': { apiKeyHelper: program },
      'case.json': caseFile({ times: { 'a.js': at(3) } }),
    });
    await evidenceOf(workspace);
    expect(await changes(workspace)).toEqual(['modified a.js']);
    expect(git(workspace, 'diff', '--stat')).toContain('a.js');
    expect(existsSync(ran)).toBe(false);
  });

  it('what the user ignores everywhere is not ignored in it', async () => {
    write(join(home, '.config/git/ignore'), '*.js\n');
    const workspace = await open({
      'base/b': 'b',
      'repository/a.js': 'a',
      'case.json': caseFile({ times: { 'a.js': at(1) } }),
    });
    expect(git(workspace, 'status', '--porcelain')).toContain('?? a.js');
  });

  it.each([['/etc'], ['/case/repository/../../../etc'], ['/case/repositories'], [7], ['..']])(
    'a cwd outside of it: %s',
    async (cwd) => {
      const error = (await open({ 'case.json': caseFile({ event: { session_id: SESSION, cwd } }) }).catch(
        (thrown) => thrown,
      )) as CaseError;
      expect(error.problem).toEqual({ code: 'cwd' });
      expect(left()).toEqual([]);
    },
  );

  it.each<[event: object, problem: object]>([
    [{ cwd: '/case/repository' }, { code: 'event', problem: { code: 'session-id-missing' } }],
    [{ session_id: '../../x' }, { code: 'event', problem: { code: 'session-id-invalid' } }],
    [
      { session_id: SESSION, hook_event_name: 'SessionEnd' },
      { code: 'event-kind', event: 'SessionEnd' },
    ],
  ])('an event that cannot be judged: %j', async (event, problem) => {
    const error = (await open({ 'case.json': caseFile({ event }) }).catch((thrown) => thrown)) as CaseError;
    expect([error.file.endsWith('/case.json'), error.problem]).toEqual([true, problem]);
  });

  it('a folder that a transcript names is used only if it is inside', async () => {
    const line = `${JSON.stringify({ type: 'user', cwd: '/etc', timestamp: at(0), message: { content: 'x' } })}\n`;
    const { folder, root } = await open({ 'transcript.jsonl': line, 'repository/sub/a.js': 'a' });
    expect(folder).toBe(join(root, 'repository'));
  });

  it('a session in a folder below the repository stays there', async () => {
    const line = transcriptLine(0, { type: 'user', cwd: '/case/repository/sub', message: { content: 'x' } });
    const { folder, root } = await open({ 'transcript.jsonl': line, 'repository/sub/a.js': 'a' });
    expect(folder).toBe(join(root, 'repository/sub'));
  });

  it('a signal ends git and leaves nothing', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(open({ 'base/a.js': 'a' }, controller.signal)).rejects.toThrow();
    expect(left()).toEqual([]);
  });
});

it('what was left by a killed run is removed by a later one', async () => {
  const old = join(temporary, 'ccc-eval-old');
  mkdirSync(old);
  const then = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(old, then, then);
  await open({});
  expect(existsSync(old)).toBe(false);
});
