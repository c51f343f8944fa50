import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findClaude } from '../claude/executable.ts';
import { objectIn, readSettingsSources } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { FACTS_BYTES } from '../evidence/render/text.ts';
import type { HookInput } from '../hook/protocol/input.ts';
import { failed, isInterrupted } from '../hook/rules/verdict.ts';
import { programMessages } from '../i18n/program.ts';
import { reviewerMessages } from '../i18n/reviewer.ts';
import { isFolder } from '../platform/folders.ts';
import type { Log } from '../platform/log.ts';
import { writePrivate } from '../platform/private-file.ts';
import { hostTag, isRunning } from '../platform/process-alive.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { costSoFar, type SessionInfo } from '../transcript/session-info.ts';
import { type ReviewerContext, startReviewer } from './agent-sdk.ts';
import { type ContextKind, chooseContext, fitFacts, OWN_CONTEXT, roomForFacts } from './context.ts';
import { type Credentials, credentialsFor, credentialsOf } from './credentials.ts';
import { describeEvent } from './describe-event.ts';
import { type LoopResult, reviewLoop } from './loop.ts';
import { failedReview, type Review, type Reviewer, type ReviewerChoice, type ReviewRequest } from './review.ts';
import type { ReviewerSession } from './reviewer-session.ts';

export interface ReviewerDependencies {
  env: Env;
  paths: Paths;
  log: Log;
  cwd: string;
  elapsedMs(): number;
  interrupted: Promise<string>;
}

export interface SdkReviewer {
  review: Reviewer;
  /** Ends what an interrupted review has left running. To be called once the event has been answered. */
  end(): Promise<void>;
}

/** The reviewer on the Agent SDK: a fork of the worker's session, or a fresh one where there is none to fork. */
export function sdkReviewer(needs: ReviewerDependencies): SdkReviewer {
  const open: OpenSession = { session: undefined };
  return {
    review: async (request) => {
      try {
        return await review(needs, request, open);
      } catch (error) {
        needs.log('the review broke off', { error: (error as Error).stack ?? String(error) });
        if (error instanceof UserError) return failedReview(failed('client', error.text));
        const code = errorCode(error);
        const notStarted = code !== undefined && ['ENOEXEC', 'EACCES', 'ENOENT', 'E2BIG'].includes(code);
        return failedReview(
          notStarted
            ? failed('client', programMessages[needs.env.language].notStarted(code))
            : failed('internal', String(error)),
        );
      }
    },
    end: async () => open.session?.end(),
  };
}

/** The session that is not ended yet, if there is one. */
interface OpenSession {
  session: ReviewerSession | undefined;
}

async function review(needs: ReviewerDependencies, request: ReviewRequest, open: OpenSession): Promise<Review> {
  const { env, paths } = needs;
  const { session, choice } = request;
  const claude = findClaude(env);
  const worker = await workerSettings(needs);
  const credentials = choice.provider ? credentialsOf(choice.provider, env, worker) : credentialsFor(env, worker);
  const settingsFile = handOver(paths, credentials);
  try {
    const context = chooseContext(session && { bytes: session.bytes, tokens: session.lastAnswer.tokens }, {
      context: request.context,
      otherProvider: choice.elsewhere,
      otherModel: choice.model !== undefined,
    });
    const held = await run(context);
    if (context !== 'fork' || !held.unforkable) return held.review;
    needs.log('the session cannot be judged as a fork', { transcript: session?.transcript, why: held.unforkable });
    return (await run(held.unforkable === 'too-long' ? 'evidence' : 'fresh')).review;
  } finally {
    if (settingsFile) rmSync(settingsFile, { force: true });
  }

  async function run(context: ContextKind): Promise<{ review: Review; unforkable: LoopResult['unforkable'] }> {
    const { input, folder, deadlines, maxUsd } = request;
    const spent = context === 'fork' && session ? costSoFar(session) : 0;
    const messages = reviewerMessages[env.language];
    const starting = startReviewer({
      claude,
      cwd: folder,
      alsoRead: alsoRead(folder, [
        input.cwd,
        context === 'evidence' && session ? dirname(session.transcript) : undefined,
      ]),
      env: credentials.env,
      settingsFile,
      seat: context === 'fork' ? forkOf(input) : OWN_CONTEXT,
      model: modelFor(choice, context === 'evidence' ? session : undefined),
      maxUsd: maxUsd === undefined ? undefined : spent + maxUsd,
      log: needs.log,
    }).then((reviewer) => {
      open.session = reviewer;
      return reviewer;
    });
    // A hook that is told to end waits neither for the SDK to load nor for the facts.
    const ready = await Promise.race([Promise.all([starting, promptFor(request, context)]), needs.interrupted]);
    if (typeof ready === 'string')
      return { review: failedReview(failed('interrupted', messages.interrupted(ready))), unforkable: undefined };
    const [reviewer, prompt] = ready;
    const held = await reviewLoop(reviewer, { ...needs, messages, prompt, deadlines });
    if (!isInterrupted(held.verdict)) open.session = undefined;
    return { review: reviewOf(held, context, spent), unforkable: held.unforkable };
  }
}

