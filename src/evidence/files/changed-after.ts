import { lstatSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import type { Changes } from '../../git/changes.ts';
import { isWithin } from '../../platform/folders.ts';
import { type FileEffects, mayChangeFilesFrom } from '../commands/file-effects.ts';
import type { KindRun } from '../commands/kind-run.ts';
import { removedBy } from '../commands/removals.ts';
import { partOfPath, partsOfProject } from '../commands/targets.ts';
import type { History } from '../history.ts';
import { isAfter, type Moment } from '../moment.ts';
import { currentDigest, type ProjectPaths } from './changed-files.ts';
import type { FileVersion } from './edits.ts';
import { isCode, isKeptCode, isNamedLikeCode, isOfEcosystem, isSurelyCode } from './file-kinds.ts';

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
  const mayBeSame = perhapsSame(history, project, changes);
  const { named, perhaps, byGit, formatters } = commandsAfter(run, history, project);
  const touched = touchedAfter(run, history, project, changes);
  // A file that git keeps was not left there by a program, whatever its folder is called.
  const kept = keptByGit(project, changes);
  const isCounted = (full: string) =>
    !restored.has(full) &&
    project.isWithin(run.part.folder, full) &&
    (isCode(project.displayPath(full)) || (kept.has(full) && isKeptCode(project.displayPath(full))));
  const isKnown = (full: string) => isNamedLikeCode(full) || history.edits.files.has(full);
  const certain = [...edited, ...named.filter(isKnown)].filter(isCounted);
  const inFolders = changedFilesIn(named, history, project, changes);
  const all = new Set([...certain, ...[...perhaps.filter(isKnown), ...inFolders, ...touched].filter(isCounted)]);
  const folders = refilledAfter(run, history, project);
  const shown = [...[...all].map((full) => project.displayPath(full)), ...folders];
  return {
    files: [...shown, ...formatters.map((command) => `\`${command}\``)],
    // Where git and the files can be looked at, they say more than the words of a command.
    commands: changes ? [] : byGit.map((command) => `\`${command}\``),
    isCertain:
      formatters.length > 0 ||
      certain
        .filter((full) => isSurelyCode(full) && isCode(project.displayPath(full)) && !mayBeSame(full))
        .some(reachOf(run, project)),
  };
}

