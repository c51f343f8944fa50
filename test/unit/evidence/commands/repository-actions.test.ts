import { expect, it } from 'vitest';
import { actionsIn } from '../../../../src/evidence/commands/repository-actions.ts';
import type { RunOutcome } from '../../../../src/evidence/evidence.ts';

const ok: RunOutcome = { kind: 'ok' };
const red: RunOutcome = { kind: 'failed', exit: 1 };
const said = (command: string, output: string, outcome: RunOutcome) =>
  actionsIn(command, { outcome, output }).map(({ action, done }) => `${action} ${done}`);

it.each<[command: string, output: string, outcome: RunOutcome, actions: string[]]>([
  ['git commit -m x', '[main 1a2b3c4] x\n 1 file changed', ok, ['commit true']],
  ['git commit -qm x', '', ok, ['commit true']],
  ['git commit -m x', 'nothing to commit, working tree clean', red, ['commit undefined']],
  ['git commit -m x | tail -1', 'nothing to commit, working tree clean', ok, ['commit undefined']],
  ['git commit -m x; git status', '[main 1a2b3c4] x\nno changes added to commit', ok, ['commit true']],
  ['git commit -m x', 'eslint found 3 problems', red, ['commit false']],
  ['git commit -qm x', 'eslint found 3 problems', red, ['commit false']],
  ['git -C web -c a=b commit -m x', '[main (root-commit) 1a2b3c4] x', ok, ['commit true']],
  [
    'git add . && git commit -m x && git push',
    '[main 1a2b3c4] x\n   1a2b3c4..5d6e7f8  main -> main',
    ok,
    ['commit true', 'push true'],
  ],
  ['git push', ' ! [rejected]        main -> main (fetch first)', red, ['push false']],
  ['git push', 'Everything up-to-date', ok, ['push true']],
  ['git push -u origin x', ' * [new branch]      x -> x', ok, ['push true']],
  ['git push', 'fatal: unable to access', red, ['push false']],
  ['gh pr create --fill', 'https://github.com/a/b/pull/12', ok, ['push true']],
  ['git stash', 'Saved working directory and index state WIP', ok, ['stash true']],
  ['git stash push -m x', 'No local changes to save', ok, ['stash false']],
  ['git stash pop', 'Dropped refs/stash@{0}', ok, ['unstash true']],
  ['git stash apply', 'CONFLICT (content): Merge conflict in a.ts', red, ['unstash undefined']],
  ['gh pr checks 12', 'build\tpass\t1m\ntest\tpass\t2m', ok, ['ci true']],
  ['gh pr checks 12', 'build\tpass\t1m\ntest\tfail\t2m', red, ['ci false']],
  ['gh pr checks 12', 'build\tpass\t1m\ntest\tpending\t0', ok, ['ci undefined']],
  ['gh run watch 1', '\x1b[32m✓\x1b[0m main build success', ok, ['ci true']],
  // What the line hides is not known.
  ['git commit -qam x || true', '', ok, ['commit undefined']],
  ['git commit -qam x | tail -1', '', ok, ['commit undefined']],
  ['git commit -qam x | tail -1; echo "[main 1234567] x"', '[main 1234567] x', ok, ['commit undefined']],
  ['git commit -qam x; cat old.txt', '[main 1234567] x', ok, ['commit undefined']],
  ['git commit -m x 2>&1 | tail -2', '[main 1a2b3c4] x\n 1 file changed', ok, ['commit true']],
  ['cd ../other && git commit -qam x', '', ok, ['commit undefined']],
  ['git -C ../other commit -qam x', '', ok, ['commit undefined']],
  ['git reset --soft HEAD~1', '', ok, ['uncommit true']],
  ['git reset --hard HEAD^', 'HEAD is now at 1a2b3c4 x', ok, ['uncommit true']],
  ['git reset HEAD -- a.ts', '', ok, []],
  ['git push -n', 'To x\n   1a2b3c4..5d6e7f8  main -> main', ok, ['push undefined']],
  ['git push . main:copy', 'To .\n * [new branch]      main -> copy', ok, ['push undefined']],
  ['git push origin --delete x', ' - [deleted]         x', ok, ['push undefined']],
  ['git push | tail -1', '', ok, ['push undefined']],
  ['git push 2>/dev/null; true', '', ok, ['push undefined']],
  ['git push 2>&1 | tail -1', '   1a2b3c4..5d6e7f8  main -> main', ok, ['push true']],
  // Words about it.
  ['echo git commit', '', ok, []],
  ['git log', 'commit 1a2b3c4', ok, []],
  ['git stash list', '', ok, []],
  ['grep -r "git push" .', 'git push', ok, []],
  ['npm test', '', ok, []],
  ['git commit -m x', '', { kind: 'denied' }, []],
])('%s, which prints %j, %j: %j', (command, output, outcome, actions) =>
  expect(said(command, output, outcome)).toEqual(actions),
);
