import { stripVTControlCharacters } from 'node:util';
import type { Pipeline, ShellWords } from '../../platform/shell.ts';
import { isSummaryLine } from './summaries.ts';

/** What the variables of a line hold, where that is certain. */
export interface Variables {
  /** Set once, to a plain text; in a loop, to one of several. */
  texts: ReadonlyMap<string, readonly string[]>;
  /** Set once, to the status of a program. */
  numbers: ReadonlySet<string>;
  /** Set once, to what a program prints. */
  outputs: ReadonlySet<string>;
}

const known = new WeakMap<readonly Pipeline[], Variables>();

export function variablesIn(pipelines: readonly Pipeline[]): Variables {
  const before = known.get(pipelines);
  if (before) return before;
  const texts = new Map<string, string[]>();
  const numbers = new Set<string>();
  const outputs = new Set<string>();
  const all = pipelines.flatMap(({ programs }) => programs);
  // Other separators change what an unquoted variable becomes.
  const candidates = all.some((words) => words.some((word) => word.startsWith('IFS='))) ? [] : all;
  for (const words of candidates) {
    if (words[0] === 'for' && words[2] === 'in') {
      if (words.slice(3).every(isPlain)) texts.set(words[1] as string, words.slice(3));
      continue;
    }
    for (const word of words[0] === 'export' ? words.slice(1) : words) {
      const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
      if (name === undefined) break;
      if (/^\$\?$|^\$\{?PIPESTATUS(?:\[\d\])?\}?$|^\$\{?pipestatus\[\d\]\}?$/.test(value)) numbers.add(name);
      else if (/^\$\(/.test(value)) outputs.add(name);
      else if (isPlain(value)) texts.set(name, [value]);
    }
  }
  for (const name of [...texts.keys(), ...numbers, ...outputs])
    if (timesNamed(all, name) !== 1) for (const each of [texts, numbers, outputs]) each.delete(name);
  const found = { texts, numbers, outputs };
  known.set(pipelines, found);
  return found;
}

const isPlain = (value: string) => !/[$`*?[\]{}\\\n]/.test(value);

/** How often a variable is named other than to read it: each of these may set it. */
function timesNamed(all: readonly ShellWords[], name: string): number {
  const named = new RegExp(`(?<![$\\w{])${name}(?!\\w)`);
  return all.flat().filter((word) => named.test(word) && !/\s/.test(word.split('=')[0] as string)).length;
}

/** A file or folder with the variables in it replaced; undefined if that is not certain. */
export function plainPath(word: string, { texts }: Variables): string | undefined {
  const path = word.replaceAll(VARIABLE, (all, braced, bare) => {
    const values = texts.get(braced ?? bare);
    return values?.length === 1
      ? (values[0] as string)
      : /^\$\{?(?:HOME|TMPDIR)\}?$/.test(all)
        ? `~${all.length}`
        : all;
  });
  return /[$`*?[{]/.test(path.replaceAll('$$', '')) ? undefined : path;
}

const VARIABLE = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;
const NUMBER = /\$\?|\$\{?PIPESTATUS(?:\[\d\])?\}?|\$\{?pipestatus\[\d\]\}?|\$\((?:date|nproc)\)/g;

/**
 * The lines that `echo` or `printf` prints; undefined if they may be anything. Without a line feed at its end, what is
 * printed next becomes part of the line.
 */
export function printedText(
  { programs, hasPattern }: Pipeline,
  variables: Variables,
  own: string | undefined,
): string[] | undefined {
  const [words = []] = programs;
  if (programs.length !== 1 || hasPattern) return undefined;
  const raw = words[0] === 'printf' ? formatted(words) : words[0] === 'echo' ? echoed(words) : undefined;
  if (raw === undefined) return undefined;
  if (own !== undefined && variables.outputs.has(own) && (raw === `$${own}` || raw === `\${${own}}`)) return [];
  const texts = withValues(raw, variables);
  if (texts === undefined) return undefined;
  // A number may be any: the line is not known, but it is no summary.
  if (texts.some((text) => text.includes(ANY_NUMBER)))
    return texts.some((text) =>
      ['0', '1', '2'].some((number) => text.replaceAll(ANY_NUMBER, number).split('\n').some(isSummaryLine)),
    )
      ? undefined
      : [];
  const lines = texts.flatMap((text) => [text, text.replaceAll(/[ \t]+/g, ' ')]).flatMap((text) => text.split('\n'));
  return [...new Set(lines.map((line) => stripVTControlCharacters(line).trim()))];
}

const ANY_NUMBER = '\u0000';

function withValues(raw: string, { texts, numbers }: Variables): string[] | undefined {
  let found = [raw.replaceAll(NUMBER, ANY_NUMBER)];
  for (const [all, braced, bare] of raw.matchAll(VARIABLE)) {
    const name = braced ?? (bare as string);
    const values = numbers.has(name) ? [ANY_NUMBER] : texts.get(name);
    if (values === undefined || found.length * values.length > 30) return undefined;
    found = found.flatMap((text) => values.map((value) => text.replaceAll(all, () => value)));
  }
  return found.some((text) => /[$`\\]/.test(text)) ? undefined : found;
}

/** A backslash is printed by one shell and replaced by another. */
function echoed(words: ShellWords): string | undefined {
  const options = words.slice(1).findIndex((word) => !/^-[neE]+$/.test(word));
  const [given, rest] = options < 0 ? [words.slice(1), []] : [words.slice(1, options + 1), words.slice(options + 1)];
  if (given.some((word) => word.includes('n'))) return undefined;
  const text = rest.join(' ');
  return given.some((word) => word.includes('e')) ? unescaped(text) : text;
}

function formatted([, format = '', ...args]: ShellWords): string | undefined {
  const text = unescaped(format);
  // Without arguments it is printed once; with too many of them, again.
  const places = text?.match(/%s|%d/g)?.length ?? 0;
  if (text === undefined || !text.endsWith('\n') || places !== args.length || /%(?![sd])/.test(text)) return undefined;
  let next = 0;
  return text.replaceAll(/%[sd]/g, () => args[next++] as string).slice(0, -1);
}

const unescaped = (text: string) => {
  const plain = text
    .replaceAll(/\\n/g, '\n')
    .replaceAll(/\\t/g, '\t')
    .replaceAll(/\\(?:e|033|x1b)\[[\d;]*m/g, '');
  return plain.includes('\\') ? undefined : plain;
};
