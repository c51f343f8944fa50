import type { Pipeline, ShellWords } from '../../platform/shell.ts';

/** `$?`, or what bash and zsh keep of a pipe. */
const STATUS = /\$\?|\$\{?(?:PIPESTATUS|pipestatus)(?:\[[01]\])?\}?/;

/**
 * `; echo "exit: $?"`, `; rc=$?; …; echo "exit: $rc"`: the line on which a command prints how the pipeline at `at` ended,
 * as a pattern. Right behind it, or what is printed is how something else ended.
 */
export function statusLine(pipelines: Pipeline[], at: number): RegExp | undefined {
  let end = at;
  while (pipelines[end]?.followedBy === '&&') end++;
  const after = pipelines.slice(end + 1).map(({ programs }) => programs[0] ?? []);
  const [next = []] = after;
  const kept = next.length === 1 ? /^(\w+)=(.+)$/.exec(next[0] as string) : null;
  if (kept && STATUS.test(kept[2] as string)) {
    const variable = new RegExp(`\\$(?:${kept[1]}\\b|\\{${kept[1]}\\})`);
    return after.map((words) => printedBy(words, variable)).find(Boolean);
  }
  return printedBy(next, STATUS);
}

/** What a command says by itself, whatever came of the pipeline at `at`: `; echo OK`. */
export function saidAnyway(pipelines: Pipeline[], at: number): string[] {
  return pipelines
    .slice(at + 1)
    .map(({ programs }) => programs[0] ?? [])
    .filter(([name]) => name === 'echo')
    .map(wordsOf);
}

const wordsOf = (words: ShellWords) => words.slice(/^-[neE]+$/.test(words[1] ?? '') ? 2 : 1).join(' ');

function printedBy(words: ShellWords, variable: RegExp): RegExp | undefined {
  if (words[0] !== 'echo') return undefined;
  const [before, after, ...more] = wordsOf(words).split(variable);
  // What else the shell puts in is not known.
  if (before === undefined || after === undefined || more.length > 0 || /[$`\\]/.test(before + after)) return undefined;
  return new RegExp(`^${literally(before)}(\\d{1,3})${literally(after)}$`, 'gm');
}

const literally = (text: string) => text.replaceAll(/[.*+?^{}()|[\]]/g, '\\$&');
