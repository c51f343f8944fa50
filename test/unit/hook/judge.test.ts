import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { NO_REPOSITORY_CONFIG } from '../../../src/config/repository-config.ts';
import { renderEvidence } from '../../../src/evidence/render/text.ts';
import { isUnchanged, type JudgeDependencies, judgeEvent, locateProject } from '../../../src/hook/judge.ts';
import type { ProjectContext } from '../../../src/hook/judgement.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import type { State } from '../../../src/hook/rules/state.ts';
import { failed, type Verdict } from '../../../src/hook/rules/verdict.ts';
import type { ReviewRequest } from '../../../src/review/review.ts';
import { temporaryFolder, write } from '../folder.ts';
import { repository } from '../git/repository.ts';
import { reviewOf } from './fake-judge.ts';

const SESSION = '6d6a9e3a-b908-4612-a7ea-41a01eced3c3';
const ALLOW: Verdict = { kind: 'allow', feedback: 'all there' };
const HOUR = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();

interface Given {
  /** The `supervisor` part of ccc.json. */
  supervisor?: object;
  event?: object;
  variables?: Record<string, string>;
  state?: State;
  project?: Partial<ProjectContext>;
  interruptedBy?: Promise<string>;
  review?: (request: ReviewRequest, folder: string) => Promise<Verdict>;
}

/** A project folder under git, a home, and a reviewer that does what the test says. `steps` shows the order of things. */
function setUp(given: Given = {}) {
  const home = temporaryFolder();
  const { folder } = repository();
  write(join(folder, 'work.txt'), 'work\n');
  const env = readEnv({ HOME: home, PATH: process.env.PATH ?? '', CLAUDE_PROJECT_DIR: folder, ...given.variables });
  const paths = pathsOf(env);
  const transcript = write(join(home, 'transcript.jsonl'), transcriptAt(folder, Date.now() - HOUR));
  const steps: string[] = [];
  const requests: ReviewRequest[] = [];
  const logged: string[] = [];
  const dependencies: JudgeDependencies = {
    env,
    paths,
    cwd: folder,
    log: (text) => logged.push(text),
    elapsedMs: () => 0,
    interruptedBy: given.interruptedBy ?? new Promise(() => {}),
    addSecrets: () => {},
    onCheck: ({ name }) => steps.push(`check ${name}`),
    onReview: () => steps.push('review'),
    review: async (request) => {
      requests.push(request);
      await request.evidence();
      steps.push('evidence');
      const verdict = (await given.review?.(request, folder)) ?? ALLOW;
      return reviewOf(verdict);
    },
  };
  const request = async () => {
    const config = await parseConfig(JSON.stringify({ supervisor: given.supervisor ?? {} }));
    const event = { session_id: SESSION, hook_event_name: 'Stop', transcript_path: transcript, ...given.event };
    return { input: parseInput(JSON.stringify(event)), config, state: given.state, count: 3, persist: true };
  };
  const judge = async () => {
    const asked = await request();
    const project = given.project && { ...(await locateProject(asked, dependencies)), ...given.project };
    return judgeEvent({ ...asked, project }, dependencies);
  };
  return { folder, paths, transcript, steps, requests, logged, dependencies, request, judge };
}

/** A session that used one tool at that time. */
const transcriptAt = (cwd: string, time: number) =>
  [
    { type: 'user', timestamp: at(time), cwd, sessionId: SESSION, message: { role: 'user', content: 'do it' } },
    {
      type: 'assistant',
      timestamp: at(time),
      cwd,
      sessionId: SESSION,
      message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: { file_path: 'x' } }] },
    },
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('');

const check = (name: string, run: string) => ({ name, run });

