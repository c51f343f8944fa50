import { stripVTControlCharacters } from 'node:util';
import type { CommandPart } from './command-part.ts';
import { analyseCommand } from './parts.ts';

/** `[lint] $ golangci-lint run`, `$ eslint .`, `> vitest run`. */
const ECHOED = /^(?:\[[\w:.@/-]{1,40}\] )?(?:\$|>) (?!\S+@\d)(\S.{0,300})$/gm;
/** What lint-staged prints in a hook of git. */
const STAGED = /^(?:\[COMPLETED\]|\[FAILED\]|✔|✖) +(?![\d*])([a-z][\w./@-]*(?: .{0,300})?)$/gm;
const MAX_ECHOED = 20;

/** The commands that a task runner, or a hook of git, prints when it runs them. */
export function echoedParts(output: string, isGit = false): CommandPart[] {
  if (!/[$>] /.test(output) && !(isGit && /\[COMPLETED|\[FAILED|✔|✖/.test(output))) return [];
  const text = stripVTControlCharacters(output);
  const lines = [...text.matchAll(ECHOED), ...(isGit ? text.matchAll(STAGED) : [])].slice(0, MAX_ECHOED);
  // A path or a sentence may begin like this; only a known program counts.
  return lines.flatMap(([, line]) => analyseCommand(line as string).parts.filter(({ tool }) => tool !== undefined));
}
