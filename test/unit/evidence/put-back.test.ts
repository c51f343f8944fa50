import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkedSession } from '../../support/worked-session.ts';
import { inRepository, PASSED } from './sum-project.ts';

const FILES = {
  'src/price.js': 'export const price = (n) => n * 2;\n',
  'test/two.test.js': 'test(two);\n',
  'test/three.test.js': 'test(three);\n',
};
const THREE = 'test/three.test.js';

const statusOf = async (worked: WorkedSession) => (await worked.says('All tests pass.').evidence()).claims[0]?.status;
const started = () => inRepository(FILES).asks('double it').edits('src/price.js', 'n * 2', 'n * 3');

/** A test that is away while the others run, as a command does it. */
function hidden(worked: WorkedSession, command: string): string {
  const full = join(worked.folder, THREE);
  const text = readFileSync(full, 'utf8');
  rmSync(full);
  worked.runs(command);
  return text;
}

function back(worked: WorkedSession, text: string): WorkedSession {
  const full = join(worked.folder, THREE);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return worked;
}

describe('a test that was away while the others ran, and was put back by', () => {
  it.each([
    'git checkout -q -- test',
    'git checkout -- .',
    'git checkout -q test',
    'git checkout -q HEAD -- test',
    'git restore test',
    'git restore .',
    'git restore --staged --worktree test',
    'cp /tmp/x/*.js test/',
    'cp -a /tmp/x/. test',
    'mv /tmp/x/*.js test',
    'rsync -a /tmp/x/ test/',
    'tar xf t.tar -C test',
  ])('%s', async (command) => {
    const worked = started();
    const text = hidden(worked, `rm ${THREE}`);
    worked.runs('npm test', PASSED);
    expect(await statusOf(back(worked, text).runs(command))).toBe('undecidable');
  });

  it('the same line as the run', async () => {
    const worked = started();
    expect(
      await statusOf(worked.runs('sed -i s/test/test.skip/ test/*.js && npm test; git checkout -q -- test', PASSED)),
    ).toBe('undecidable');
  });
});

it.each([
  'git checkout main',
  'git checkout -b test2',
  'git restore --staged .',
  'cp src/price.js /tmp/',
  'mkdir -p lib',
])('nothing is put back by %s', async (command) =>
  expect(await statusOf(started().runs('npm test', PASSED).runs(command))).toBe('backed'),
);

describe('right behind the run, or beside it, the code may have been changed by', () => {
  it.each(['bash break.sh', './break.sh', 'git apply bad.patch', 'make brk', 'python3 swap.py', 'node swap.js'])(
    '%s',
    async (command) => {
      const worked = started().runs('npm test', PASSED);
      const ended = worked.clock;
      worked.clock -= 1900;
      worked.runs(command).put('src/price.js', 'export const price = (n) => n * 4;\n', ended + 300);
      worked.clock = ended + 5000;
      expect(await statusOf(worked)).toBe('undecidable');
    },
  );

  it('not by a command that only reads', async () => {
    const worked = started().runs('npm test', PASSED);
    const ended = worked.clock;
    worked.clock -= 1900;
    worked.runs('git status --short');
    worked.clock = ended + 5000;
    expect(await statusOf(worked)).toBe('backed');
  });
});
