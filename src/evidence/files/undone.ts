import { effectsOf, type FileEffects } from '../commands/file-effects.ts';
import type { KindRun } from '../commands/kind-run.ts';
import type { History } from '../history.ts';
import { isAfter } from '../moment.ts';
import { contentsWhen } from './changed-after.ts';
import type { ProjectPaths } from './changed-files.ts';

/**
 * A run failed on code that was changed for it: an earlier one had passed, then a file was changed, and after the failure
 * it was put back, or changed by a command of which nobody knows what it left. Then it says nothing of what is there now.
 */
export function isUndone(run: KindRun, history: History, project: ProjectPaths): boolean {
  if (run.outcome.kind !== 'failed') return false;
  const passed = history.runs.passedBefore(run);
  if (!passed) return false;
  const full = (path: string) => project.absolutePath(path);
  const named = (effects: FileEffects | undefined) =>
    effects ? [...effects.written, ...effects.restored].map(full) : [];
  const byCommands = (isWanted: (each: History['effects'][number]) => boolean) =>
    history.effects.filter(isWanted).flatMap(({ effects }) => named(effects));
  // A command that failed did what stands before the run.
  const inLine = named(effectsOf(run, { outcome: { kind: 'ok' }, output: '' }));
  const before = new Set([
    ...byCommands(({ moment }) => isAfter(moment, passed.ended) && !isAfter(moment, run.ended)),
    ...inLine,
  ]);
  const after = new Set([...byCommands(({ moment }) => isAfter(moment, run.ended)), ...named(run.behind?.effects)]);
  const files = [...history.edits.files.values()].map((file) => ({ ...file, full: full(file.path) }));
  for (const { full: path, versions } of files) {
    const later = versions.filter(({ moment }) => isAfter(moment, run.ended));
    const between = versions.some(({ moment }) => isAfter(moment, passed.ended) && !isAfter(moment, run.ended));
    if (between) before.add(path);
    const left = later.at(-1)?.after;
    const wasSame = contentsWhen(passed, path, versions, history, project);
    // What an edit leaves is known, unless what was there before it is not.
    if (later.length > 0 && (left === undefined || wasSame.length === 0 || wasSame.includes(left))) after.add(path);
  }
  return [...after].some((path) => before.has(path));
}
