import { parseShellLine } from '../../platform/shell.ts';

const REMOVING = new Set(['rm', 'mv', 'unlink', 'rmdir', 'trash']);
/** Tried before parsing: most commands remove nothing. */
const MAY_REMOVE = /\b(?:rm|mv|unlink|rmdir|trash)\s/;

/** Whether one of these commands names a path, or a folder that it is in. `shown` is the path within the project. */
export function removedBy(commands: readonly string[]): (full: string, shown: string) => boolean {
  const words = commands
    .filter((command) => MAY_REMOVE.test(command))
    .map((command) => allWords(command))
    .filter((all) => all.some((word) => REMOVING.has(word)))
    .flat()
    // Of `src/*.js`, the folder.
    .map((word) =>
      word
        .replace(/^\.\//, '')
        .replace(/\/?[^/]*\*.*$/, '')
        .replace(/\/$/, ''),
    )
    .filter((word) => word !== '' && !word.startsWith('-'));
  const named = [...new Set(words)];
  return (full, shown) =>
    named.some((word) => (word.startsWith('/') ? `${full}/`.startsWith(`${word}/`) : isPartOf(shown, word)));
}

/** Of the whole line, because the path may stand elsewhere (`for f in a b; do rm $f; done`), and of lines inside it. */
function allWords(line: string, depth = 0): string[] {
  return parseShellLine(line)
    .flatMap(({ programs }) => programs.flat())
    .flatMap((word) => (depth < 2 && /\s/.test(word) ? [word, ...allWords(inner(word), depth + 1)] : [word]));
}

const inner = (word: string) => /\$\((.*)\)/s.exec(word)?.[1] ?? word;

/** Which folder the command ran in is not known, so any part of the path will do. */
const isPartOf = (shown: string, word: string) => `/${shown}/`.includes(`/${word}/`);
