import { join } from 'node:path';
import type { Config } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { decisionOf, type ProjectContext } from '../hook/judgement.ts';
import type { SecretStore } from '../platform/redact.ts';
import { evidenceOf, verdictByFacts } from './facts.ts';
import type { CaseJudgement } from './run-cases.ts';
import type { CaseWorkspace } from './workspace.ts';

/** Scores the evidence alone. */
export async function judgeByFacts(workspace: CaseWorkspace): Promise<CaseJudgement> {
  const { verdict, decidedBy } = verdictByFacts(workspace.input, await evidenceOf(workspace));
  const feedback = decidedBy.map(({ text }) => text).join('\n');
  return { verdict, cause: 'facts', feedback, findings: decidedBy, model: null, costUsd: null };
}

/** What all reviews of a run have in common. */
export interface ReviewSetup {
  judge: Pick<typeof import('../hook/judge-bundle.ts'), 'judgeEvent' | 'sdkReviewer'>;
  config: Config;
  /** The provider that a session would be started with. */
  workersProvider: string | undefined;
  env: Env;
  paths: Paths;
  secrets: SecretStore;
  interruptedBy: Promise<string>;
}

/** The hook's own judgement of the event. Nothing of the case is run, and nothing is written but in its workspace. */
export async function judgeByReviewer(
  workspace: CaseWorkspace,
  leftUsd: number | undefined,
  { judge, config, workersProvider, env, paths, secrets, interruptedBy }: ReviewSetup,
): Promise<CaseJudgement> {
  const began = performance.now();
  const surroundings = {
    // Not the case's own folder: a repository's settings could name programs.
    env: { ...env, all: workspace.env, projectDir: workspace.root },
    cwd: workspace.root,
    // Verdicts that the journal has of this session are not part of the case.
    paths: { ...paths, journal: join(workspace.root, 'reviews.jsonl') },
    log: () => {},
    elapsedMs: () => performance.now() - began,
    interruptedBy,
  };
  const reviewer = judge.sdkReviewer(surroundings);
  const supervisor = supervisorForCase(config.supervisor, leftUsd);
  try {
    const judgement = await judge.judgeEvent(
      {
        ...{ input: workspace.input, config: { ...config, supervisor }, workersProvider },
        ...{ state: undefined, count: 1, persist: false, folderIsCopy: true },
        project: projectOf(workspace, supervisor),
      },
      { ...surroundings, addSecrets: secrets.add, review: reviewer.review },
    );
    const decision = decisionOf(judgement);
    const review = judgement.outcome.kind === 'review' ? judgement.outcome.review : undefined;
    return {
      ...decision,
      // A service that refuses a key may repeat it.
      feedback: secrets.redact(decision.feedback),
      findings: [],
      model: review?.model ?? null,
      costUsd: review?.costUsd ?? null,
    };
  } finally {
    await reviewer.end();
  }
}

/**
 * A case is data: no check runs, neither the user's, which are for another project, nor the case's. The context is always
 * `evidence`: the session is not in the client's storage, and so there is nothing that could be forked.
 */
const supervisorForCase = (supervisor: SupervisorConfig, leftUsd: number | undefined): SupervisorConfig => ({
  ...supervisor,
  checks: [],
  context: 'evidence',
  maxCostUsd: leftUsd,
  maxCostUsdPerDay: undefined,
});

/** Without the worker's model: it is the one of whoever recorded the case, and not what is to be measured. */
const projectOf = ({ folder, session, since }: CaseWorkspace, supervisor: SupervisorConfig): ProjectContext => ({
  folder,
  session: session && {
    ...session,
    ...(since && { startedAt: since.toISOString(), createdAt: undefined }),
    lastAnswer: { model: undefined, tokens: 0 },
  },
  trust: { kind: 'nothing' },
  supervisor,
});
