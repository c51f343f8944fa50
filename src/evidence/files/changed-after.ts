import { lstatSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { Changes } from '../../git/changes.ts';
import { isWithin } from '../../platform/folders.ts';
import type { FileEffects } from '../commands/file-effects.ts';
import type { KindRun } from '../commands/kind-run.ts';
import { removedBy } from '../commands/removals.ts';
import { partOfPath, partsOfProject } from '../commands/targets.ts';
import type { History } from '../history.ts';
import { isAfter } from '../moment.ts';
import { currentDigest, type ProjectPaths } from './changed-files.ts';
import { isCode, isNamedLikeCode, isOfEcosystem, isSurelyCode } from './file-kinds.ts';

/** What changed after a run. */
export interface ChangedAfter {
  /** Code, as paths that are shown. */
  files: string[];
  /** Commands that changed files without naming them. */
  commands: string[];
  /** The worker is known to have changed some of it, and the run was about that part of the project. */
  isCertain: boolean;
}

/** A session's last line may be written a little before what it did last. */
const AFTER_SESSION_MS = 10_000;
/** A file written within this time after a command ended was written by it. */
const SAME_COMMAND_MS = 1_000;

/**
 * What edit tools and commands changed after a run, and files whose times say that anything else did. A time alone is
 * never certain: `git stash pop` and a generator write the same content anew.
 */
export function changedAfter(
  run: KindRun,
  history: History,
  project: ProjectPaths,
  changes: Changes | undefined,
): ChangedAfter {
  const { edited, restored } = editsAfter(run, history, project);
  const { named, perhaps, byGit, formatters } = commandsAfter(run, history, project);
  const touched = touchedAfter(run, history, project, changes);
  const isCounted = (full: string) =>
    !restored.has(full) && project.isWithin(run.part.folder, full) && isCode(project.displayPath(full));
  const isKnown = (full: string) => isNamedLikeCode(full) || history.edits.files.has(full);
  const certain = [...edited, ...named.filter(isKnown)].filter(isCounted);
  const all = new Set([...certain, ...[...perhaps.filter(isKnown), ...touched].filter(isCounted)]);
  const shown = [...all].map((full) => project.displayPath(full));
  return {
    files: [...shown, ...formatters.map((command) => `\`${command}\``)],
    // Where git and the files can be looked at, they say more than the words of a command.
    commands: changes ? [] : byGit.map((command) => `\`${command}\``),
    isCertain: formatters.length > 0 || certain.filter(isSurelyCode).some(reachOf(run, project)),
  };
}

/** Whether a file belongs to the part of the project that was run: tests of `api` say nothing about `web`. */
function reachOf(
  { part: { folder, targets, ecosystem, tool } }: KindRun,
  project: ProjectPaths,
): (full: string) => boolean {
  const way = isAbsolute(folder) ? relative(project.absolutePath(''), folder).split('/') : [];
  // A folder of tests tests the whole.
  const isPart = way[0] !== '..' && partOfPath(way) !== undefined;
  const parts = partsOfProject(targets);
  return (full) => {
    if (isPart && !isWithin(folder, full)) return false;
    // A script of the project may run the tools of any ecosystem.
    if (tool !== undefined && !isOfEcosystem(ecosystem, full)) return false;
    const own = partOfPath(project.displayPath(full).split('/').slice(0, -1));
    return own === undefined || parts.length === 0 || parts.includes(undefined) || parts.includes(own);
  };
}

/** Files that edit tools changed; and of those the ones that are now as they were before. */
function editsAfter({ began, ended }: KindRun, { edits }: History, project: ProjectPaths) {
  const later = [...edits.files.values()]
    .filter(({ last }) => isAfter(last, began))
    .map((file) => ({ ...file, full: project.absolutePath(file.path) }));
  const restored = later.filter(({ first, before, full }) => isAfter(first, ended) && isContent(before, full, project));
  return { edited: later.map(({ full }) => full), restored: new Set(restored.map(({ full }) => full)) };
}

const isContent = (before: string | undefined, full: string, { exists }: ProjectPaths) =>
  exists && before !== undefined && before === currentDigest(full);

/** Files that commands name as written, removed or put back; and commands that changed files without naming them. */
function commandsAfter({ ended, part }: KindRun, history: History, project: ProjectPaths) {
  const effects = history.effects.filter(({ moment }) => isAfter(moment, ended)).map((each) => each.effects);
  const others = effects.flatMap(({ changedOthers }) => changedOthers ?? []).filter(isIn(part.folder));
  const by = (who: 'formatter' | 'git') => others.filter((each) => each.by === who).map(({ command }) => command);
  const unstashed = history.actions.findLast(({ action, done }) => action === 'unstash' && done !== false);
  const stashed = history.effects
    .filter(({ moment }) => isAfter(moment, ended) && !(unstashed && isAfter(unstashed.moment, moment)))
    .flatMap((each) => each.effects.stashed);
  return {
    named: [...withoutTemporary(effects, history), ...stashed].map((path) => project.absolutePath(path)),
    perhaps: effects.flatMap(({ restored }) => restored).map((path) => project.absolutePath(path)),
    byGit: by('git'),
    formatters: by('formatter'),
  };
}

const isIn =
  (folder: string) =>
  (other: { folder: string }): boolean =>
    isSameTree(other.folder, folder);

/** One of the two folders is in the other; a work tree beside it is another one. */
const isSameTree = (a: string, b: string) => a === '' || b === '' || isWithin(a, b) || isWithin(b, a);

/** Without files that were only made and removed again. */
function withoutTemporary(effects: readonly FileEffects[], { edits }: History): string[] {
  const seen = new Set<string>();
  const made = new Set<string>();
  for (const { written, removed } of effects) {
    for (const path of written) {
      if (!seen.has(path) && !edits.files.has(path)) made.add(path);
      seen.add(path);
    }
    for (const path of removed) {
      if (made.has(path)) seen.delete(path);
      else seen.add(path);
    }
  }
  return [...seen];
}

/** Files that the session, or git, calls changed, and whose times say that it was after the run. */
function touchedAfter(
  { ended }: KindRun,
  history: History,
  project: ProjectPaths,
  changes: Changes | undefined,
): string[] {
  if (!project.exists) return [];
  const later = history.runs.all().filter((each) => isAfter(each.ended, ended));
  const isRemoved = removedBy(later.map(({ command }) => command));
  const inGit = (changes?.files ?? []).flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  const known = [
    ...[...history.edits.files.keys()].map((path) => project.absolutePath(path)),
    ...inGit.map((path) => project.absoluteGitPath(path)),
  ];
  return known.filter((full) => {
    const at = modifiedAt(full);
    if (at === undefined) return isRemoved(full, project.displayPath(full));
    // What was written after the session is not the worker's.
    return at > ended.at + SAME_COMMAND_MS && at <= history.lastAt + AFTER_SESSION_MS;
  });
}

/** Undefined if it is gone. */
function modifiedAt(path: string): number | undefined {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
