import type { CommandEnd } from './command-end.ts';
import type { CommandLine } from './command-part.ts';

/** The command had a program of which nothing is known, and that program may have got to run. */
export function mayHaveRun({ opaque }: CommandLine, { outcome, output }: CommandEnd): boolean {
  if (opaque.length === 0 || outcome.kind === 'denied' || outcome.kind === 'not-started') return false;
  return opaque.some(({ ecosystem }) => ecosystem !== 'git' || hasHookOutput(output));
}

/** Git's own lines; anything else was printed by a hook. */
const GIT_LINE =
  /^(?:\[|\s|To |From |remote:|branch |\*|create mode|delete mode|rename |mode change|Enumerating|Counting|Compressing|Writing|Delta|Total|Everything|Already|Switched|Your branch|On branch|nothing|no changes|Changes|Untracked|HEAD|Updating|Fast-forward|Merge|Auto-merging|CONFLICT|Rebasing|Successfully rebased|Current branch|Exit code|error:|fatal:|hint:|warning:|Author:|Date:|commit |Applying|\d+ files? changed|[0-9a-f]{7,}|---|\+|=|Dropped|Saved|First,|https?:)/;
const TOOL_LINE =
  /\b(?:\w*tests?|specs?|e?slint\w*|lint\w*|checks?|checking|pass(?:ed|es|ing)?|fail(?:ed|s|ing|ures?)?|hooks?|husky|npm|build\w*|ok)\b|✓|✔|[$>] /i;
const hasHookOutput = (output: string) =>
  output.split('\n').some((line) => line.trim() !== '' && !GIT_LINE.test(line) && TOOL_LINE.test(line));
