import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../sum-project.ts';

const FILES = { 'a.js': '1;\n', 'old.log': 'x\n' };

async function statusesOf(worked: ReturnType<typeof inRepository>, message: string): Promise<string[]> {
  const { claims } = await worked.says(message).evidence();
  return claims.map(({ kind, status }) => `${kind} ${status}`);
}

describe('nothing is said of a file that', () => {
  it('was never written, though the line names it', async () =>
    expect(
      await statusesOf(inRepository(FILES).asks('x').runs('false && echo x > notes.md; true'), 'Created `notes.md`.'),
    ).toEqual([]));

  it('was written and is gone', async () => {
    const worked = inRepository(FILES).asks('x').writes('notes.md', 'x');
    rmSync(join(worked.folder, 'notes.md'));
    expect(await statusesOf(worked.runs('git clean -fdq'), 'Created `notes.md`.')).toEqual([]);
  });

  it('was written elsewhere', async () =>
    expect(
      await statusesOf(inRepository(FILES).asks('x').runs('echo x > /tmp/elsewhere/notes.md'), 'Created `notes.md`.'),
    ).toEqual([]));

  it.each(['false && rm old.log; true', 'git rm -nq old.log', 'rm ../other/old.log'])(
    'was not removed: %s',
    async (command) =>
      expect(await statusesOf(inRepository(FILES).asks('x').runs(command), 'Deleted `old.log`.')).toEqual([]),
  );

  it.each(['git reset --soft HEAD~1', 'git reset --hard HEAD^'])('was committed, and undone by %s', async (command) =>
    expect(
      await statusesOf(
        inRepository(FILES).asks('x').edits('a.js', '1', '2').runs('git commit -qam x').runs(command),
        'Committed.',
      ),
    ).toEqual([]),
  );
});

it('what is there, or gone, is said', async () => {
  expect(await statusesOf(inRepository(FILES).asks('x').writes('notes.md', 'x'), 'Created `notes.md`.')).toEqual([
    'created backed',
  ]);
  const worked = inRepository(FILES).asks('x').runs('rm old.log');
  rmSync(join(worked.folder, 'old.log'));
  expect(await statusesOf(worked, 'Deleted `old.log`.')).toEqual(['removed backed']);
});

it.each([
  'src/temp/sensor.js',
  'build/webpack.js',
  'packages/coverage/index.ts',
  'lib/target/foo.js',
  '.github/scripts/deploy.js',
])('code that git keeps counts after a run: %s', async (path) => {
  const worked = inRepository({ ...FILES, [path]: '1;\n' })
    .asks('x')
    .edits('a.js', '1', '2');
  worked.runs('npm test', { output: 'Tests  2 passed (2)' }).edits(path, '1', '2');
  expect(await statusesOf(worked, 'All tests pass.')).toEqual(['test undecidable']);
});
