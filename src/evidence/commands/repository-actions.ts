import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isWithin } from '../../platform/folders.ts';
import { type Pipeline, parseShellLine, type ShellWords } from '../../platform/shell.ts';
import type { Moment } from '../moment.ts';
import type { CommandEnd } from './command-end.ts';
import { isMasked } from './exit-status.ts';
import { isSilent } from './silent-programs.ts';
import { foldersAlong, inside } from './working-folder.ts';
import { folderOption, withoutWrappers } from './wrappers.ts';

export type RepositoryAction = 'commit' | 'uncommit' | 'push' | 'stash' | 'unstash' | 'ci';

/** Something done to the repository, or looked up about it. `done` is undefined if that cannot be told. */
export interface RecordedAction {
  action: RepositoryAction;
  done: boolean | undefined;
  command: string;
  moment: Moment;
}

const MAY_ACT = /\b(?:git|gt|jj|sl|gh|glab)\b/;
const ACTIONS: [RegExp, RepositoryAction][] = [
  [
    /^git (?:commit|merge|revert|cherry-pick|rebase|am)\b|^gt (?:create|modify|c|m)\b|^jj (?:commit|describe|new)\b|^sl commit\b/,
    'commit',
  ],
  [
    /^git reset\b(?!.* -- )(?=.* (?:--(?:soft|hard|mixed|keep) )?(?:HEAD[~^]|@[~^]|ORIG_HEAD|origin\/|[0-9a-f]{7,40}\b))/,
    'uncommit',
  ],
  [
    /^git push\b|^gt (?:submit|s|ss|stack submit)\b|^jj git push\b|^sl push\b|^gh pr create\b|^glab mr create\b/,
    'push',
  ],
  [/^git stash (?:pop|apply|branch)\b|^git (?:checkout|restore|show|read-tree)\b.*stash@?/, 'unstash'],
  [/^git apply\b/, 'unstash'],
  [/^git stash(?: (?:push|save|-\S+)\b.*)?$/, 'stash'],
  [/^gh (?:pr checks|run (?:view|watch)|pr view\b.*statusCheckRollup)\b|^glab ci (?:status|view|list)\b/, 'ci'],
];

/** What a command did to the repository. Several of one kind in a line are one. */
export function actionsIn(command: string, end: CommandEnd, cwd?: string): Pick<RecordedAction, 'action' | 'done'>[] {
  if (!MAY_ACT.test(command) || end.outcome.kind === 'denied') return [];
  const pipelines = parseShellLine(command);
  const folders = foldersAlong(pipelines);
  const lines = pipelines.flatMap(({ programs }, at) =>
    programs.map((program, position) => {
      const words = withoutWrappers(program);
      const folder = inside(folders[at] as string, folderOption(words) ?? '');
      return { line: withoutGitOptions(words.join(' ')), at, position, isElsewhere: isElsewhere(folder, cwd) };
    }),
  );
  const output = stripVTControlCharacters(end.output);
  return ACTIONS.flatMap(([pattern, action]) => {
    const found = lines.findLast(({ line }) => pattern.test(line));
    if (!found) return [];
    if (found.isElsewhere || (action === 'push' && NO_PUSH.test(found.line))) return [{ action, done: undefined }];
    const done = outcomeOf(action, command, output, end);
    const isSeen = done !== true || action === 'ci' || isCertain(action, pipelines, found, output);
    return [{ action, done: isSeen ? done : undefined }];
  });
}

/** In a folder that is neither the session's nor in it; a session may be in a part of the repository. */
const isElsewhere = (folder: string, cwd: string | undefined): boolean => {
  if (cwd === undefined) return /^\.\.(?:\/|$)|^\/\?/.test(folder);
  const full = resolve(cwd, folder.startsWith('~') ? cwd : folder);
  return !isWithin(cwd, full) && !isWithin(full, cwd);
};

/** It only says what it would do, deletes, or goes to a repository on this machine. */
const NO_PUSH =
  / (?:-n|--dry-run|--delete|-d)(?: |$)|^git push(?: -\S+)* (?:\.{1,2}|\.{0,2}\/\S*|file:\S+)(?: |$)| :\S+$/;