describe('the stages', () => {
  it('checks, then the review; evidence are read once the reviewer has been started', async () => {
    const { judge, steps, requests, folder } = setUp({
      supervisor: { checks: [check('a', 'true'), check('b', 'true')] },
    });
    const judgement = await judge();
    expect(steps).toEqual(['check a', 'check b', 'review', 'evidence']);
    expect(judgement.outcome).toMatchObject({ kind: 'review', review: { verdict: ALLOW } });
    expect(judgement.checks.map(({ name, outcome }) => [name, outcome.kind])).toEqual([
      ['a', 'passed'],
      ['b', 'passed'],
    ]);
    expect(requests).toMatchObject([{ folder, count: 3, max: 20, maxUsd: undefined, notes: [] }]);
    expect(requests[0]?.workerSession?.transcript).toMatch(/transcript\.jsonl$/);
  });

  it('the reviewer is told what the judgement then holds', async () => {
    let text = '';
    const { judge } = setUp({
      review: async ({ evidence }) => {
        text = (await evidence())(10_000);
        return ALLOW;
      },
    });
    const { evidence } = await judge();
    expect(text).toContain('1 tool call');
    expect(evidence && renderEvidence(evidence, 10_000)).toBe(text);
  });

  it('files that change during the review are found afterwards', async () => {
    const { judge } = setUp({
      review: async (_, folder) => {
        write(join(folder, 'meanwhile.txt'), 'x');
        return ALLOW;
      },
    });
    const { changedDuringReview, treeFingerprint } = await judge();
    expect(changedDuringReview).toEqual(['meanwhile.txt']);
    expect(treeFingerprint).not.toBe('');
  });

  it.each([
    ['another event', { event: { hook_event_name: 'SubagentStop', agent_type: 'Explore' } }],
    ['inside a check', { variables: { CCC_CHECK: '1' } }],
  ])('no checks: %s', async (_, given) => {
    const { judge, steps } = setUp({ ...given, supervisor: { checks: [check('a', 'true')] } });
    expect((await judge()).checks).toEqual([]);
    expect(steps).toEqual(['review', 'evidence']);
  });
});

describe('what decides without the reviewer', () => {
  it('a failing check', async () => {
    const { judge, steps, requests } = setUp({
      supervisor: { checks: [check('tests', 'echo 1 failed; exit 1'), check('lint', 'true')] },
    });
    const judgement = await judge();
    expect(judgement.outcome).toMatchObject({ kind: 'check', failed: { name: 'tests' } });
    expect(judgement.outcome).toHaveProperty('feedback', expect.stringContaining('1 failed'));
    expect(judgement.checks.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'not-run']);
    expect(judgement.treeFingerprint).not.toBe('');
    expect([steps, requests]).toEqual([['check tests'], []]);
  });

  const spent = (cost_usd: number, session_id: string, time = at(Date.now())) =>
    `${JSON.stringify({ supervisor_id: 's', session_id, time, event: 'Stop', verdict: 'block', cause: 'review', feedback: '', cost_usd })}\n`;

  it.each<[why: string, supervisor: object, journal: string, reached: object | undefined]>([
    ['the session’s', { max_cost_usd: 1 }, spent(1, SESSION), { key: 'max_cost_usd', usd: 1 }],
    ['the day’s', { max_cost_usd_per_day: 2 }, spent(2, 'other'), { key: 'max_cost_usd_per_day', usd: 2 }],
    ['not yet', { max_cost_usd: 1 }, spent(0.25, SESSION), undefined],
    ['another session’s', { max_cost_usd: 1 }, spent(5, 'other'), undefined],
    ['no limit', {}, spent(100, SESSION), undefined],
  ])('the budget: %s', async (_, supervisor, journal, reached) => {
    const { judge, paths, requests, steps } = setUp({ supervisor: { ...supervisor, checks: [check('a', 'true')] } });
    write(paths.journal, journal);
    const { outcome } = await judge();
    if (reached) expect(outcome).toEqual({ kind: 'limit', limit: { kind: 'budget', ...reached }, review: undefined });
    else expect(outcome.kind).toBe('review');
    expect(requests).toHaveLength(reached ? 0 : 1);
    expect(steps[0]).toBe('check a');
  });

  it('what is left of the budget is what the review may cost', async () => {
    const { judge, paths, requests } = setUp({ supervisor: { max_cost_usd: 1 } });
    write(paths.journal, spent(0.25, SESSION));
    await judge();
    expect(requests[0]?.maxUsd).toBe(0.75);
  });

  it('a provider that is not configured', async () => {
    const { judge, requests } = setUp({ supervisor: { provider: 'nobody' } });
    expect((await judge()).outcome).toMatchObject({
      kind: 'review',
      review: { verdict: { kind: 'failed', cause: 'client', message: expect.stringContaining('nobody') } },
    });
    expect(requests).toEqual([]);
  });
});

