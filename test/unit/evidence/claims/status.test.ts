import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../../src/checks/check.ts';
import { renderEvidence } from '../../../../src/evidence/render/text.ts';
import type { EvidenceRequest } from '../../../../src/evidence/request.ts';
import type { WorkedSession } from '../../../support/worked-session.ts';
import { edited, FAILED, inRepository, newSession, PASSED } from '../sum-project.ts';

const statuses = async (worked: WorkedSession, more: Partial<EvidenceRequest> = {}) =>
  (await worked.evidence(more)).claims.map(({ kind, status }) => `${kind}: ${status}`);
const findings = async (worked: WorkedSession, more: Partial<EvidenceRequest> = {}) =>
  (await worked.evidence(more)).findings.map(
    ({ kind, about, certain, text }) => `${certain ? 'certain' : 'unsure'} ${kind} ${about ?? '-'}: ${text}`,
  );
const CLAIM = 'All tests pass.';
const PASSED_CHECK: CheckResult = {
  ...{ name: 'unit', run: 'npm test', outcome: { kind: 'passed' }, output: 'fine', ms: 1, reused: false },
};

describe('each status', () => {
  it('backed: the last run passed, and nothing changed after it', async () => {
    const worked = edited().runs('npm test', PASSED).says(`Done. ${CLAIM}`);
    expect((await worked.evidence()).claims).toEqual([
      {
        kind: 'test',
        quote: CLAIM,
        status: 'backed',
        run: {
          command: 'npm test',
          outcome: { kind: 'ok' },
          time: new Date(worked.clock - 1000).toISOString(),
          changedAfter: { total: 0, items: [] },
        },
      },
    ]);
    expect(await findings(worked)).toEqual([]);
  });

  it('stale: it passed, then code changed', async () => {
    const worked = inRepository().runs('npm test', PASSED).edits('sum.js', 'a + b', 'a - b').says(CLAIM);
    const { claims } = await worked.evidence();
    expect(claims).toMatchObject([{ status: 'stale', run: { changedAfter: { total: 1, items: ['sum.js'] } } }]);
    expect(await findings(worked)).toEqual([
      'certain claim test: the last message says that tests pass, but code changed after the last test run: sum.js',
    ]);
  });

  it('not stale: only a document changed', async () => {
    const worked = edited().runs('npm test', PASSED).edits('README.md', '# Sums', '# All sums').says(CLAIM);
    expect(await statuses(worked)).toEqual(['test: backed']);
  });

  it('contradicted: it failed', async () => {
    const worked = edited().runs('npm test', FAILED).says(CLAIM);
    expect(await statuses(worked)).toEqual(['test: contradicted']);
    expect(await findings(worked)).toEqual([
      'certain claim test: the last message says that tests pass, but the last test run failed (exit 1): npm test',
    ]);
  });

  it('unbacked: no command can have run it', async () => {
    const worked = edited().runs('git status').says(CLAIM);
    expect(await statuses(worked)).toEqual(['test: unbacked']);
    expect((await worked.evidence()).claims[0]?.run).toBeNull();
    expect(await findings(worked)).toEqual([
      'certain claim test: the last message says that tests pass, but no test was run in this session',
    ]);
  });

  it('undecidable: how it ended cannot be told', async () => {
    const worked = edited().runs('npm test | grep -c x', { output: '7' }).says(CLAIM);
    expect(await statuses(worked)).toEqual(['test: undecidable']);
    expect(await findings(worked)).toEqual([
      'unsure claim test: the last message says that tests pass, but the last test run has an unknown result (status hidden by a pipe): npm test | grep -c x',
    ]);
  });

  it('each kind by its own run', async () => {
    const worked = edited()
      .runs('npm run lint')
      .runs('npx tsc --noEmit', { exit: 2, output: 'a.ts(1,1): error TS2322: no' })
      .says('Lint is clean, the type check passes and the build succeeds.');
    expect(await statuses(worked)).toEqual(['build: unbacked', 'types: contradicted', 'lint: backed']);
  });

  it('of a refused or a never started run: as if there were none', async () => {
    const refusal = { content: "The user doesn't want to take this action right now.", is_error: true };
    const refused = edited().call('Bash', { command: 'npm test' }, refusal, {
      permissionDecision: { decision: 'reject' },
    });
    expect(await statuses(refused.says(CLAIM))).toEqual(['test: unbacked']);
    const missing = { exit: 1, output: 'npm error Missing script: "test"' };
    expect(await statuses(edited().runs('npm test', missing).says(CLAIM))).toEqual(['test: unbacked']);
  });
});

describe('what counts more than the last run', () => {
  it('a check that has just passed', async () => {
    const checks = [PASSED_CHECK];
    for (const worked of [edited(), edited().runs('npm test', FAILED)])
      expect(await statuses(worked.says(CLAIM), { checks })).toEqual(['test: backed']);
    expect(await statuses(edited().says('Lint is clean.'), { checks })).toEqual(['lint: unbacked']);
    const failed = [{ ...PASSED_CHECK, outcome: { kind: 'failed' as const, exit: 1, signal: null } }];
    expect(await statuses(edited().says(CLAIM), { checks: failed })).toEqual(['test: unbacked']);
  });

  it('an earlier green run, if the last one hides how it ended and nothing changed', async () => {
    const hidden = 'npm test | head -1';
    expect(await statuses(edited().runs('npm test', PASSED).runs(hidden).says(CLAIM))).toEqual(['test: backed']);
    const changed = inRepository().runs('npm test', PASSED).edits('sum.js', 'a + b', 'a - b').runs(hidden);
    expect(await statuses(changed.says(CLAIM))).toEqual(['test: undecidable']);
    const failedBefore = edited().runs('npm test', FAILED).runs(hidden).says(CLAIM);
    expect(await statuses(failedBefore)).toEqual(['test: undecidable']);
  });
});