/** By its status, if the line lets that through, or by what it printed, if nothing else can have printed that. */
function isCertain(
  action: RepositoryAction,
  pipelines: Pipeline[],
  { at, position }: { at: number; position: number },
  output: string,
): boolean {
  const own = pipelines[at] as Pipeline;
  const isSkippable = own.isConditional || pipelines[at - 1]?.followedBy === '||';
  const isPiped = position < own.programs.length - 1;
  if (!isSkippable && !isPiped && !own.negated && !isMasked(pipelines, at, false, false, position)) return true;
  const others = pipelines.filter((_, i) => i !== at).flatMap(({ programs }) => programs);
  // Of git's own lines those of the action are looked for, and it prints them for nothing else.
  const isKnown = others.every(
    (words) => isSilent(words) || /^(?:git|echo|gh|npm|npx|pnpm|yarn|tail|head|grep|sleep)$/.test(words[0] ?? ''),
  );
  const printed = others.filter(([name]) => name === 'echo').map((words) => words.slice(1).join(' '));
  const shown = output
    .split('\n')
    .filter((line) => !printed.some((text) => text.includes(line.trim()) && line.trim() !== ''));
  return (
    isKnown &&
    !printed.some((text) => /[$`\\]/.test(text.replaceAll('$?', ''))) &&
    SHOWN[action].done.test(shown.join('\n'))
  );
}

const withoutGitOptions = (line: string) =>
  line.replace(/^git(?: -[cC] \S+| --no-pager| --git-dir=\S+| --work-tree=\S+)+/, 'git');

const SHOWN: Record<RepositoryAction, { done: RegExp; refused: RegExp }> = {
  commit: {
    done: /^\[[^\]\n]+ [0-9a-f]{7,}\]|\bfiles? changed\b|^Successfully rebased|^Merge made by|^Fast-forward/m,
    refused:
      /^(?:error|fatal):|nothing added to commit|no changes added|hook (?:declined|failed|exited)|failed to write commit/m,
  },
  push: {
    done: /^ +(?:[0-9a-f]+\.\.\.?[0-9a-f]+|\* \[new branch\]|\+ [0-9a-f]+)|Everything up-to-date|github\.com\/\S+\/pull\/\d+|set up to track/m,
    refused:
      /! \[(?:remote )?rejected\]|failed to push|^fatal:|Permission denied \(publickey\)|Could not read from remote/m,
  },
  uncommit: { done: /^HEAD is now at|^Unstaged changes after reset/m, refused: /^fatal:/m },
  stash: { done: /Saved working directory/, refused: /No local changes/ },
  unstash: { done: /Dropped |Changes not staged|On branch /, refused: /No stash entries/ },
  ci: { done: /\b(?:pass|success|SUCCESS)|✓/, refused: /\b(?:fail|failure|FAILURE|X )\b|^X /m },
};

function outcomeOf(
  action: RepositoryAction,
  command: string,
  output: string,
  { outcome }: CommandEnd,
): boolean | undefined {
  if (/ --dry-run\b/.test(command) || outcome.kind === 'background') return undefined;
  // Then everything may be committed already.
  if (action === 'commit' && /nothing to commit/.test(output)) return undefined;
  const { done, refused } = SHOWN[action];
  const [lastDone, lastRefused] = [lastIndexOf(done, output), lastIndexOf(refused, output)];
  if (action === 'ci') {
    if (lastRefused >= 0) return false;
    return lastDone >= 0 && !/\b(?:pending|in_progress|queued|PENDING)\b/.test(output) ? true : undefined;
  }
  // A second try may follow a refusal in the same command; of several branches or tags, some may be refused.
  if (lastDone >= 0) return lastDone > lastRefused || action === 'commit' ? true : undefined;
  if (outcome.kind === 'ok' && lastRefused >= 0) return action === 'stash' ? false : undefined;
  if (outcome.kind === 'ok') return true;
  // Alone in its command, it is what failed.
  const isAlone = parseShellLine(command).filter(({ programs }) => !programs.every(cannotFail)).length === 1;
  return outcome.kind === 'failed' && (lastRefused >= 0 || (isAlone && action !== 'unstash')) ? false : undefined;
}

/** Beside a commit or push, what fails is that: `cd api && git add -A && git commit -m x`. */
const cannotFail = (words: ShellWords) => /^(?:cd|git add|git status|echo)\b/.test(withoutGitOptions(words.join(' ')));

function lastIndexOf(pattern: RegExp, text: string): number {
  const all = [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))];
  return all.at(-1)?.index ?? -1;
}
