import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type PatchMessages, patchMessages } from '../i18n/patch.ts';
import { changePatch, type PatchChange, type PatchState, patchState } from '../patch/patch.ts';
import { type PatchStep, statusOf } from '../patch/plan.ts';
import type { PatchTarget } from '../patch/target.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { UserError } from '../platform/user-error.ts';
import type { patch } from './declarations/patch.ts';

/** `ccc patch`: makes the command `claude` start ccc; `--reset` undoes it, `--status` shows what there is. */
export async function run({ reset, status, dryRun, json }: ParsedArguments<typeof patch>, env: Env): Promise<number> {
  const messages = patchMessages[env.language];
  if (process.platform === 'win32')
    throw new UserError(messages.noShell, messages.noShellFix, { code: 'no-posix-shell' });
  if (status) {
    const state = patchState(env);
    if (json) printJson(stateData(state));
    else writeStdout(`${stateText(state, messages)}\n`);
    return 0;
  }
  const change = changePatch(reset ? 'reset' : 'patch', dryRun, env);
  if (json) printJson(changeData(change, dryRun));
  else writeStdout(`${changeText(change, dryRun, messages)}\n`);
  return 0;
}

function stateText({ status, target, otherCcc }: PatchState, messages: PatchMessages): string {
  const where = messages.at(messages.status[status], target?.claude ?? messages.noClaudeFound);
  return [where, otherCcc ? messages.otherCcc : messages.next[status]].filter(Boolean).join('\n');
}

const stateData = ({ status, target, otherCcc, client }: PatchState) => ({
  status,
  claude: target?.claude ?? null,
  starts_this_ccc: status === 'patched' && !otherCcc,
  client: client ?? null,
});

function changeText(change: PatchChange | undefined, dryRun: boolean, messages: PatchMessages): string {
  if (!change) return messages.noClaudeOnPath;
  if (!dryRun || change.steps.length === 0) return outcomeText(change, messages);
  return change.steps.map((step) => stepText(step, change.target, messages)).join('\n');
}

function outcomeText({ action, found, target: { claude, original } }: PatchChange, messages: PatchMessages): string {
  const before = statusOf(found);
  if (action === 'patch')
    return {
      'not-patched': messages.patched(claude, original),
      patched: found.claude === 'other-wrapper' ? messages.renewed(claude) : messages.already(claude),
      'half-done': messages.finished(claude),
      'updated-since': messages.updated(claude),
      'original-missing': messages.originalNotFound(original),
    }[before];
  return {
    'not-patched': messages.notPatched(claude),
    patched: messages.restored(claude),
    'half-done': messages.undidInterrupted(claude),
    'updated-since': messages.removedAfterUpdate(claude),
    'original-missing': messages.originalMissing(claude),
  }[before];
}

function stepText(step: PatchStep, target: PatchTarget, messages: PatchMessages): string {
  switch (step.do) {
    case 'write':
      return messages.wouldWrite(target[step.path]);
    case 'rename':
      return messages.wouldRename(target[step.from], target[step.to]);
    case 'remove':
      return messages.wouldRemove(target[step.path]);
  }
}

function changeData(change: PatchChange | undefined, dryRun: boolean) {
  if (!change) return { before: 'not-patched', claude: null, original: null, steps: [], dry_run: dryRun };
  const { found, steps, target } = change;
  return {
    before: statusOf(found),
    claude: target.claude,
    original: target.original,
    steps: steps.map((step) =>
      step.do === 'rename'
        ? { do: step.do, from: target[step.from], to: target[step.to] }
        : { do: step.do, path: target[step.path] },
    ),
    dry_run: dryRun,
  };
}