describe('interrupted', () => {
  it('before the review: the reviewer is not asked', async () => {
    const { judge, requests } = setUp({
      interruptedBy: Promise.resolve('SIGTERM'),
      supervisor: { checks: [check('slow', 'sleep 60')] },
    });
    const { outcome, checks } = await judge();
    expect(outcome).toMatchObject({
      review: { verdict: failed('interrupted', 'interrupted by SIGTERM') },
    });
    expect(checks.map(({ outcome: { kind } }) => kind)).toEqual(['interrupted']);
    expect(requests).toEqual([]);
  });

  it('in the review: decided at once, without another look at the files', async () => {
    const interrupted = failed('interrupted', 'interrupted by SIGTERM');
    const { judge } = setUp({
      review: async (_, folder) => {
        write(join(folder, 'meanwhile.txt'), 'x');
        return interrupted;
      },
    });
    expect(await judge()).toMatchObject({
      outcome: { kind: 'review', review: { verdict: interrupted } },
      treeFingerprint: '',
      changedDuringReview: [],
    });
  });
});

describe('a repository’s own rules', () => {
  const values = { checks: [{ ...check('theirs', 'touch ran'), paths: undefined, timeoutSeconds: undefined }] };

  it('trusted: its checks run where it is, and its prompt is added', async () => {
    const root = temporaryFolder();
    const config = { ...NO_REPOSITORY_CONFIG, values } as never;
    const { judge, requests, steps } = setUp({
      project: { trust: { kind: 'trusted', root, config, prompt: 'Be strict.' } },
    });
    await judge();
    expect(steps[0]).toBe('check theirs');
    expect(existsSync(join(root, 'ran'))).toBe(true);
    expect(requests[0]?.prompt).toMatch(/\n\n## For this repository\n\nBe strict\.$/);
  });

  it('changed since it was trusted: ignored, and the reviewer is told', async () => {
    const { judge, requests, steps } = setUp({
      project: { trust: { kind: 'changed', root: '/r', files: ['.claude/ccc.json'], notify: true } },
    });
    await judge();
    expect(steps).toEqual(['review', 'evidence']);
    expect(requests[0]?.notes).toEqual([expect.stringContaining('.claude/ccc.json')]);
    expect(requests[0]?.prompt).not.toContain('For this repository');
  });
});

describe('skip_unchanged', () => {
  const approvedState = (treeFingerprint: string, time: number): State => ({
    sessionId: SESSION,
    enabled: true,
    count: 1,
    createdAt: at(time),
    updatedAt: at(time),
    approved: { treeFingerprint, at: at(time) },
  });

  /** A stop that was approved after the session's only tool call, and what happened since. */
  async function unchangedAfter(
    given: Given,
    since: (project: ReturnType<typeof setUp>) => void = () => {},
    approvedAt = Date.now(),
  ): Promise<boolean> {
    const setting = setUp({ supervisor: { skip_unchanged: true }, ...given });
    const { treeFingerprint } = await setting.judge();
    const journal = setting.dependencies.paths.journal;
    mkdirSync(dirname(journal), { recursive: true });
    const line = { session_id: SESSION, supervisor_id: 'id', event: 'Stop', verdict: 'allow', cause: 'review' };
    const approval = { ...line, time: at(approvedAt), feedback: '', tree: treeFingerprint };
    appendFileSync(journal, `${JSON.stringify(approval)}\n`);
    since(setting);
    const request = { ...(await setting.request()), state: approvedState(treeFingerprint, approvedAt) };
    const project = await locateProject(request, setting.dependencies);
    return isUnchanged({ ...request, project }, setting.dependencies);
  }

  it('nothing has changed', async () => expect(await unchangedAfter({})).toBe(true));

  it.each<[why: string, given: Given, since?: (setting: ReturnType<typeof setUp>) => void, approvedAt?: number]>([
    ['a file has', {}, ({ folder }) => write(join(folder, 'work.txt'), 'more\n')],
    ['a tool was used since', {}, () => {}, Date.now() - 2 * HOUR],
    ['not turned on', { supervisor: {} }],
    ['the journal knows of no approval', {}, ({ dependencies }) => writeFileSync(dependencies.paths.journal, '')],
    [
      'another session was approved',
      {},
      ({ dependencies: { paths } }) =>
        writeFileSync(paths.journal, readFileSync(paths.journal, 'utf8').replace(SESSION, 'another')),
    ],
    ['another event', { event: { hook_event_name: 'SubagentStop', agent_type: 'Explore' } }],
    ['no transcript', { event: { session_id: 'not-a-uuid' } }],
  ])('%s', async (_, given, since, approvedAt) => expect(await unchangedAfter(given, since, approvedAt)).toBe(false));

  it('never approved', async () => {
    const { request, dependencies } = setUp({ supervisor: { skip_unchanged: true } });
    const asked = await request();
    const project = await locateProject(asked, dependencies);
    expect(await isUnchanged({ ...asked, project }, dependencies)).toBe(false);
  });
});

describe('claims', () => {
  const said = { last_assistant_message: 'It is done. All tests pass.' };
  const failedRun = (folder: string, command = 'npm test') =>
    [
      { type: 'user', message: { role: 'user', content: 'do it' } },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', id: 'run', name: 'Bash', input: { command } }] },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'run', is_error: true, content: 'Exit code 1\nno' }],
        },
      },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'text', text: said.last_assistant_message }] },
      },
    ]
      .map((entry, i) => ({ ...entry, timestamp: at(Date.now() - HOUR + i), cwd: folder, sessionId: SESSION }))
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join('');
  function claiming(given: Given, command?: string) {
    const set = setUp({ ...given, event: { ...said, ...given.event } });
    write(set.transcript, failedRun(set.folder, command));
    return set;
  }

  it('"block": what the session contradicts is sent back at once, with what was said, the run and what to do', async () => {
    const { judge, steps, requests } = claiming({ supervisor: { claims: 'block' } });
    const { outcome, evidence, treeFingerprint } = await judge();
    expect(outcome).toEqual({
      kind: 'claims',
      claims: [expect.objectContaining({ kind: 'test', status: 'contradicted' })],
      feedback: expect.stringMatching(
        /^Your last message says: "All tests pass\." But the last test run \(npm test\) failed/,
      ),
    });
    expect([steps, requests]).toEqual([[], []]);
    // For a stall, and for `ccc review`.
    expect(treeFingerprint).not.toBe('');
    expect(evidence?.claims).toHaveLength(1);
  });

  it('"tell", the default: the reviewer decides', async () => {
    const { judge, steps } = claiming({});
    expect((await judge()).outcome.kind).toBe('review');
    expect(steps).toEqual(['review', 'evidence']);
  });

  it.each<[why: string, given: Given]>([
    ['what is not claimed', { event: { last_assistant_message: 'The tests fail.' } }],
    ['another event', { event: { hook_event_name: 'SubagentStop', agent_type: 'Explore' } }],
    ['a check that has just passed', { supervisor: { checks: [check('test', 'npm test || true')] } }],
  ])('%s goes on to the review, with evidence that was read once', async (_, given) => {
    const { judge, requests } = claiming({ ...given, supervisor: { claims: 'block', ...given.supervisor } });
    const { outcome, evidence } = await judge();
    expect(outcome.kind).toBe('review');
    expect(requests).toHaveLength(1);
    expect(evidence).toBeDefined();
  });

  it('a failing check and a used-up budget come first', async () => {
    const red = claiming({ supervisor: { claims: 'block', checks: [check('red', 'false')] } });
    expect((await red.judge()).outcome.kind).toBe('check');
    const spent = claiming({ supervisor: { claims: 'block', max_cost_usd: 0.01 } });
    write(
      spent.paths.journal,
      `${JSON.stringify({ supervisor_id: 'x', session_id: SESSION, event: 'Stop', verdict: 'allow', cause: 'review', feedback: '', time: at(0), cost_usd: 1 })}\n`,
    );
    expect((await spent.judge()).outcome.kind).toBe('limit');
  });

  it('a runner that the configuration names is one', async () => {
    const runners = [{ command: './dev g*', kind: 'test' }];
    const known = claiming({ supervisor: { claims: 'block', runners } }, './dev go');
    expect((await known.judge()).outcome.kind).toBe('claims');
    const unknown = claiming({ supervisor: { claims: 'block' } }, './dev go');
    expect((await unknown.judge()).outcome.kind).toBe('review');
  });

  it('an interruption while the evidence is read is one', async () => {
    let interrupt: (signal: string) => void = () => {};
    const interruptedBy = new Promise<string>((resolve) => {
      interrupt = resolve;
    });
    const { judge, dependencies, requests } = claiming({ supervisor: { claims: 'block' }, interruptedBy });
    // Asked for the first time where the evidence is computed, for how long that may take.
    dependencies.elapsedMs = () => {
      interrupt('SIGTERM');
      return 0;
    };
    expect((await judge()).outcome).toMatchObject({ kind: 'review', review: { verdict: { cause: 'interrupted' } } });
    expect(requests).toEqual([]);
  });
});
