import { stripVTControlCharacters } from 'node:util';
import { parseShellLine, type ShellWords } from '../../platform/shell.ts';
import type { Moment } from '../moment.ts';
import type { CommandEnd } from './command-end.ts';
import { withoutWrappers } from './wrappers.ts';

export type RepositoryAction = 'commit' | 'push' | 'stash' | 'unstash' | 'ci';

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
    /^git push\b|^gt (?:submit|s|ss|stack submit)\b|^jj git push\b|^sl push\b|^gh pr create\b|^glab mr create\b/,
    'push',
  ],
  [/^git stash (?:pop|apply|branch)\b|^git (?:checkout|restore|show|read-tree)\b.*stash@?/, 'unstash'],
  [/^git apply\b/, 'unstash'],
  [/^git stash(?: (?:push|save|-\S+)\b.*)?$/, 'stash'],
  [/^gh (?:pr checks|run (?:view|watch)|pr view\b.*statusCheckRollup)\b|^glab ci (?:status|view|list)\b/, 'ci'],
];

/** What a command did to the repository. Several of one kind in a line are one. */
export function actionsIn(command: string, end: CommandEnd): Pick<RecordedAction, 'action' | 'done'>[] {
  if (!MAY_ACT.test(command) || end.outcome.kind === 'denied') return [];
  const lines = parseShellLine(command).flatMap(({ programs }) =>
    programs.map((program) => withoutGitOptions(withoutWrappers(program).join(' '))),
  );
  const found = ACTIONS.filter(([pattern]) => lines.some((line) => pattern.test(line)));
  const output = stripVTControlCharacters(end.output);
  return found.map(([, action]) => ({ action, done: outcomeOf(action, command, output, end) }));
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
