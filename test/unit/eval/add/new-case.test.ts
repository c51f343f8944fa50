import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AddError, type CaseSource, makeCase, type NewCase } from '../../../../src/eval/add/new-case.ts';
import { previewText } from '../../../../src/eval/add/preview.ts';
import { evidenceOf } from '../../../../src/eval/facts.ts';
import { readCase } from '../../../../src/eval/read-case.ts';
import { openWorkspace } from '../../../../src/eval/workspace.ts';
import type { Evidence } from '../../../../src/evidence/evidence.ts';
import type { JournalEntry } from '../../../../src/journal/record.ts';
import { gitEnv } from '../../../support/git-env.ts';
import { WorkedSession } from '../../../support/worked-session.ts';
import { temporaryFolder, write } from '../../folder.ts';

const PASSWORD = 'correct-horse-battery';
const ID = '5e551011-0000-4000-8000-000000000001';

function session(): { worked: WorkedSession; home: string } {
  const home = temporaryFolder();
  return { home, worked: new WorkedSession(home, join(home, 'shop')) };
}

const sourceOf = (worked: WorkedSession, home: string, more: Partial<CaseSource> = {}): CaseSource => ({
  session: { id: ID, transcript: worked.transcript, folder: worked.folder },
  ...{ decision: undefined, label: 'block', why: 'Never run.', kind: 'own', since: undefined },
  startedAt: new Date(Date.now() - 3_600_000),
  env: gitEnv(home),
  home,
  casesFolder: join(worked.folder, 'eval'),
  secrets: [],
  ...more,
});

