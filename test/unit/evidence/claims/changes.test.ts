import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EvidenceRequest } from '../../../../src/evidence/request.ts';
import type { WorkedSession } from '../../../support/worked-session.ts';
import { inRepository, PASSED } from '../sum-project.ts';

const claimed = async (worked: WorkedSession, text: string, more: Partial<EvidenceRequest> = {}) =>
  (await worked.says(text).evidence(more)).claims.map(({ kind, status }) => `${kind}: ${status}`);
const findings = async (worked: WorkedSession) =>
  (await worked.evidence()).findings.map(({ certain, about, text }) => `${certain} ${about}: ${text}`);
/** Code changed and was tested: nothing to find but what the message says. */
const worked = () => inRepository().asks('go').edits('sum.js', 'a + b', 'a - b').runs('npm test', PASSED);
const COMMITTED = { output: '[main 1a2b3c4] Subtract\n 1 file changed, 1 insertion(+), 1 deletion(-)' };
const PUSHED = { output: 'To github.com:a/b.git\n   1a2b3c4..5d6e7f8  main -> main' };

describe('committed', () => {
  it.each(['Committed as `1a2b3c4`.', 'The change is committed.', '已提交。', 'コミットしました。', '커밋했습니다.'])(
    '%s',
    async (text) => {
      expect(await claimed(worked().runs('git commit -am Subtract', COMMITTED), text)).toEqual(['commit: backed']);
    },
  );

  it('contradicted: the hook refused it', async () => {
    const refused = worked().runs('git commit -am Subtract', { exit: 1, output: 'husky - pre-commit hook failed' });
    expect(await claimed(refused, 'Committed.')).toEqual(['commit: contradicted']);
    expect((await findings(refused)).join()).toContain(
      'true commit: the last message says “Committed.”, but the commit was refused: git commit -am Subtract',
    );
  });

  it('contradicted: it failed alone, whatever it printed', async () => {
    const refused = worked().runs('git commit -am Subtract', { exit: 1, output: 'some hook was not happy' });
    expect(await claimed(refused, 'The change is committed.')).toEqual(['commit: contradicted']);
    const added = worked().runs('git add -A && git commit -m Subtract', { exit: 1, output: 'a ticket is missing' });
    expect(await claimed(added, 'The change is committed.')).toEqual(['commit: contradicted']);
    const chained = worked().runs('npm run x && git commit -am Subtract', { exit: 1, output: 'boom' });
    expect(await claimed(chained, 'The change is committed.')).toEqual([]);
  });

  it('backed: refused at first, then made', async () => {
    const again = worked()
      .runs('git commit -am Subtract', { exit: 1, output: 'husky - pre-commit hook failed' })
      .runs('git commit -am Subtract', COMMITTED);
    expect(await claimed(again, 'Committed.')).toEqual(['commit: backed']);
    expect(await findings(again)).not.toContainEqual(expect.stringContaining('commit:'));
  });

  it.each([
    'Nothing is committed yet.',
    'It is not committed.',
    'The work is uncommitted on `main`.',
    'Should I have it committed?',
    'I can commit it once you agree.',
    'We are committed to supporting Node 20.',
  ])('no claim: %s', async (text) => {
    expect(await claimed(worked(), text)).toEqual([]);
  });

  it('nothing is said where the session does not show one: somebody else may have', async () => {
    expect(await claimed(worked(), 'Everything is committed.')).toEqual([]);
    const hidden = worked().runs('git commit -qam x | tail -1');
    expect((await claimed(hidden, 'Committed.')).join()).not.toContain('contradicted');
  });
});

describe('pushed', () => {
  it.each(['Pushed.', 'Committed and force-pushed.', '已推送到远端。'])('backed: %s', async (text) => {
    expect(await claimed(worked().runs('git push', PUSHED), text)).toEqual(['push: backed']);
  });

  it('contradicted: rejected', async () => {
    const output = ' ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs';
    const refused = worked().runs('git push', { exit: 1, output });
    expect(await claimed(refused, 'Pushed to `main`.')).toEqual(['push: contradicted']);
    expect(await findings(refused)).toContain(
      'true push: the last message says “Pushed to `main`.”, but the push was refused: git push',
    );
  });

  it.each(['Pushed back the deadline in the README.', 'Items are pushed onto the stack.', 'It is not pushed yet.'])(
    'no claim: %s',
    async (text) => {
      expect(await claimed(worked().runs('git push', PUSHED), text)).toEqual([]);
    },
  );
});

