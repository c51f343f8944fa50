import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findClaude } from '../claude/executable.ts';
import { objectIn, readSettingsSources } from '../claude/settings-files.ts';
import { awaitTranscript, projectOf, spentIn } from '../claude/transcript.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { codeOf, Problem } from '../problem.ts';
import type { HookInput } from '../protocol/input.ts';
import type { Log } from '../store/log.ts';
import { writePrivate } from '../store/private-file.ts';
import { hostTag, isRunning } from '../store/running.ts';
import { failed } from '../supervisor/verdict.ts';
import type { Words } from '../words/words.ts';
import { startReviewer } from './agent-sdk.ts';
import { brief } from './brief.ts';
import { type Credentials, credentialsFor } from './credentials.ts';
import { type Interview, interview } from './interview.ts';
import { reviewPrompt } from './prompt.ts';
import { type Review, type Reviewer, type ReviewRequest, unreviewed } from './reviewer.ts';

export interface ReviewerNeeds {
  env: Env;
  paths: Paths;
  words: Words;
  log: Log;
  cwd: string;
  elapsedMs(): number;
  interrupted: Promise<string>;
}

/** The reviewer on the Agent SDK: a fork of the worker's session, or a fresh one where there is none to fork. */
export function sdkReviewer(needs: ReviewerNeeds): Reviewer {
  return async (request) => {
    try {
      return await review(needs, request);
    } catch (error) {
      needs.log('the review broke off', { error: (error as Error).stack ?? String(error) });
      if (error instanceof Problem) return unreviewed(failed('client', error.words));
      const code = codeOf(error);
      const notStarted = code !== undefined && ['ENOEXEC', 'EACCES', 'ENOENT', 'E2BIG'].includes(code);
      return unreviewed(
        notStarted ? failed('client', needs.words.notStarted(code)) : failed('internal', String(error)),
      );
    }
  };
}

async function review(needs: ReviewerNeeds, request: ReviewRequest): Promise<Review> {
  const { env, paths, words } = needs;
  const claude = findClaude(env, words);
  const transcript = await transcriptOf(request.input, paths);
  const credentials = credentialsFor(env, await workerSettings(needs));
  const settingsFile = handOver(paths, credentials);
  try {
    const forked = transcript && (await run('fork', transcript));
    return forked && !forked.unresumable ? forked.review : (await run('fresh')).review;
  } finally {
    if (settingsFile) rmSync(settingsFile, { force: true });
  }

  async function run(context: 'fork' | 'fresh', session?: string): Promise<{ review: Review; unresumable: boolean }> {
    const { input, count, max, deadlines } = request;
    const cwd = folderOf(needs, request, session);
    const conversation = await startReviewer({
      claude,
      cwd,
      alsoRead: input.cwd && isFolder(input.cwd) && isOutside(cwd, input.cwd) ? [input.cwd] : [],
      env: credentials.env,
      settingsFile,
      resume: session && input.session_id,
      effort: session ? effortOf(input.effort?.level) : undefined,
      log: needs.log,
    });
    const boundary = randomBytes(6).toString('hex');
    const prompt = `${reviewPrompt(paths.prompt, needs.log)}\n\n${brief({ input, count, max, context, boundary })}`;
    const held = await interview(conversation, { ...needs, prompt, deadlines });
    if (held.unresumable) needs.log('the session could not be resumed; a fresh reviewer judges', { session });
    return { review: reviewOf(held, context, session), unresumable: held.unresumable && context === 'fork' };
  }
}

function transcriptOf(input: HookInput, paths: Paths): Promise<string | undefined> {
  const last = { message: input.last_assistant_message, toolUseId: input.tool_use_id };
  return awaitTranscript(input.session_id, input.transcript_path, paths.claudeDir, last);
}

function reviewOf(held: Interview, context: 'fork' | 'fresh', session: string | undefined): Review {
  const { verdict, totalUsd, tokens, model, turns } = held;
  const before = session && totalUsd !== null ? spentIn(session) : 0;
  return { verdict, tokens, model, turns, context, costUsd: totalUsd === null ? null : Math.max(0, totalUsd - before) };
}

/** The session belongs to the folder it was started in, wherever the worker has gone since. */
function folderOf({ env, cwd }: ReviewerNeeds, { input }: ReviewRequest, session: string | undefined): string {
  const candidates = [env.projectDir, session && projectOf(session), input.cwd, cwd];
  return candidates.find((dir): dir is string => !!dir && isFolder(dir)) ?? cwd;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

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
async function workerSettings({ env, paths, cwd }: ReviewerNeeds): Promise<unknown> {
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
