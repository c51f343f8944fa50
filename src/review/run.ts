import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findClaude } from '../claude/executable.ts';
import { readJsonObject, readSettingsSources } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { MAX_EVIDENCE_BYTES } from '../evidence/render/text.ts';
import type { HookInput } from '../hook/protocol/input.ts';
import { failed, isInterrupted } from '../hook/rules/verdict.ts';
import { programMessages } from '../i18n/program.ts';
import { reviewerMessages } from '../i18n/reviewer.ts';
import { isFolder, isWithin } from '../platform/folders.ts';
import type { Log } from '../platform/log.ts';
import { writePrivate } from '../platform/private-file.ts';
import { hostTag, isRunning } from '../platform/process-alive.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { costSoFar, type SessionInfo } from '../transcript/session-info.ts';
import { startReviewer } from './agent-sdk.ts';
import {
  type ContextKind,
  chooseContext,
  evidenceBudget,
  fitEvidence,
  OWN_CONTEXT,
  type ReviewerContext,
} from './context.ts';
import { type Credentials, providerCredentials, withProjectApi, workerCredentials } from './credentials.ts';
import { describeEvent } from './describe-event.ts';
import { type LoopOptions, type LoopResult, reviewLoop } from './loop.ts';
import { failedReview, type Review, type Reviewer, type ReviewerChoice, type ReviewRequest } from './review.ts';
import type { ReviewerSession } from './session.ts';

export interface ReviewerDependencies {
  env: Env;
  paths: Paths;
  log: Log;
  cwd: string;
  elapsedMs(): number;
  interruptedBy: Promise<string>;
  /** For a user who waits at a terminal. */
  onWait?: LoopOptions['onWait'];
}

export interface SdkReviewer {
  review: Reviewer;
  /** Ends the session of an interrupted review. To be called once the event has been answered. */
  end(): Promise<void>;
}

/** The reviewer that runs on the Agent SDK. */
export function sdkReviewer(dependencies: ReviewerDependencies): SdkReviewer {
  const open: OpenSession = { reviewer: undefined };
  return {
    review: async (request) => {
      try {
        return await review(dependencies, request, open);
      } catch (error) {
        dependencies.log('the review failed', { error: (error as Error).stack ?? String(error) });
        if (error instanceof UserError) return failedReview(failed('client', error.text));
        const code = errorCode(error);
        const notStarted = code !== undefined && ['ENOEXEC', 'EACCES', 'ENOENT', 'E2BIG'].includes(code);
        return failedReview(
          notStarted
            ? failed('client', programMessages[dependencies.env.language].notStarted(code))
            : failed('internal', String(error)),
        );
      }
    },
    end: async () => open.reviewer?.end(),
  };
}

/** The session that has not been ended yet, if there is one. */
interface OpenSession {
  reviewer: ReviewerSession | undefined;
}

async function review(dependencies: ReviewerDependencies, request: ReviewRequest, open: OpenSession): Promise<Review> {
  const { env, paths } = dependencies;
  const { workerSession, choice } = request;
  const claude = findClaude(env);
  const settings = await workerSettings(dependencies, choice.usesProjectEnv === true);
  const credentials = choice.provider
    ? providerCredentials(choice.provider, env, settings)
    : workerCredentials(choice.usesProjectEnv ? withProjectApi(env) : env, settings);
  const settingsFile = writeSettingsFile(paths, credentials);
  try {
    const size = workerSession && { bytes: workerSession.bytes, tokens: workerSession.lastAnswer.tokens };
    const context = chooseContext(size, {
      context: request.context,
      otherProvider: choice.isOtherService,
      otherModel: choice.model !== undefined,
    });
    const result = await reviewWith(context);
    if (context !== 'fork' || !result.unforkable) return result.review;
    dependencies.log('the session cannot be reviewed as a fork', {
      transcript: workerSession?.transcript,
      why: result.unforkable,
    });
    return (await reviewWith(result.unforkable === 'too-long' ? 'evidence' : 'fresh')).review;
  } finally {
    if (settingsFile) rmSync(settingsFile, { force: true });
  }

  async function reviewWith(context: ContextKind): Promise<{ review: Review; unforkable: LoopResult['unforkable'] }> {
    const { input, folder, deadlines, maxUsd } = request;
    const spent = context === 'fork' && workerSession ? costSoFar(workerSession) : 0;
    const messages = reviewerMessages[env.language];
    const starting = startReviewer({
      claude,
      cwd: folder,
      additionalFolders: additionalFolders(folder, [
        input.cwd,
        context === 'evidence' && workerSession ? dirname(workerSession.transcript) : undefined,
      ]),
      env: credentials.env,
      settingsFile,
      sessionsFolder: paths.claudeSessions,
      context: context === 'fork' ? forkOf(input) : OWN_CONTEXT,
      model: modelFor(choice, context === 'evidence' ? workerSession : undefined),
      maxUsd: maxUsd === undefined ? undefined : spent + maxUsd,
      log: dependencies.log,
    }).then((reviewer) => {
      open.reviewer = reviewer;
      return reviewer;
    });
    // An interrupted hook waits neither for the SDK to load nor for the evidence.
    const ready = await Promise.race([
      Promise.all([starting, promptFor(request, context)]),
      dependencies.interruptedBy,
    ]);
    if (typeof ready === 'string')
      return { review: failedReview(failed('interrupted', messages.interrupted(ready))), unforkable: undefined };
    const [reviewer, prompt] = ready;
    const onWait: LoopOptions['onWait'] = (wait, delayMs) => {
      dependencies.log('waiting for the API', { ...wait, delayMs });
      dependencies.onWait?.(wait, delayMs);
    };
    const result = await reviewLoop(reviewer, { ...dependencies, messages, prompt, deadlines, onWait });
    if (!isInterrupted(result.verdict)) open.reviewer = undefined;
    return { review: reviewOf(result, context, spent), unforkable: result.unforkable };
  }
}