/** Folders that were filled after a run, perhaps with what was not there when it ran. Git may call that unchanged. */
function refilledAfter({ ended, part, behind }: KindRun, history: History, project: ProjectPaths): string[] {
  const later = history.effects.filter(({ moment }) => isAfter(moment, ended)).map((each) => each.effects);
  const paths = [...(behind?.effects ? [behind.effects] : []), ...later].flatMap(({ refilled }) => refilled);
  return [...new Set(paths.map((path) => project.absolutePath(path)))]
    .filter((full) => isSameTree(full, part.folder) && (project.exists ? statOf(full)?.isDirectory() === true : true))
    .map((full) => (full === project.absolutePath('') ? './' : `${project.displayPath(full)}/`))
    .filter((shown) => isCode(`${shown}x`) && !/^(?:docs?|assets|public|screenshots|images)\//i.test(shown));
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

/** Files that the session, or git, calls changed. */
function changedPaths(history: History, project: ProjectPaths, changes: Changes | undefined): string[] {
  return [
    ...[...history.edits.files.keys()].map((path) => project.absolutePath(path)),
    ...changedInGit(project, changes),
  ];
}

/** Files that were in git before they were changed. */
const keptByGit = (project: ProjectPaths, changes: Changes | undefined): ReadonlySet<string> =>
  new Set(
    (changes?.files ?? []).filter(({ how }) => how === 'modified').map(({ path }) => project.absoluteGitPath(path)),
  );

const changedInGit = (project: ProjectPaths, changes: Changes | undefined): string[] =>
  (changes?.files ?? [])
    .flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
    .map((path) => project.absoluteGitPath(path));

/** `mv saved src`, `cp -a old/. src`: a whole folder was replaced, whatever the times of the files in it are. */
function changedFilesIn(
  named: readonly string[],
  history: History,
  project: ProjectPaths,
  changes: Changes | undefined,
): string[] {
  const folders = named.filter((path) => !isNamedLikeCode(path) && path !== project.absolutePath(''));
  if (folders.length === 0) return [];
  return changedPaths(history, project, changes).filter((full) => folders.some((folder) => isWithin(folder, full)));
}

/** Files that edit tools changed; and of all that they ever changed, those that are now as they were when it ran. */
function editsAfter(run: KindRun, history: History, project: ProjectPaths) {
  const files = [...history.edits.files.values()].map((file) => ({ ...file, full: project.absolutePath(file.path) }));
  const edited = files.filter(({ last }) => isAfter(last, run.began)).map(({ full }) => full);
  const restored = files.filter(({ full, versions }) => {
    const now = project.exists ? currentDigest(full) : contentNow(full, versions, history, project);
    return now !== undefined && contentsWhen(run, full, versions, history, project).includes(now);
  });
  return { edited, restored: new Set(restored.map(({ full }) => full)) };
}

/** What the file was when a run was made: as the edit before it left it, and as the edit after it found it. */
export function contentsWhen(
  { began, ended }: Pick<KindRun, 'began' | 'ended'>,
  full: string,
  versions: readonly FileVersion[],
  history: History,
  project: ProjectPaths,
): (string | undefined)[] {
  const isNamed = namedBetween(full, history, project);
  const before = versions.findLast(({ moment }) => !isAfter(moment, began));
  const after = versions.find(({ moment }) => isAfter(moment, began));
  return [
    ...(before && !isNamed(before.moment, began) ? [before.after] : []),
    ...(after && isAfter(after.moment, ended) && !isNamed(began, after.moment) ? [after.before] : []),
  ].filter((content) => content !== undefined);
}

/** What the last edit made of it, if no command changed it since. */
function contentNow(
  full: string,
  versions: readonly FileVersion[],
  history: History,
  project: ProjectPaths,
): string | undefined {
  const last = versions.at(-1);
  return last && !namedBetween(full, history, project)(last.moment, END) ? last.after : undefined;
}

const END: Moment = { at: Number.POSITIVE_INFINITY, order: 0 };

/** Whether a command changed the file, or its folder, after one moment and not after the other. */
const namedBetween =
  (full: string, { effects }: History, project: ProjectPaths) =>
  (from: Moment, to: Moment): boolean =>
    effects.some(
      ({ moment, effects: { written, removed, restored, stashed } }) =>
        isAfter(moment, from) &&
        !isAfter(moment, to) &&
        [...written, ...removed, ...restored, ...stashed].some((path) => isWithin(project.absolutePath(path), full)),
    );

/**
 * A file that a command wrote, and that git calls unchanged; or one that was made in the session and is gone again: what
 * was tested may be what is there.
 */
function perhapsSame(history: History, project: ProjectPaths, changes: Changes | undefined): (full: string) => boolean {
  const changed = new Set(changedInGit(project, changes));
  const written = new Set(
    history.effects.flatMap(({ effects }) => effects.written).map((path) => project.absolutePath(path)),
  );
  const removed = new Set(
    history.effects.flatMap(({ effects }) => effects.removed).map((path) => project.absolutePath(path)),
  );
  const edits = new Map([...history.edits.files.values()].map((file) => [project.absolutePath(file.path), file]));
  return (full) => {
    const edit = edits.get(full);
    if (project.exists && changes && !changed.has(full) && !edit && project.isInRepository(full)) return true;
    const isGone = project.exists ? statOf(full) === undefined : removed.has(full);
    const isMade = edit ? edit.versions[0]?.before === 'absent' : written.has(full);
    return isGone && isMade && !changed.has(full);
  };
}

/** Files that commands name as written, removed or put back; and commands that changed files without naming them. */
function commandsAfter({ ended, part, behind }: KindRun, history: History, project: ProjectPaths) {
  const later = history.effects.filter(({ moment }) => isAfter(moment, ended)).map((each) => each.effects);
  const effects = behind?.effects ? [behind.effects, ...later] : later;
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

/**
 * Files that the session, or git, calls changed, and whose times say that it was after the run; or while the command ran,
 * if something else in it came after the run.
 */
function touchedAfter(
  { called, ended, behind, command }: KindRun,
  history: History,
  project: ProjectPaths,
  changes: Changes | undefined,
): string[] {
  if (!project.exists) return [];
  const all = history.runs.all();
  const later = all.filter((each) => isAfter(each.ended, ended));
  const isRemoved = removedBy(later.map((each) => each.command));
  // Beside it, or right behind it: then what was written at that time may be the other command's.
  const isBeside = all.some(
    (other) =>
      other.command !== command &&
      other.ended.at >= called.at &&
      other.called.at <= ended.at + SAME_COMMAND_MS &&
      isAfter(other.ended, called) &&
      mayChangeFilesFrom(other.command, 0),
  );
  const from = behind?.mayBeMore || isBeside ? called.at : ended.at + SAME_COMMAND_MS;
  // What was written after the session is not the worker's.
  const isBetween = (at: number) => at > from && at <= history.lastAt + AFTER_SESSION_MS;
  const moved = new Map<string, boolean>();
  const isMoved = (folder: string): boolean => {
    const isInside = folder !== project.absolutePath('') && isWithin(project.absolutePath(''), folder);
    const known = moved.get(folder) ?? (isInside && (wasRenamed(folder, isBetween) || isMoved(dirname(folder))));
    moved.set(folder, known);
    return known;
  };
  return changedPaths(history, project, changes).filter((full) => {
    const stat = statOf(full);
    if (!stat) return isRemoved(full, project.displayPath(full));
    // `mv` and `cp -a` keep the time of the content, and `touch -d` sets it; nobody sets the other one.
    return isBetween(stat.mtimeMs) || isBetween(stat.ctimeMs) || isMoved(dirname(full));
  });
}

/** A folder that was put in the place of another: nothing in it was written, but its own entry was. */
function wasRenamed(folder: string, isBetween: (at: number) => boolean): boolean {
  const stat = statOf(folder);
  return stat !== undefined && isBetween(stat.ctimeMs) && stat.mtimeMs < stat.ctimeMs - SAME_COMMAND_MS;
}

/** Undefined if it is gone. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