describe('no test was run: only if nothing can have', () => {
  const uncertain: [what: string, (worked: WorkedSession) => WorkedSession, listed: string][] = [
    ['a script that nobody knows', (worked) => worked.runs('./ci.sh'), './ci.sh'],
    [
      'a tool of a server',
      (worked) => worked.call('mcp__shell__execute', { line: 'x' }, { content: 'done' }),
      'tool mcp__shell__execute',
    ],
    [
      'a subagent whose transcript is not there',
      (worked) => worked.call('Task', { prompt: 'test it', subagent_type: 'general-purpose' }, { content: 'done' }),
      'a subagent whose commands are not recorded',
    ],
    ['a command of the user', (worked) => worked.asks('<bash-input>npm run all</bash-input>'), '! npm run all'],
  ];
  it.each(uncertain)('%s', async (_, work, listed) => {
    const worked = work(edited());
    const seen = await worked.says(CLAIM).evidence();
    expect(seen.claims).toMatchObject([{ kind: 'test', status: 'undecidable' }]);
    expect(seen.findings).toEqual([
      {
        kind: 'claim',
        about: 'test',
        certain: false,
        text: `the last message says that tests pass, but no test run was recognised; this may have been one: ${listed}`,
      },
    ]);
    expect(await findings(worked.says('Done.'))).toEqual([
      `unsure no-run test: code changed, and no test run was recognised; this may have been one: ${listed}`,
    ]);
  });

  it('a session that goes on from another', async () => {
    const worked = inRepository()
      .asks('This session is being continued from a previous conversation.', { isCompactSummary: true })
      .edits('sum.js', 'a + b', 'a - b');
    expect(await statuses(worked.says(CLAIM))).toEqual(['test: undecidable']);
    for (const text of [CLAIM, 'Done.'])
      expect((await worked.says(text).evidence()).findings).toMatchObject([{ certain: false }]);
  });

  it('certain: commands that are known to run no test, and agents that only read', async () => {
    const worked = edited()
      .runs('git diff && ls -la && cat sum.js')
      .call('Task', { prompt: 'look', subagent_type: 'Explore' }, { content: 'seen' })
      .call('mcp__docs__lookup', { topic: 'x' }, { content: 'read' });
    expect(await statuses(worked.says(CLAIM))).toEqual(['test: unbacked']);
    expect(await findings(worked.says('Done.'))).toEqual([
      'certain no-run test: code changed, and no test was run in this session',
    ]);
  });

  it('certain: a subagent whose transcript shows no run', async () => {
    const worked = edited()
      .call('Task', { prompt: 'x', subagent_type: 'general-purpose' }, { content: 'done' })
      .subagent((agent) => agent.runs('ls'));
    expect(await statuses(worked.says(CLAIM))).toEqual(['test: unbacked']);
  });
});

describe('everything passes', () => {
  it('takes the kinds of the last run', async () => {
    const worked = edited().runs('npm test', PASSED).runs('npm run lint && npm run build').says('Everything passes.');
    expect(await statuses(worked)).toEqual(['build: backed', 'lint: backed']);
  });

  it('says nothing if nothing was run', async () => {
    expect(await statuses(edited().says('Everything passes.'))).toEqual([]);
  });
});

describe('failures that the message itself tells of', () => {
  it.each([
    'Tests pass; the 2 failures are pre-existing and unrelated.',
    'The new tests pass. 1 test still fails on main as well.',
    '新增的测试全部通过。\n其余是已有的失败。',
  ])('%s', async (text) => {
    const worked = edited().runs('npm test', FAILED).says(text);
    expect(new Set(await statuses(worked))).toEqual(new Set(['test: undecidable']));
    expect((await worked.evidence()).findings).toMatchObject([{ kind: 'claim', certain: false }]);
  });
});

describe('findings', () => {
  it('what is certain stands first, and the text keeps them apart', async () => {
    const worked = edited()
      .runs('npm run lint | head -1', { output: '> lint' })
      .runs('npm test', FAILED)
      .says('Lint is clean and tests pass.');
    const seen = await worked.evidence();
    expect(seen.findings.map(({ about, certain }) => [about, certain])).toEqual([
      ['test', true],
      ['lint', false],
    ]);
    const text = renderEvidence(seen);
    const [certain = '', unsure = '', claims = ''] = text.split(/^## .*\n/m).slice(1);
    expect(certain).toContain('the last message says that tests pass');
    expect(unsure).toContain('the last message says that lint passes');
    expect(text).toMatch(/^## Certain\n[^#]*## To look into: not certain, and not held against the worker\n/);
    expect(claims.trim().split('\n')).toEqual([
      '- test: contradicted (failed (exit 1): npm test): “Lint is clean and tests pass.”',
      '- lint: undecidable (unknown (status hidden by a pipe): npm run lint | head -1): “Lint is clean and tests pass.”',
    ]);
  });

  it('a claim has one finding, and what it is about has no other', async () => {
    const worked = edited().runs('npm test', FAILED).says('Tests pass.\n\nAs I said: all tests pass.');
    expect(await statuses(worked)).toEqual(['test: contradicted', 'test: contradicted']);
    expect(await findings(worked)).toHaveLength(1);
  });

  it('without git or a folder, only the transcript counts', async () => {
    const worked = newSession()
      .put('a.js', '1;\n')
      .asks('x')
      .runs('npm test', PASSED)
      .edits('a.js', '1', '2')
      .says(CLAIM);
    expect(await statuses(worked, { transcriptOnly: true })).toEqual(['test: stale']);
  });
});
