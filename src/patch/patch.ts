import { accessSync, constants } from 'node:fs';
import { clientAt } from '../claude/executable.ts';
import type { Env } from '../config/env.ts';
import { installedFile, installedNodes, installedProgram } from '../config/own-program.ts';
import { patchMessages } from '../i18n/patch.ts';
import { withLock } from '../platform/lock.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { type PatchFiles, type PatchStatus, type PatchStep, planPatch, planReset, statusOf } from './plan.ts';
import { type PatchTarget, patchableTarget, patchedTarget, performAll, readPatchFiles } from './target.ts';
import { wrapperScript } from './wrapper-script.ts';

export type PatchAction = 'patch' | 'reset';

/** What was found, and what was (or would be) done about it. */
export interface PatchChange {
  action: PatchAction;
  found: PatchFiles;
  steps: PatchStep[];
  target: PatchTarget;
}

export interface PatchState {
  status: PatchStatus;
  target: PatchTarget | undefined;
  /** Whether the patched `claude` starts another copy of ccc. */
  otherCcc: boolean;
  /** The client that `claude` starts in the end. */
  client: string | undefined;
}

export function patchState(env: Env): PatchState {
  const target = patchableTarget(env.path) ?? patchedTarget(env.path);
  const found = target && readPatchFiles(target, wrapperFor(target, env));
  const status = found ? statusOf(found) : 'not-patched';
  return {
    status,
    target,
    otherCcc: status === 'patched' && found?.claude === 'other-wrapper',
    client: target && (clientAt(target.claude) ?? clientAt(target.original)),
  };
}

/** Patches, or with `reset` undoes it. Undefined if there is no `claude` to reset. */
export function changePatch(action: PatchAction, dryRun: boolean, env: Env): PatchChange | undefined {
  const target = (action === 'reset' ? patchedTarget(env.path) : undefined) ?? patchableTarget(env.path);
  if (!target) {
    if (action === 'patch') throw noClaude(env);
    return undefined;
  }
  if (dryRun) return planChange(action, target, env);
  return nothingToDo(action, target, env) ?? applyChange(action, target, env);
}

function planChange(action: PatchAction, target: PatchTarget, env: Env): PatchChange {
  const messages = patchMessages[env.language];
  const found = readPatchFiles(target, wrapperFor(target, env));
  if (action === 'patch' && found.claude === 'client' && clientAt(target.claude) === undefined)
    throw new UserError(messages.itIsCcc(target.claude), messages.itIsCccFix, { code: 'claude-is-ccc' });
  const plan = action === 'patch' ? planPatch(found) : planReset(found);
  if ('steps' in plan) {
    if (plan.steps.length > 0) assertFolderWritable(action, target, env);
    return { action, found, target, steps: plan.steps };
  }
  switch (plan.refused) {
    case 'no-claude':
      throw noClaude(env);
    case 'original-missing':
      throw new UserError(messages.originalNotFound(target.original), messages.next['original-missing'], {
        code: 'original-missing',
      });
    case 'claude-broken':
      throw new UserError(messages.claudeBroken(target.claude), messages.claudeBrokenFix(target.original), {
        code: 'claude-broken',
      });
  }
}

const noClaude = ({ language }: Env) =>
  new UserError(patchMessages[language].noClaude, patchMessages[language].noClaudeFix, { code: 'no-claude' });

/**
 * A change without steps, which needs no lock and so no permission to write. Anything else that is seen without the lock
 * may be the unfinished work of another process.
 */
function nothingToDo(action: PatchAction, target: PatchTarget, env: Env): PatchChange | undefined {
  try {
    const change = planChange(action, target, env);
    return change.steps.length === 0 ? change : undefined;
  } catch {
    return undefined;
  }
}

/** Under a lock: a second patch at the same time would take the wrapper of the first for the original. */
function applyChange(action: PatchAction, target: PatchTarget, env: Env): PatchChange {
  try {
    return withLock(target.lock, () => {
      const change = planChange(action, target, env);
      performAll(change.steps, target, wrapperFor(target, env));
      return change;
    });
  } catch (error) {
    throw isUserError(error) ? error : systemError(error, action, target, env);
  }
}

function assertFolderWritable(action: PatchAction, target: PatchTarget, env: Env): void {
  try {
    accessSync(target.dir, constants.W_OK);
  } catch (error) {
    throw systemError(error, action, target, env);
  }
}

function systemError(error: unknown, action: PatchAction, { dir }: PatchTarget, env: Env): UserError {
  const messages = patchMessages[env.language];
  const code = errorCode(error) ?? String(error);
  const command = `${installedProgram(env.path)} patch${action === 'reset' ? ' --reset' : ''}`;
  return ['EACCES', 'EPERM', 'EROFS'].includes(code)
    ? new UserError(messages.notWritable(dir, code), messages.notWritableFix(command), { code: 'patch-not-writable' })
    : new UserError(messages.failed(dir, code), messages.failedFix, { code: 'patch-failed', cause: error });
}

const wrapperFor = ({ claude, original }: PatchTarget, env: Env) =>
  wrapperScript({ claude, original, ccc: installedFile(env.path), nodes: installedNodes(env.path) });
