import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NO_CONFIG } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { judgeByReviewer, type ReviewSetup } from '../../../src/eval/judge-case.ts';
import { readCase } from '../../../src/eval/read-case.ts';
import { openWorkspace } from '../../../src/eval/workspace.ts';
import type { JudgeDependencies, JudgeRequest } from '../../../src/hook/judge.ts';
import type { Judgement, JudgementOutcome } from '../../../src/hook/judgement.ts';
import { failed } from '../../../src/hook/rules/verdict.ts';
import { secretStore } from '../../../src/platform/redact.ts';
import { failedReview } from '../../../src/review/review.ts';
import { temporaryFolder } from '../folder.ts';
import { at, caseFile, transcriptLine, writeCase } from './case.ts';

const env = readEnv({ HOME: '/home/me', PATH: process.env.PATH, CLAUDE_PROJECT_DIR: '/home/me/project' });

const message = { role: 'assistant', model: 'claude-recorded', content: [], usage: { input_tokens: 9 } };
const ANSWERED = transcriptLine(1, { type: 'assistant', message });

/** What the judge is asked, and what comes of its answer. */
async function judged(outcome: JudgementOutcome, leftUsd?: number) {
  const folder = writeCase(temporaryFolder(), {
    'base/a.js': 'a',
    'transcript.jsonl': ANSWERED,
    'case.json': caseFile({ since: at(2) }),
  });
  const workspace = await openWorkspace(readCase({ name: 'it', folder }), env.all, undefined);
  const asked: { request?: JudgeRequest; dependencies?: JudgeDependencies; ended: number } = { ended: 0 };
  const setup: ReviewSetup = {
    judge: {
      sdkReviewer: () => ({
        review: () => Promise.reject(new Error('not asked')),
        end: async () => void asked.ended++,
      }),
      judgeEvent: async (request, dependencies) => {
        Object.assign(asked, { request, dependencies });
        return { outcome } as Judgement;
      },
    },
    config: {
      ...NO_CONFIG,
      supervisor: {
        ...NO_CONFIG.supervisor,
        ...{ context: 'fork', maxCostUsd: 5, maxCostUsdPerDay: 6, checks: [{ name: 'c', run: 'true' }] },
      },
    },
    ...{ workersProvider: 'glm', env, paths: pathsOf(env), secrets: secretStore(['the-secret-key']) },
    interruptedBy: new Promise(() => {}),
  };
  try {
    return { workspace, asked, judgement: await judgeByReviewer(workspace, leftUsd, setup) };
  } finally {
    workspace.remove();
  }
}

const reviewed = (verdict: 'allow' | 'block', feedback: string): JudgementOutcome => ({
  kind: 'review',
  review: { ...failedReview({ kind: verdict, feedback }), model: 'm', costUsd: 0.5 },
});

it('the case is judged on its evidence, without checks, state, trust and journal, and within what is left to spend', async () => {
  const { workspace, asked, judgement } = await judged(reviewed('block', 'Run them.'), 1.5);
  const { request, dependencies } = asked;
  expect(request).toMatchObject({
    ...{ state: undefined, count: 1, persist: false, folderIsCopy: true, workersProvider: 'glm' },
    input: { event: { name: 'Stop' }, cwd: workspace.folder },
    project: { folder: workspace.folder, trust: { kind: 'nothing' } },
  });
  const rules = { checks: [], context: 'evidence', maxCostUsd: 1.5, maxCostUsdPerDay: undefined };
  expect(request?.project?.supervisor).toMatchObject(rules);
  expect(request?.config.supervisor).toMatchObject(rules);
  // Neither the model nor the start of whoever recorded the case.
  expect(request?.project?.session).toMatchObject({ lastAnswer: { model: undefined }, startedAt: at(2) });
  expect(dependencies?.env.projectDir).toBe(workspace.root);
  expect(dependencies?.env.all.GIT_CONFIG_GLOBAL).toBe('/dev/null');
  expect(existsSync(dependencies?.paths.journal ?? '')).toBe(false);
  expect(dependencies?.elapsedMs()).toBeLessThan(60_000);
  expect(judgement).toEqual({
    ...{ verdict: 'block', cause: 'review', feedback: 'Run them.', findings: [], model: 'm', costUsd: 0.5 },
  });
  expect(asked.ended).toBe(1);
});

it('a failure is no verdict, and repeats no key', async () => {
  const outcome: JudgementOutcome = { kind: 'review', review: failedReview(failed('api', '401 the-secret-key')) };
  const { judgement } = await judged(outcome);
  expect(judgement).toMatchObject({ verdict: 'failed', cause: 'api', feedback: '401 [redacted]', costUsd: null });
});
