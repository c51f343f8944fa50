import { expect, it } from 'vitest';
import { effectsOf } from '../../../../src/evidence/commands/file-effects.ts';
import type { RunOutcome } from '../../../../src/evidence/evidence.ts';

const ok: RunOutcome = { kind: 'ok' };
const effects = (command: string, output = '', outcome: RunOutcome = ok) =>
  effectsOf({ command, cwd: '/p' }, { outcome, output });

it.each<[command: string, written: string[], removed: string[], restored?: string[]]>([
  ['echo a > a.ts', ['/p/a.ts'], []],
  ['echo a >> src/a.ts', ['/p/src/a.ts'], []],
  ["cat > a.ts <<'EOF'\nrm b.ts\nEOF", ['/p/a.ts'], []],
  ['cd web && echo a > a.ts', ['/p/web/a.ts'], []],
  ['cd /other && touch x > /abs/a.ts', ['/abs/a.ts'], []],
  ['ls | tee -a a.log b.log', ['/p/a.log', '/p/b.log'], []],
  ["sed -i 's/a/b/' a.ts b.ts", ['/p/a.ts', '/p/b.ts'], []],
  ["sed -n 's/a/b/p' a.ts | tee c", ['/p/c'], []],
  ['mv a.ts b.ts', ['/p/b.ts'], ['/p/a.ts']],
  ['cp -r a b', ['/p/b'], []],
  ['rm -rf a.ts b', [], ['/p/a.ts', '/p/b']],
  ['sudo rm a.ts', [], ['/p/a.ts']],
  ['git rm -q a.ts', [], ['/p/a.ts']],
  ['git mv a.ts b.ts', ['/p/b.ts'], ['/p/a.ts']],
  ['git restore a.ts', [], [], ['/p/a.ts']],
  ['git checkout HEAD -- a.ts', [], [], ['/p/a.ts']],
])('%s writes %j and removes %j', (command, written, removed, restored = []) =>
  expect(effects(command)).toMatchObject({ written, removed, restored, stashed: [], changedOthers: undefined }),
);

it('git stash puts away the files that it names', () => {
  const output = 'Saved working directory and index state On main: x';
  expect(effects('git stash push -m x -- src/a.ts', output)?.stashed).toEqual(['/p/src/a.ts']);
  expect(effects('git stash push -m x -- src/a.ts', 'No local changes to save')).toBeUndefined();
});

it.each([
  ['cat a.ts'],
  ['npm test 2>&1'],
  ['npm test > /dev/null'],
  ['rm $FILE'],
  ['rm src/*.js'],
  ['git restore --staged a.ts'],
  ["sed -n '1,5p' a.ts"],
])('%s changes no file that is known', (command) => expect(effects(command)).toBeUndefined());

it.each<[command: string, output: string, by: 'git' | 'formatter' | undefined]>([
  ['git checkout main', "Switched to branch 'main'", 'git'],
  ['git -C web pull', 'Updating 1a2b3c4..5d6e7f8\nFast-forward', 'git'],
  ['git stash', 'Saved working directory and index state', 'git'],
  ['git pull', 'Already up to date.', undefined],
  ['git checkout -b x', "Switched to a new branch 'x'", undefined],
  ['git stash list', 'Saved working directory', undefined],
  ['npx prettier --write .', 'x', undefined],
  ['black .', 'reformatted a.py\n1 file reformatted.', 'formatter'],
  ['ruff check --fix', 'Found 3 errors (2 fixed, 1 remaining).', 'formatter'],
  ['npx biome check --write', 'Checked 3 files in 2ms. Fixed 1 file.', 'formatter'],
  ['black .', '3 files left unchanged.', undefined],
])('%s, which prints %j, changes others: %s', (command, output, by) =>
  expect(effects(command, output)?.changedOthers?.by).toBe(by),
);

it.each<RunOutcome>([{ kind: 'denied' }, { kind: 'not-started' }, { kind: 'failed', exit: 1 }])(
  'what was %j has changed nothing',
  (outcome) => expect(effects('rm a.ts', '', outcome)).toBeUndefined(),
);