/** On a fork the evidence adds to the conversation. Otherwise it replaces it, and all has to fit into a small request. */
async function promptFor(request: ReviewRequest, context: ContextKind): Promise<string> {
  const { input, count, max, workerSession, prompt, notes, overruled, answerQuestions, approvesPlans } = request;
  const transcript = workerSession?.transcript;
  const boundary = randomBytes(6).toString('hex');
  const render = await request.evidence();
  const promptWith = (text: string) =>
    `${prompt}\n\n${describeEvent({ input, count, max, context, boundary, transcript, notes, overruled, answerQuestions, approvesPlans, evidence: text })}`;
  return promptWith(
    context === 'fork' ? render(MAX_EVIDENCE_BYTES) : fitEvidence(evidenceBudget(promptWith('')), render),
  );
}

const forkOf = ({ session_id, effort }: HookInput): ReviewerContext => ({
  kind: 'fork',
  sessionId: session_id,
  effort: effortOf(effort?.level),
});

/**
 * The explicit model, else the provider's (its other settings do not reach the reviewer), else the one in the transcript if
 * the service is the worker's. Undefined: the client decides; a fork resumes with the worker's model.
 */
function modelFor(
  { provider, isOtherService, model }: ReviewerChoice,
  workerSession: SessionInfo | undefined,
): string | undefined {
  if (model) return model;
  const providerModel = provider?.settings.model;
  if (typeof providerModel === 'string' && providerModel) return providerModel;
  return isOtherService ? undefined : workerSession?.lastAnswer.model;
}

function reviewOf(result: LoopResult, context: ContextKind, spentBefore: number): Review {
  const { totalUsd, unforkable: _, ...rest } = result;
  return { ...rest, context, costUsd: totalUsd === null ? null : Math.max(0, totalUsd - spentBefore) };
}

/** Folders outside of the session's own: the worker's current folder, and the transcript's. */
const additionalFolders = (folder: string, others: (string | undefined)[]) =>
  others.filter((other): other is string => !!other && isFolder(other) && !isWithin(folder, other));

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** The worker's own effort: another one would change the request and miss the prompt cache. */
const effortOf = (level: string | undefined) => (level && EFFORTS.includes(level) ? level : undefined);

/**
 * The settings with the worker's authentication. Under one of our providers these are the launch's settings alone: the
 * user's helpers print keys for another host. The same goes for a launch with its own `apiKeyHelper`. Nothing of a
 * project's settings is used: neither its programs nor the host it names.
 */
async function workerSettings({ env, paths, cwd }: ReviewerDependencies, usesProjectEnv: boolean): Promise<unknown> {
  const file = paths.ownLaunch(env.launchSettings);
  const launch = file === undefined ? undefined : await readJsonObject(file);
  if (env.provider !== undefined || launch?.apiKeyHelper) return launch;
  const sources = await readSettingsSources(paths, env.projectDir ?? cwd);
  const user = sources.find(({ scope }) => scope === 'user')?.value;
  // Where the worker used another helper, and its host is used, the user's own key is for another one.
  const isOverridden = sources.some(
    ({ scope, value }) =>
      (scope === 'managed' || (usesProjectEnv && scope !== 'user')) && value.apiKeyHelper !== undefined,
  );
  return user && isOverridden ? { ...user, apiKeyHelper: undefined } : user;
}

/** A file, because everyone on the machine can read command lines. Removed when the review ends. */
function writeSettingsFile(paths: Paths, credentials: Credentials): string | undefined {
  removeStaleSettingsFiles(paths);
  if (!credentials.settings) return undefined;
  const file = paths.reviewerSettings(`${hostTag()}.${process.pid}`);
  writePrivate(file, JSON.stringify(credentials.settings));
  return file;
}

/** Left behind by hooks that were killed. */
function removeStaleSettingsFiles(paths: Paths): void {
  for (const name of existsSync(paths.dir) ? readdirSync(paths.dir) : []) {
    const [, host, pid] = /^reviewer-(.+)\.(\d+)\.settings\.json$/.exec(name) ?? [];
    if (host === hostTag() && !isRunning(Number(pid))) rmSync(join(paths.dir, name), { force: true });
  }
}
