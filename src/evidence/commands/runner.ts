import type { ShellWords } from '../../platform/shell.ts';
import type { CheckedKind } from '../evidence.ts';

/** What the user says about a program that is not known here: `supervisor.runners` in ccc.json. */
export interface Runner {
  /** Its first words; `*` in a word stands for any characters. */
  command: string;
  kind: CheckedKind;
  /** A text that its output has if it passed, or failed. */
  passed?: string | undefined;
  failed?: string | undefined;
}

/** More than anybody writes by hand; a repository may bring as many as it likes. */
const MAX_RUNNERS = 200;

export const runnerFor = (words: ShellWords, runners: readonly Runner[] = []): Runner | undefined =>
  runners.slice(0, MAX_RUNNERS).find(({ command }) => {
    const wanted = command.trim().split(/\s+/);
    return isCall(words, wanted) || (SHELL.test(words[0] ?? '') && isCall(words.slice(1), wanted));
  });

/** `bash ./ci.sh` runs `./ci.sh`. */
const SHELL = /^(?:ba|z|da)?sh$/;

/** A script of the project may be called by any path: `./ci.sh`, `ci.sh`, `/home/user/shop/ci.sh`. */
function isCall([first = '', ...words]: ShellWords, [name = '', ...wanted]: string[]): boolean {
  const script = /^\.\/(.+)$/.exec(name)?.[1];
  const isProgram =
    script === undefined
      ? isLike(first, name)
      : first.endsWith(`/${script}`) || isLike(first.replace(/^\.\//, ''), script);
  return isProgram && wanted.every((word, at) => isLike(words[at] ?? '', word));
}

/** Searched from left to right: a pattern with many stars takes a regular expression forever. */
function isLike(word: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return word === start;
  const end = rest.pop() as string;
  if (word.length < start.length + end.length || !word.startsWith(start) || !word.endsWith(end)) return false;
  const middle = word.slice(start.length, word.length - end.length);
  let at = 0;
  for (const part of rest) {
    const found = middle.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
