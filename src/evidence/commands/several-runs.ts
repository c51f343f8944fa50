import type { Pipeline, ShellWords } from '../../platform/shell.ts';
import { purposeOf } from './kinds.ts';
import { withoutWrappers } from './wrappers.ts';

/** Options with which a task is run in each part of the project, and goes on after a failure. */
const IN_EACH_PART = /^(?:--workspaces?|-ws|-r|--recursive|workspaces|--parallel|--no-fail-fast|--no-bail)$/;

/** Whether it prints one summary for each part of the project, and none for the whole. */
export const runsSeveral = ([path = '', ...args]: ShellWords): boolean =>
  /(?:^|\/)(?:npm|pnpm|yarn|bun|cargo)$/.test(path) &&
  args.some((word, at) =>
    word === '--workspace' || word === '-w' ? args[at + 1] === undefined : IN_EACH_PART.test(word),
  ) &&
  !(/cargo$/.test(path) && !args.includes('--no-fail-fast'));

const PIPED_GROUP = /(?:[)}]|\b(?:done|fi|esac))(?:\s*\d?>&\d)*\s*\|(?!\|)/;

/** `(npx vitest run; npx jest) | tail -3`: one of several runs whose output is cut as a whole. */
export function isInPipedGroup(command: string, pipelines: readonly Pipeline[], at: number): boolean {
  if (!PIPED_GROUP.test(command)) return false;
  const own = pipelines[at] as Pipeline;
  if (own.inLoop) return true;
  const isInGroup = ({ subshells, depth }: Pipeline) =>
    (own.subshells.length > 1 && subshells.includes(own.subshells.at(-1) as number)) || (own.depth > 0 && depth > 0);
  const kindOf = ({ programs: [first = []] }: Pipeline) => purposeOf(withoutWrappers(first)).kind;
  return pipelines.some(
    (other, i) => i !== at && isInGroup(other) && kindOf(other) === kindOf(own) && kindOf(own) !== 'other',
  );
}