/** On a fork the facts stand beside the conversation; else they stand for it, and all has to fit into one small request. */
async function promptFor(request: ReviewRequest, context: ContextKind): Promise<string> {
  const { input, count, max, session, prompt, notes } = request;
  const transcript = session?.transcript;
  const boundary = randomBytes(6).toString('hex');
  const facts = await request.facts();
  const whole = (text: string) =>
    `${prompt}\n\n${describeEvent({ input, count, max, context, boundary, transcript, notes, facts: text })}`;
  return whole(context === 'fork' ? facts(FACTS_BYTES) : fitFacts(roomForFacts(whole('')), facts));
}

const forkOf = ({ session_id, effort }: HookInput): ReviewerContext => ({
  kind: 'fork',
  session: session_id,
  effort: effortOf(effort?.level),
});

/**
 * A provider may name its model among its settings, of which the reviewer gets no others. A fork has the worker's own
 * already; by the facts it is taken from the transcript, unless it is another service's.
 */
function modelFor(
  { provider, elsewhere, model }: ReviewerChoice,
  session: SessionInfo | undefined,
): string | undefined {
  const named = provider?.settings.model;
  if (model || (typeof named === 'string' && named)) return model || (named as string);
  return elsewhere ? undefined : session?.lastAnswer.model;
}

function reviewOf(held: LoopResult, context: ContextKind, before: number): Review {
  const { totalUsd, unforkable: _, ...rest } = held;
  return { ...rest, context, costUsd: totalUsd === null ? null : Math.max(0, totalUsd - before) };
}

/** Folders beside the session's own: where the worker has gone, where the transcript is. */
const alsoRead = (folder: string, others: (string | undefined)[]) =>
  others.filter((other): other is string => !!other && isFolder(other) && isOutside(folder, other));

function isOutside(folder: string, path: string): boolean {
  return relative(folder, path).startsWith('..');
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** The worker's own effort: another one would change the request and lose the prompt cache. */
const effortOf = (level: string | undefined) => (level && EFFORTS.includes(level) ? level : undefined);

/**
 * Where the worker's helpers are. Under a provider of ours in the launch's own settings alone: the user's print keys that
 * are not for that host. The same where a launch, or the project, has another helper than the user; a project's own is
 * not run by us, so then there is none.
 */
async function workerSettings({ env, paths, cwd }: ReviewerDependencies): Promise<unknown> {
  const file = paths.ownLaunch(env.launchSettings);
  const launch = file === undefined ? undefined : await objectIn(file);
  if (env.provider !== undefined || launch?.apiKeyHelper) return launch;
  const sources = await readSettingsSources(paths, env.projectDir ?? cwd);
  const user = sources.find(({ scope }) => scope === 'user')?.value;
  const foreign = sources.some(({ scope, value }) => scope !== 'user' && value.apiKeyHelper !== undefined);
  return user && foreign ? { ...user, apiKeyHelper: undefined } : user;
}

/** A file, because a command line can be read by everyone on the machine. Removed when the review ends. */
function handOver(paths: Paths, credentials: Credentials): string | undefined {
  sweep(paths);
  if (!credentials.settings) return undefined;
  const file = paths.reviewerSettings(`${hostTag()}.${process.pid}`);
  writePrivate(file, JSON.stringify(credentials.settings));
  return file;
}

/** Removes what a hook that was killed outright could not. */
function sweep(paths: Paths): void {
  for (const name of existsSync(paths.dir) ? readdirSync(paths.dir) : []) {
    const [, host, pid] = /^reviewer-(.+)\.(\d+)\.settings\.json$/.exec(name) ?? [];
    if (host === hostTag() && !isRunning(Number(pid))) rmSync(join(paths.dir, name), { force: true });
  }
}