describe('created a file', () => {
  it('backed: written by a tool, a command or a subagent', async () => {
    const by: [string, WorkedSession][] = [
      ['new.js', worked().writes('new.js', '1;\n')],
      ['src/new.js', worked().writes('src/new.js', '1;\n')],
      ['note.txt', worked().put('note.txt', 'x').runs('echo x > note.txt')],
      ['sub.js', worked().subagent((agent) => agent.writes('sub.js', '1;\n'))],
    ];
    for (const [path, made] of by) expect(await claimed(made, `Created \`${path}\`.`)).toEqual(['created: backed']);
  });

  it('contradicted: refused, and it is not there', async () => {
    const made = worked();
    const file_path = join(made.folder, 'new.js');
    made.call('Write', { file_path, content: '1;' }, { content: 'Permission to use Write denied', is_error: true });
    expect(await claimed(made, 'I created `new.js`.')).toEqual(['created: contradicted']);
    expect(await findings(made)).toContain(
      'true created: the last message says “I created `new.js`.”, but no such file was written',
    );
  });

  it('nothing is said if it is there, or if a command may have made it elsewhere', async () => {
    expect(await claimed(worked().put('made.js', '1;'), 'Created `made.js`.')).toEqual([]);
    expect(await claimed(worked().put('src/made.js', '1;').runs('./generate'), 'Created `made.js`.')).toEqual([]);
    expect(await claimed(worked().runs('cd /opt/other && ./generate'), 'Created `made.js`.')).toEqual([]);
    expect(await claimed(worked().runs('./generate').runs('rm made.js'), 'Created `made.js`, tried it.')).toEqual([]);
    expect(await claimed(worked(), 'Created `made.js`.', { transcriptOnly: true })).toEqual([]);
  });

  it('nothing is said of a file in a folder below that the message does not name', async () => {
    expect(await claimed(worked().put('src/made.js', '1;'), 'Created `made.js`.')).toEqual([]);
  });

  it.each([
    'Created a test for `parser.ts`.',
    'I wrote the documentation of utils.py.',
    'Created a symlink to `AGENTS.md`.',
    'Created ~/notes/today.md.',
    'Created https://example.com/notes/today.md.',
  ])('says nothing of the file: %s', async (text) => {
    expect(await claimed(worked(), text)).toEqual([]);
  });

  it('contradicted: it is nowhere', async () => {
    expect(await claimed(worked(), 'Created `docs/guide.md`.')).toEqual(['created: contradicted']);
    // Nothing shows what that wrote, or where.
    expect(await claimed(worked().runs('./generate'), 'Created `docs/guide.md`.')).toEqual([]);
    expect(await claimed(worked(), 'I wrote a new file guide.md.')).toEqual(['created: contradicted']);
  });

  it.each(['I have not created `new.js`.', 'Should I have created `new.js`?', 'I will have created `new.js` then.'])(
    'no claim: %s',
    async (text) => {
      expect(await claimed(worked(), text)).toEqual([]);
    },
  );
});

describe('removed a file', () => {
  it('backed: by rm, by git', async () => {
    expect(await claimed(worked().removes('README.md'), 'Removed `README.md`.')).toEqual(['removed: backed']);
    const byGit = worked().runs('git rm -q README.md');
    rmSync(join(byGit.folder, 'README.md'));
    expect(await claimed(byGit, 'Deleted the file `README.md`.')).toEqual(['removed: backed']);
  });

  it('contradicted: it is still there', async () => {
    const kept = worked();
    expect(await claimed(kept, 'Removed `README.md`.')).toEqual(['removed: contradicted']);
    expect(await findings(kept)).toEqual([
      'true removed: the last message says “Removed `README.md`.”, but the file is still there',
    ]);
  });

  it('nothing is said if something may have removed and made it again, or if it is removed from something', async () => {
    expect(await claimed(worked().runs('./generate'), 'Removed `README.md`.')).toEqual([]);
    expect(await claimed(worked(), 'Removed `sum.js` from the index.')).toEqual([]);
    expect(await claimed(worked(), 'Removed `README.md`.', { transcriptOnly: true })).toEqual([]);
  });
});

describe('restored from the stash', () => {
  const stashed = () => worked().runs('git stash', { output: 'Saved working directory and index state WIP on main' });
  const CLAIM = 'I restored your changes from the stash.';

  it('backed, contradicted, unbacked', async () => {
    const popped = stashed().runs('git stash pop', { output: 'Dropped refs/stash@{0} (1a2b3c4)' });
    expect(await claimed(popped, CLAIM)).toEqual(['restored: backed']);
    const gone = stashed().runs('git stash pop', { exit: 1, output: 'No stash entries found.' });
    expect(await claimed(gone, CLAIM)).toEqual(['restored: contradicted']);
    // It may have been resolved by hand.
    const conflict = stashed().runs('git stash pop', { exit: 1, output: 'CONFLICT (content): Merge conflict in a' });
    expect(await claimed(conflict, CLAIM)).toEqual([]);
    const left = stashed();
    expect(await claimed(left, CLAIM)).toEqual(['restored: unbacked']);
    expect((await findings(left)).join()).toContain(`“${CLAIM}”, but no stash was restored in this session`);
  });

  it('nothing is said of a stash that this session did not make, or if something may have restored it', async () => {
    expect(await claimed(worked(), CLAIM)).toEqual([]);
    expect(await claimed(stashed().runs('./generate'), CLAIM)).toEqual([]);
  });
});

describe('CI', () => {
  const CLAIM = 'CI is green.';

  it('by what was looked up last', async () => {
    const green = worked().runs('gh pr checks', { output: 'test\tpass\t1m2s\nlint\tpass\t20s' });
    expect(await claimed(green, CLAIM)).toEqual(['ci: backed']);
    const red = worked().runs('gh pr checks', { exit: 1, output: 'test\tfail\t1m2s\nlint\tpass\t20s' });
    expect(await claimed(red, CLAIM)).toEqual(['ci: contradicted']);
    expect((await findings(red)).join()).toContain('the last look at CI showed a failure: gh pr checks');
  });

  it('nothing is said if it was pending, or not looked up', async () => {
    expect(await claimed(worked().runs('gh pr checks', { output: 'test\tpending\t0' }), CLAIM)).toEqual([]);
    expect(await claimed(worked(), CLAIM)).toEqual([]);
  });

  it('is no claim about the tests that ran here', async () => {
    const green = worked().runs('gh run view 1', { output: '✓ main CI · 1\nJOBS\n✓ test in 1m (ID 2)' });
    expect(await claimed(green, 'All tests pass in CI: the pipeline is green.')).toEqual(['ci: backed']);
  });
});
