import type { HookDependencies } from '../../../src/hook/dependencies.ts';
import { isUnchanged, type JudgeDependencies, judgeEvent, locateProject } from '../../../src/hook/judge.ts';
import type { Review } from '../../../src/review/review.ts';

/** The real judging, with a reviewer and surroundings of the test's. */
export const judgeWith =
  (given: Omit<JudgeDependencies, 'log' | 'paths' | 'addSecrets' | 'interruptedBy'>): HookDependencies['judge'] =>
  async (log, paths) => {
    const dependencies = { ...given, log, paths, addSecrets: () => {}, interruptedBy: new Promise<string>(() => {}) };
    return {
      locateProject: (request) => locateProject(request, dependencies),
      isUnchanged: (request) => isUnchanged(request, dependencies),
      judgeEvent: (request) => judgeEvent(request, dependencies),
    };
  };

/** What a review of one turn came to. */
export const reviewOf = (verdict: Review['verdict'], more: Partial<Review> = {}): Review => ({
  verdict,
  costUsd: 0.02,
  tokens: null,
  model: 'model-x',
  context: 'fork',
  turns: 1,
  outOfToolRounds: false,
  wait: null,
  ...more,
});
