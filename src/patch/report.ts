import type { PatchMessages } from '../i18n/patch.ts';
import type { PatchTarget } from './files.ts';
import { type FoundFiles, type PatchStep, statusOf } from './plan.ts';

export type Task = 'patch' | 'reset';

/** What was there before, and what was done about it (or would be). */
export interface Change {
  task: Task;
  seen: FoundFiles;
  steps: PatchStep[];
  place: PatchTarget;
}

export function outcome({ task, seen, place }: Change, words: PatchMessages): string {
  const { claude, original } = place;
  const status = statusOf(seen);
  if (task === 'patch')
    return {
      'not-patched': words.patched(claude, original),
      patched: seen.claude === 'other-wrapper' ? words.renewed(claude) : words.already(claude),
      'half-done': words.finished(claude),
      'updated-since': words.updated(claude),
      'original-missing': words.originalGone(original),
    }[status];
  return {
    'not-patched': words.notPatched(claude),
    patched: words.back(claude),
    'half-done': words.backHalfDone(claude),
    'updated-since': words.backSinceUpdate(claude),
    'original-missing': words.backWithout(claude),
  }[status];
}

export const intentions = ({ steps, place }: Change, words: PatchMessages): string =>
  steps.map((step) => intention(step, place, words)).join('\n');

function intention(step: PatchStep, place: PatchTarget, words: PatchMessages): string {
  switch (step.do) {
    case 'write':
      return words.wouldWrite(place[step.path]);
    case 'rename':
      return words.wouldRename(place[step.from], place[step.to]);
    case 'remove':
      return words.wouldRemove(place[step.path]);
  }
}

export const asData = ({ seen, steps, place }: Change, dryRun: boolean) => ({
  before: statusOf(seen),
  claude: place.claude,
  original: place.original,
  steps: steps.map((step) =>
    step.do === 'rename'
      ? { do: step.do, from: place[step.from], to: place[step.to] }
      : { do: step.do, path: place[step.path] },
  ),
  dry_run: dryRun,
});
