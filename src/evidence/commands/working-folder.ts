import { posix } from 'node:path';
import type { Pipeline, ShellWords } from '../../platform/shell.ts';

/** What a line has set and linked: the same name leads elsewhere then. */
interface Names {
  /** What variables are set to; `$` if that may be one of several things. */
  values: Map<string, string>;
  /** What those of loops are set to in turn. */
  turns: Map<string, readonly string[]>;
  links: Set<string>;
}

const known = new WeakMap<readonly Pipeline[], Names>();

/** Where each pipeline runs, as far as `cd` says. A `cd` between parentheses ends with them. */
export function foldersAlong(pipelines: readonly Pipeline[]): string[] {
  const inEach = new Map<number, string>();
  const before: string[] = [];
  const values = new Map<string, string>();
  const turns = new Map<string, readonly string[]>();
  const links = new Set<string>();
  known.set(pipelines, { values, turns, links });
  return pipelines.map(({ programs, subshells }) => {
    const [name = '', ...args] = programs[0] ?? [];
    const [, variable, value = ''] = /^(\w+)=(.*)$/s.exec(name === 'export' ? (args[0] ?? '') : name) ?? [];
    // Set more than once, or in a loop to several, it may be any of them.
    if (variable !== undefined) values.set(variable, values.has(variable) ? '$' : value);
    if (name === 'for') {
      values.set(args[0] ?? '', args.length === 3 ? (args[2] as string) : '$');
      turns.set(args[0] ?? '', args.slice(2));
    }
    if (name === 'ln') links.add(posix.basename(args.at(-1) ?? ''));
    const outer = inEach.get(subshells.findLast((around) => inEach.has(around)) ?? 0) ?? '';
    const folder = folderAfter(name, args, outer, before, values, links);
    inEach.set(subshells.at(-1) ?? 0, folder);
    return folder;
  });
}

function folderAfter(
  name: string,
  args: ShellWords,
  outer: string,
  before: string[],
  values: ReadonlyMap<string, string>,
  links: ReadonlySet<string>,
): string {
  if (name === 'popd') return before.pop() ?? UNKNOWN_FOLDER;
  if (name !== 'cd' && name !== 'pushd') return outer;
  const way = args.find((word) => !/^-[LPe@]+$|^--$/.test(word)) ?? '~';
  if (way === '-') return (values.has('OLDPWD') ? undefined : before.pop()) ?? UNKNOWN_FOLDER;
  before.push(outer);
  // A name that is looked up elsewhere leads anywhere.
  if (values.has('CDPATH') && !/^[./~]/.test(way)) return UNKNOWN_FOLDER;
  return inside(outer, wayOf(way, values, links));
}

/** A folder that an option names, or another word of a program, as the line has set what is in it. */
export function plainFolder(way: string, pipelines: readonly Pipeline[]): string {
  const names = known.get(pipelines);
  return way === '' || !names ? way : wayOf(way, names.values, names.links);
}

/** A file that a run is given: by a variable or a link of its line it may be one of another project. */
export function plainTarget(target: string, pipelines: readonly Pipeline[]): string {
  const names = known.get(pipelines);
  if (!names || (names.links.size === 0 && !/[$`]/.test(target))) return target;
  if (target.split('/').some((part) => names.links.has(part))) return UNKNOWN_FOLDER;
  const plain = target.replaceAll(VARIABLE, (all, braced, bare) => {
    const turns = names.turns.get(braced ?? bare);
    const isInside = turns?.length !== 0 && turns?.every((turn) => !/[$`~]|\.\.|^\//.test(turn));
    return (isInside ? turns?.[0] : names.values.get(braced ?? bare)) ?? all;
  });
  if (/\$$|\$[^\w{(]/.test(plain)) return UNKNOWN_FOLDER;
  // A word of a substitution in backticks.
  if (plain.split('`').length === 2) return UNKNOWN_FOLDER;
  return /`|\$\(/.test(plain) && /\.\.|[\s"']\/|~|\$\w/.test(plain) ? UNKNOWN_FOLDER : plain;
}

const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;

/** Where a run was, if nothing says it. It is in no project. */
const UNKNOWN_FOLDER = '/?';

/** A folder with the variables in it replaced, where their values are known. */
function wayOf(way: string, values: ReadonlyMap<string, string>, links: ReadonlySet<string>): string {
  const plain = way
    .replace(/^\$\{?HOME\}?(?=\/|$)/, '~')
    .replace(/^(?:\$\{?PWD\}?|\$\(pwd\)|`pwd`)(?=\/|$)/, '.')
    .replace(/^(?:\$\(git rev-parse --show-toplevel\)|\$\{?CLAUDE_PROJECT_DIR\}?)(?=\/|$)/, '.')
    .replaceAll(VARIABLE, (all, braced, bare) => values.get(braced ?? bare) ?? all);
  // `~+` is where the shell is, `~name` the home of somebody; a link leads anywhere.
  if (/[$`*?[{]|^~[^/]/.test(plain) || (/^~/.test(plain) && values.has('HOME'))) return UNKNOWN_FOLDER;
  return plain.split('/').some((part) => links.has(part)) ? UNKNOWN_FOLDER : plain;
}

/** A folder as seen from another one. */
export const inside = (folder: string, way: string) =>
  /^[/~]/.test(way) ? way : posix.join(folder, way).replace(/^\.$/, '');