function written({ files }: NewCase): string {
  const folder = temporaryFolder();
  for (const { path, bytes } of files) {
    write(join(folder, path), '');
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

/** The evidence of the case, after it was written and read again. */
async function evidenceFrom(made: NewCase, home: string): Promise<Evidence> {
  const workspace = await openWorkspace(readCase({ name: 'it', folder: written(made) }), gitEnv(home), undefined);
  try {
    return await evidenceOf(workspace);
  } finally {
    workspace.remove();
  }
}

const paths = ({ files }: NewCase) => files.map(({ path }) => path).sort();
const textOf = ({ files }: NewCase, path: string) => String(files.find((file) => file.path === path)?.bytes);

/** Without what differs from folder to folder. */
const compared = ({ findings, files, runs, requests, lastMessage, weakened, stubs }: Evidence) => ({
  ...{ findings, files, runs, requests, lastMessage, weakened, stubs },
});

describe('a case tells the same as the session it is made of', () => {
  it('uncommitted changes, new and deleted files, a stale run', async () => {
    const { worked, home } = session();
    worked
      .repository({ 'src/a.js': 'old\n', 'src/gone.js': 'gone\n', '.gitignore': 'out/\n' })
      .asks('Fix it.')
      .edits('src/a.js', 'old', 'new')
      .runs('npm test', { output: '1 passing' })
      .writes('src/b.js', 'b\n')
      .removes('src/gone.js')
      .put('out/built.js', 'built')
      .subagent((sub) => sub.runs('ls'))
      .says('All tests pass.');
    const before = await worked.evidence();
    const made = await makeCase(sourceOf(worked, home));
    expect(paths(made)).toEqual([
      ...['base/.gitignore', 'base/src/a.js', 'base/src/gone.js', 'case.json'],
      ...['repository/.gitignore', 'repository/src/a.js', 'repository/src/b.js'],
      ...[expect.stringMatching(/^subagents\/agent-/), 'transcript.jsonl'],
    ]);
    const after = await evidenceFrom(made, home);
    expect(compared(after)).toEqual(compared(before));
    expect(after.findings.length).toBeGreaterThan(0);
  });

  it('commits of the session, as a bundle of new ones', async () => {
    const { worked, home } = session();
    worked
      .repository({ 'a.js': 'old\n' })
      .asks('Fix it, commit it.')
      .edits('a.js', 'old', `new // password = "${PASSWORD}1"`)
      .commit(`Fix ${worked.folder}`)
      .writes('b.js', 'b\n')
      .commit('Add b')
      .writes('c.js', 'c\n')
      .says('Committed.');
    const before = await worked.evidence();
    const made = await makeCase(sourceOf(worked, home));
    expect(paths(made)).toContain('repository.bundle');
    expect(paths(made).some((path) => path.startsWith('base/'))).toBe(false);
    const { base, ...about } = (await evidenceFrom(made, home)).git ?? {};
    expect([base, about]).toEqual([expect.any(String), { cut: false, failed: false, contentUnread: false }]);
    expect((await evidenceFrom(made, home)).files).toEqual(before.files);
    // The objects are packed: the secret could still be in them.
    const folder = written(made);
    const workspace = await openWorkspace(readCase({ name: 'it', folder }), gitEnv(home), undefined);
    const log = execFileSync('git', ['log', '-p', '--reverse'], {
      cwd: workspace.folder,
      env: gitEnv(home),
      encoding: 'utf8',
    });
    workspace.remove();
    expect(log).toContain('Fix /case/repository');
    expect(log).toContain('[redacted]');
    expect(log).not.toContain(PASSWORD);
    expect(log).not.toContain(home);
  });

  it('no git repository, and one without a commit', async () => {
    const plain = session();
    plain.worked.asks('Write it.').writes('a.js', 'a\n').says('Done.');
    const made = await makeCase(sourceOf(plain.worked, plain.home));
    expect(compared(await evidenceFrom(made, plain.home))).toEqual(compared(await plain.worked.evidence()));
    expect(paths(made)).toEqual(['case.json', 'repository/a.js', 'transcript.jsonl']);

    const unborn = session();
    unborn.worked.git(['init', '-q']);
    unborn.worked.asks('Write it.').writes('a.js', 'a\n').says('Done.');
    const empty = await makeCase(sourceOf(unborn.worked, unborn.home));
    expect(JSON.parse(textOf(empty, 'case.json'))).toMatchObject({ git: 'no-commits' });
    expect(compared(await evidenceFrom(empty, unborn.home))).toEqual(compared(await unborn.worked.evidence()));
  });

  it("the user's own uncommitted changes stay theirs", async () => {
    const { worked, home } = session();
    worked.repository({ 'a.js': 'a\n', 'b.js': 'b\n' }).put('b.js', 'mine\n', worked.clock - 60_000);
    worked.asks('Fix a.').edits('a.js', 'a', 'c').says('Done.');
    const { files } = await evidenceFrom(await makeCase(sourceOf(worked, home)), home);
    expect(files.items.map(({ path }) => path)).toEqual(['a.js']);
  });
});

describe('what must not be in a case', () => {
  it('secrets, also those of files that are left out; paths of this machine', async () => {
    const { worked, home } = session();
    worked
      .repository({ 'src/config.js': 'const url = "postgres://me:pw-of-me@db/x";\n', '.env.example': 'DB_PASS=\n' })
      .put('.env', `DB_PASS=${PASSWORD}\n`)
      .put('deploy.pem', 'key')
      .asks(`Look into ${worked.folder}/.env`)
      .runs(`cat ${worked.folder}/.env`, { output: `DB_PASS=${PASSWORD}` })
      .runs('echo it', { output: `it is ${PASSWORD}, known-to-ccc-only` })
      .says(`It is ${PASSWORD}.`);
    const made = await makeCase(sourceOf(worked, home, { secrets: ['known-to-ccc-only'], why: `in ${home}` }));
    const all = made.files.map(({ path, bytes }) => `${path}\n${bytes}`).join('\n');
    for (const secret of [PASSWORD, 'pw-of-me', 'known-to-ccc-only', home]) expect(all).not.toContain(secret);
    expect(made.leftOut.secret).toEqual(['.env', 'deploy.pem']);
    expect(paths(made)).toContain('repository/.env.example');
    const redactions = (path: string) => made.files.find((file) => file.path === path)?.redactions;
    expect(redactions('repository/src/config.js')).toBe(1);
    expect(redactions('transcript.jsonl')).toBeGreaterThanOrEqual(4);
    expect(JSON.parse(textOf(made, 'case.json'))).toMatchObject({
      why: 'in /case/home',
      event: { cwd: '/case/repository', last_assistant_message: 'It is [redacted].' },
    });
  });

  it('cases that were made before, committed or not', async () => {
    const { worked, home } = session();
    worked.repository({ 'a.js': 'a\n', 'eval/own/1/case.json': '{}', 'evaluate.js': 'x\n' });
    worked.put('eval/own/2/case.json', '{}').asks('Fix it.').edits('a.js', 'a', 'b').says('Done.');
    const made = await makeCase(sourceOf(worked, home));
    expect(paths(made).filter((path) => !path.includes('.json'))).toEqual([
      ...['base/a.js', 'base/evaluate.js', 'repository/a.js', 'repository/evaluate.js'],
    ]);
    expect(paths(made).filter((path) => path.includes('/own/'))).toEqual([]);
    // Kept in another folder.
    worked.put('other/3/case.json', '{}').put('other/3/transcript.jsonl', '{}').put('other/notes.md', 'x');
    const again = paths(await makeCase(sourceOf(worked, home)));
    expect(again.filter((path) => path.includes('other/'))).toEqual(['repository/other/notes.md']);
    // Kept in the project folder itself.
    const here = await makeCase(sourceOf(worked, home, { casesFolder: worked.folder }));
    expect(paths(here)).toContain('repository/a.js');
  });

  it('what is ignored, links, large files; of a large repository what the session has nothing to do with', async () => {
    const { worked, home } = session();
    const many = Object.fromEntries(Array.from({ length: 420 }, (_, i) => [`lib/f${i}.js`, `${i}\n`]));
    worked.repository({ ...many, 'package.json': '{}', '.gitignore': 'out/\n', 'data/big.csv': '' });
    symlinkSync('/etc/passwd', join(worked.folder, 'link'));
    truncateSync(join(worked.folder, 'data/big.csv'), 600 * 1024);
    worked
      .put('out/x.js', 'x')
      .asks('Fix lib/f7.js')
      .edits('lib/f9.js', '9', 'nine')
      .runs(`cat ${worked.folder}/lib/f11.js`)
      .says('Done.');
    const made = await makeCase(sourceOf(worked, home));
    const names = ['.gitignore', 'lib/f11.js', 'lib/f7.js', 'lib/f9.js', 'package.json'];
    const both = ['base', 'repository'].flatMap((folder) => names.map((name) => `${folder}/${name}`));
    expect(paths(made)).toEqual([...both, 'case.json', 'transcript.jsonl'].sort());
    expect(made.leftOut).toEqual({ secret: [], unusable: ['data/big.csv', 'link'], unrelated: 417 });
    const { files } = await evidenceFrom(made, home);
    expect(files.items).toEqual([{ path: 'lib/f9.js', how: 'modified', by: ['tool', 'git'] }]);
  });
});

function tooLarge(path: string): string {
  truncateSync(path, 17 * 1024 * 1024);
  return path;
}

describe('the verdict', () => {
  it('ends the transcript; what was changed after it is named', async () => {
    const { worked, home } = session();
    worked.repository({ 'a.js': 'a\n' }).asks('Fix it.').says('Done, all tests pass.');
    const time = new Date(worked.clock + 500).toISOString();
    worked.asks('Stop hook feedback: run them').edits('a.js', 'a', 'b').says('Now really.');
    const decision = { time, event: 'Stop', tool: null, prompt_id: 'p1', verdict: 'block' } as JournalEntry;
    const made = await makeCase(sourceOf(worked, home, { decision }));
    expect(textOf(made, 'transcript.jsonl').trim().split('\n')).toHaveLength(2);
    expect(JSON.parse(textOf(made, 'case.json')).event).toMatchObject({
      ...{ hook_event_name: 'Stop', prompt_id: 'p1', last_assistant_message: 'Done, all tests pass.' },
    });
    expect(made.changedSince).toEqual(['a.js']);
  });

  it('of an event that the transcript does not have', async () => {
    const { worked, home } = session();
    worked.asks('Fix it.').says('Done.');
    const decision = {
      time: new Date().toISOString(),
      event: 'TaskCompleted',
      tool: null,
      prompt_id: null,
    } as JournalEntry;
    await expect(makeCase(sourceOf(worked, home, { decision }))).rejects.toEqual(new AddError('event'));
  });

  it.each<[why: string, path: (transcript: string) => string, problem: AddError['problem']]>([
    ['is missing', (path) => `${path}.gone`, 'transcript-unreadable'],
    ['is too large', tooLarge, 'transcript-too-large'],
  ])('the transcript %s', async (_, path, problem) => {
    const { worked, home } = session();
    const source = sourceOf(worked, home);
    const broken = { ...source.session, transcript: path(worked.transcript) };
    await expect(makeCase({ ...source, session: broken })).rejects.toMatchObject({ problem });
  });
});

it('shows what would be written: files, changes, redactions, what is left out', async () => {
  const { worked, home } = session();
  worked
    .repository({ 'a.js': 'old\n', 'gone.js': 'x\n' })
    .put('.env', 'A_TOKEN=abcdef123456')
    .asks('Fix it.')
    .edits('a.js', 'old', '\u001b[31mnew password = "hunter2hunter"')
    .removes('gone.js')
    .writes('b.js', 'b\n')
    .says('Done.');
  const decision = {
    time: new Date().toISOString(),
    event: 'Stop',
    tool: null,
    prompt_id: null,
    verdict: 'block',
  } as JournalEntry;
  const source = sourceOf(worked, home, { kind: 'overruled', label: 'allow', decision });
  const text = previewText(source, await makeCase(source), '/x/eval/overruled/5e551011', 'en');
  expect(text).toContain(`A case that deserves allow, from session ${ID} in ${worked.folder}`);
  expect(text).toContain(`You overruled the verdict of ${decision.time}: blocked.`);
  expect(text).toMatch(/To be written to \/x\/eval\/overruled\/5e551011 \(\d kB\):/);
  expect(text).toMatch(/^ {2}repository\/a\.js +\d+ B +1 redaction$/m);
  expect(text).toContain('  M a.js\n    - old\n    + <U+001B>[31mnew password = [redacted]\n  A b.js\n    + b\n');
  expect(text).toContain('  D gone.js\n    - x\n');
  expect(text).toMatch(/^ {2}repository\/a\.js:1: .*\[redacted\]/m);
  expect(text).toContain('Left out, because they may hold credentials: .env');
  expect(text).toContain('read the case before you share it');
  expect(previewText(source, await makeCase(source), '/x', 'zh')).not.toMatch(/undefined|\[object/);
  expect(readFileSync(join(worked.folder, '.env'), 'utf8')).toBe('A_TOKEN=abcdef123456');
});
