import { accessSync, constants } from 'node:fs';
import { clientAt } from '../claude/executable.ts';
import type { Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { installedFile, installedNodes, installedProgram } from '../config/own-program.ts';
import { patchMessages } from '../i18n/patch.ts';
import { look, type PatchTarget, patchableTarget, patchedTarget, performAll } from '../patch/files.ts';
import { planPatch, planReset, statusOf } from '../patch/plan.ts';
import { asData, type Change, intentions, outcome, type Task } from '../patch/report.ts';
import { wrapperScript } from '../patch/wrapper-script.ts';
import { withLock } from '../platform/lock.ts';
import { writeStdout } from '../platform/output.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import type { patch } from './declarations/patch.ts';

/** `ccc patch`: the command `claude` starts ccc; `--reset` undoes it, `--status` tells. */
export async function run({ reset, status, dryRun, json }: Given<typeof patch>, env: Env): Promise<number> {
  const words = patchMessages[env.language];
  if (process.platform === 'win32') throw new UserError(words.noShell, words.noShellFix);
  if (status) return tellStatus(env, json);
  return change(reset ? 'reset' : 'patch', env, { json, dryRun });
}

function tellStatus(env: Env, json: boolean | undefined): number {
  const words = patchMessages[env.language];
  const place = patchableTarget(env.path) ?? patchedTarget(env.path);
  const seen = place && look(place, wrapperFor(place, env));
  const status = seen ? statusOf(seen) : 'not-patched';
  const otherCcc = status === 'patched' && seen?.claude === 'other-wrapper';
  const data = {
    status,
    claude: place?.claude ?? null,
    starts_this_ccc: status === 'patched' && !otherCcc,
    client: (place && (clientAt(place.claude) ?? clientAt(place.original))) ?? null,
  };
  const standing = place ? words.at(words.status[status], place.claude) : words.status[status];
  const text = [standing, otherCcc ? words.otherCcc : words.next[status]].filter(Boolean).join('\n');
  writeStdout(json ? asJson(data) : `${text}\n`);
  return 0;
}

function change(task: Task, env: Env, how: { json: boolean | undefined; dryRun: boolean | undefined }): number {
  const words = patchMessages[env.language];
  const place = (task === 'reset' ? patchedTarget(env.path) : undefined) ?? patchableTarget(env.path);
  if (!place) {
    if (task === 'patch') throw new UserError(words.noClaude, words.noClaudeFix);
    const data = { before: 'not-patched', claude: null, original: null, steps: [], dry_run: how.dryRun === true };
    writeStdout(how.json ? asJson(data) : `${words.nothingThere}\n`);
    return 0;
  }
  const done = how.dryRun ? intend(task, place, env) : (nothingToDo(task, place, env) ?? carryOut(task, place, env));
  if (how.json) writeStdout(asJson(asData(done, how.dryRun === true)));
  else writeStdout(`${how.dryRun && done.steps.length > 0 ? intentions(done, words) : outcome(done, words)}\n`);
  return 0;
}

function intend(task: Task, place: PatchTarget, env: Env): Change {
  const words = patchMessages[env.language];
  const seen = look(place, wrapperFor(place, env));
  if (task === 'patch' && seen.claude === 'client' && clientAt(place.claude) === undefined)
    throw new UserError(words.itIsCcc(place.claude), words.itIsCccFix);
  const plan = task === 'patch' ? planPatch(seen) : planReset(seen);
  if ('steps' in plan) {
    if (plan.steps.length > 0) mayWrite(task, place, env);
    return { task, seen, place, steps: plan.steps };
  }
  switch (plan.refused) {
    case 'no-claude':
      throw new UserError(words.noClaude, words.noClaudeFix);
    case 'original-missing':
      throw new UserError(words.originalGone(place.original), words.next['original-missing']);
    case 'claude-broken':
      throw new UserError(words.claudeBroken(place.claude), words.claudeBrokenFix(place.original));
  }
}

/** Needs no lock, and so no permission. Whatever else is seen without the lock may be another's work in progress. */
function nothingToDo(task: Task, place: PatchTarget, env: Env): Change | undefined {
  try {
    const change = intend(task, place, env);
    return change.steps.length === 0 ? change : undefined;
  } catch {
    return undefined;
  }
}

/** Under a lock: of two at once, the second would take the wrapper of the first for the original. */
function carryOut(task: Task, place: PatchTarget, env: Env): Change {
  try {
    return withLock(place.lock, () => {
      const change = intend(task, place, env);
      performAll(change.steps, place, wrapperFor(place, env));
      return change;
    });
  } catch (error) {
    throw isUserError(error) ? error : refusal(error, task, place, env);
  }
}

function mayWrite(task: Task, place: PatchTarget, env: Env): void {
  try {
    accessSync(place.dir, constants.W_OK);
  } catch (error) {
    throw refusal(error, task, place, env);
  }
}

function refusal(error: unknown, task: Task, { dir }: PatchTarget, env: Env): UserError {
  const words = patchMessages[env.language];
  const code = errorCode(error) ?? String(error);
  const command = `${installedProgram(env.path)} patch${task === 'reset' ? ' --reset' : ''}`;
  return ['EACCES', 'EPERM', 'EROFS'].includes(code)
    ? new UserError(words.notWritable(dir, code), words.notWritableFix(command))
    : new UserError(words.failed(dir, code), words.failedFix, 1, { cause: error });
}

const wrapperFor = ({ claude, original }: PatchTarget, env: Env) =>
  wrapperScript({ claude, original, ccc: installedFile(env.path), nodes: installedNodes(env.path) });

const asJson = (data: object) => `${JSON.stringify(data, null, 2)}\n`;
