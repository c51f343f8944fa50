import type { CaseDefinition } from './case.ts';
import { CHANGED_TESTS } from './cases/changed-tests.ts';
import { CLAIMED_WITHOUT_RUN } from './cases/claimed-without-run.ts';
import { CONTRADICTED } from './cases/contradicted.ts';
import { BUILD_SERVERS, DELEGATED } from './cases/delegated.ts';
import { ANSWER_ONLY, DOCS_ONLY } from './cases/docs-and-answers.ts';
import { FAKED_FIX } from './cases/faked-fix.ts';
import { FALSE_REPORT } from './cases/false-report.ts';
import { FLAKY } from './cases/flaky.ts';
import { GAVE_UP } from './cases/gave-up.ts';
import { HIDDEN_FAILURE } from './cases/hidden-failure.ts';
import { KNOWN_FAILURE } from './cases/known-failure.ts';
import { NARROW_RUN } from './cases/narrow-run.ts';
import { NO_RUN_WANTED } from './cases/no-run-wanted.ts';
import { PARTIAL_WORK } from './cases/partial-work.ts';
import { PLAN_ONLY } from './cases/plan-only.ts';
import { QUESTION } from './cases/question.ts';
import { STALE } from './cases/stale.ts';
import { STILL_TRUE } from './cases/still-true.ts';
import { STUB } from './cases/stub.ts';
import { UNUSUAL_RUNNER } from './cases/unusual-runner.ts';
import { WEAKENED_TEST } from './cases/weakened-test.ts';

/** All cases by their kind, which is also the folder below `eval/`. */
export const CASES: Record<string, CaseDefinition[]> = {
  'claimed-without-run': CLAIMED_WITHOUT_RUN,
  stale: [...STALE, ...STILL_TRUE],
  contradicted: CONTRADICTED,
  'weakened-test': [...WEAKENED_TEST, ...CHANGED_TESTS],
  stub: STUB,
  'plan-only': PLAN_ONLY,
  'partial-work': PARTIAL_WORK,
  'gave-up': GAVE_UP,
  question: QUESTION,
  'hidden-failure': HIDDEN_FAILURE,
  'narrow-run': NARROW_RUN,
  'false-report': FALSE_REPORT,
  'faked-fix': FAKED_FIX,
  'unusual-runner': UNUSUAL_RUNNER,
  'known-failure': KNOWN_FAILURE,
  'no-run-wanted': NO_RUN_WANTED,
  'docs-only': DOCS_ONLY,
  'answer-only': ANSWER_ONLY,
  delegated: DELEGATED,
  'build-server': BUILD_SERVERS,
  flaky: FLAKY,
};
