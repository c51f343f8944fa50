import { posix } from 'node:path';
import { type Pipeline, parseShellLine, type ShellWords, withoutAssignments } from '../../platform/shell.ts';
import type { Kind, RunOutcome } from '../facts.ts';
import { type Purpose, purposeOf } from './kinds.ts';
import { saidAnyway, statusLine } from './printed-status.ts';

/** One thing that a command line was run for. */
export interface CommandPart extends Purpose {
  /** Where it ran, as far as a `cd` before it says. */
  folder: string;
  /** The exit status of the whole does not say how this part ended. */
  hidden: Extract<RunOutcome, { kind: 'unknown' }>['why'] | undefined;
  /** The line on which the command itself prints how this part ended. */
  printed: RegExp | undefined;
  /** Lines that the command prints whatever came of this part. */
  saidAnyway: string[];
  /** Lines of its output may be missing: `| head`, `| grep`. */
  isFiltered: boolean;
  /** Something runs only if it went well, and may fail in its place. */
  isFollowed: boolean;
  background: boolean;
}

/** What a command line was run for. One that is for nothing in particular has a part of the kind `other`. */
export function commandParts(command: string, depth = 0): CommandPart[] {
  const pipelines = parseShellLine(command);
  const parts: CommandPart[] = [];
  const folders = foldersAlong(pipelines);
  let pipefail = false;
  let errexit = false;
  pipelines.forEach((pipeline, at) => {
    const [first = []] = pipeline.programs;
    const folder = folders[at] as string;
    if (first[0] === 'set') {
      pipefail ||= first.includes('pipefail');
      errexit ||= first.some((word) => /^-[a-z]*e/.test(word));
    }
    const masked = isMasked(pipelines, at, errexit) || (pipeline.inLoop && !errexit && pipeline.followedBy !== '||');
    pipeline.programs.forEach((program, position) => {
      const piped = position < pipeline.programs.length - 1 && !pipefail && !/PIPESTATUS|pipestatus/.test(command);
      const hidden = piped ? 'hidden by a pipe' : masked ? 'hidden by what follows' : undefined;
      const isAsked = !piped && (pipeline.followedBy === '&&' || pipeline.followedBy === '||');
      const isFiltered = pipeline.programs.slice(position + 1).some(isFilter);
      const isFollowed = pipeline.followedBy === '&&';
      const background = pipeline.followedBy === '&';
      const bare = withoutWrappers(program);
      const inner = shellWithin(bare) ?? substitution(program);
      if (inner !== undefined && depth < 3) {
        parts.push(
          ...commandParts(inner, depth + 1).map((part) => ({
            ...part,
            folder: inside(folder, part.folder),
            hidden: hidden ?? part.hidden,
            isFiltered: isFiltered || part.isFiltered,
            isFollowed: isFollowed || part.isFollowed,
          })),
        );
      } else {
        // By name: to spread it takes longer than all the rest, and there may be thousands of commands.
        const { kind, family, tool, targets } = purposeOf(bare);
        parts.push({
          kind,
          family,
          tool,
          targets,
          folder: inside(folder, folderOf(program) ?? ''),
          hidden,
          printed: piped || kind === 'other' ? undefined : statusLine(pipelines, at),
          saidAnyway: isAsked || kind === 'other' ? [] : saidAnyway(pipelines, at),
          isFiltered,
          isFollowed,
          background,
        });
      }
    });
  });
  const checked = parts.filter(({ kind }) => kind !== 'other');
  if (checked.length > 0) return checked;
  return parts.filter((part, at) => at === parts.length - 1 || (part.hidden === 'hidden by a pipe' && mayTest(part)));
}

/** Where each pipeline runs, as far as `cd` says. What it does between parentheses ends with them. */
function foldersAlong(pipelines: readonly Pipeline[]): string[] {
  const inEach = new Map<number, string>();
  return pipelines.map(({ programs, subshells }) => {
    const [name, way = '~'] = programs[0] ?? [];
    const outer = inEach.get(subshells.findLast((around) => inEach.has(around)) ?? 0) ?? '';
    const folder = name === 'cd' || name === 'pushd' ? inside(outer, way) : outer;
    inEach.set(subshells.at(-1) ?? 0, folder);
    return folder;
  });
}

/** `npm run ci`, `mvn package`: what such a thing runs, only its output may tell. */
export const mayTest = ({ family, tool }: Purpose): boolean =>
  /^(?:js|make|php|jvm|python)$/.test(family) && (tool === undefined || family === 'jvm');

const inside = (folder: string, way: string) => (/^[/~]/.test(way) ? way : posix.join(folder, way).replace(/^\.$/, ''));

export const kindsIn = (command: string): Kind[] => [...new Set(commandParts(command).map(({ kind }) => kind))];

/** Leaving out what is of no interest (`grep -v`) is another matter. */
const isFilter = ([name = '', ...args]: ShellWords) =>
  /^(?:head|[ef]?grep|rg|sed|awk)$/.test(name) && !args.some((word) => /^-[a-zA-Z]*v|^--invert-match$/.test(word));

/** Whether the status of this pipeline is replaced by that of something after it. */
function isMasked(pipelines: Pipeline[], at: number, errexit: boolean): boolean {
  for (let i = at; i < pipelines.length - 1; i++) {
    const { followedBy } = pipelines[i] as Pipeline;
    const next = pipelines[i + 1]?.programs[0] ?? [];
    if (followedBy === '||' && !(next[0] === 'exit' && next[1] !== '0') && next[0] !== 'false') return true;
    if (followedBy === ';' && !errexit && !(next[0] === 'exit' && /\$|[1-9]/.test(next[1] ?? ''))) return true;
    if (followedBy === ';' || followedBy === '||') return false;
  }
  return false;
}

/** Programs that run another one, and those of their options that take a value. */
const WRAPPERS: Record<string, RegExp> = {
  sudo: /^-[ugCDRT]$/,
  env: /^-[uCS]$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$|^--(?:signal|kill-after)$/,
  gtimeout: /^-[ks]$/,
  nice: /^-n$/,
  ionice: /^-[cn]$/,
  nohup: /^$/,
  stdbuf: /^-[ioe]$/,
  command: /^$/,
  exec: /^$/,
  npx: /^(?:-p|--package|-c|--call)$/,
  bunx: /^$/,
  uvx: /^(?:--from|--with|-p|--python)$/,
  xargs: /^-[nPIdLEsa]$/,
  'cross-env': /^$/,
  dotenv: /^-e$/,
  'xvfb-run': /^-[ens]$/,
  'dbus-run-session': /^$/,
  unbuffer: /^$/,
  caffeinate: /^$/,
  rtk: /^$/,
};
/** The same with a word of its own before the other program. */
const RUNNERS: Record<string, RegExp> = {
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
  bun: /^x$/,
  poetry: /^run$/,
  uv: /^run$/,
  pipenv: /^run$/,
  pdm: /^run$/,
  rye: /^run$/,
  hatch: /^run$/,
  conda: /^run$/,
  bundle: /^exec$/,
  mise: /^exec$/,
  coverage: /^run$/,
};

function withoutWrappers(words: ShellWords): ShellWords {
  let rest = words;
  for (let guard = 0; guard < 12; guard++) {
    rest = withoutAssignments(rest);
    const name = rest[0]?.replace(/^.*\//, '') ?? '';
    if (/^python\d?(?:\.\d+)?$|^py$/.test(name) && rest.includes('-m')) {
      const module = rest.slice(rest.indexOf('-m') + 1);
      if (module[0] === 'build') return ['make', 'build'];
      rest = module;
    } else if (Object.hasOwn(WRAPPERS, name)) {
      rest = afterOptions(rest.slice(1), WRAPPERS[name] as RegExp);
      if (name === 'timeout' || name === 'gtimeout') rest = rest.slice(1);
    } else if (Object.hasOwn(RUNNERS, name) && RUNNERS[name]?.test(rest[1] ?? '')) {
      rest = afterOptions(rest.slice(2), /^(?:-p|--package|-n|--name|--with|--extra|--group|--python)$/);
    } else if ((name === 'docker' || name === 'podman') && rest.some((word) => word === 'exec' || word === 'run')) {
      // Options, then the container or service, then the program.
      rest = afterOptions(
        rest.slice(rest.findIndex((word) => word === 'exec' || word === 'run') + 1),
        /^-[ewuv]$|^--(?:env|user|workdir|volume|name)$/,
      ).slice(1);
      if (rest.length === 0) return words;
    } else if (name === 'php' || (name === 'node' && /node_modules/.test(rest[1] ?? ''))) {
      if (rest[1] === undefined || rest[1].startsWith('-')) return rest;
      rest = rest.slice(1);
    } else return rest;
  }
  return rest;
}

function afterOptions(words: ShellWords, withValue: RegExp): ShellWords {
  let at = 0;
  while (words[at]?.startsWith('-') && words[at] !== '-') {
    if (words[at] === '--') return words.slice(at + 1);
    at += withValue.test(words[at] as string) ? 2 : 1;
  }
  return words.slice(at);
}

/** `bash -c '…'`: what the inner shell runs. */
function shellWithin(words: ShellWords): string | undefined {
  if (!/^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? '')) return undefined;
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return flag > 0 ? words[flag + 1] : undefined;
}

/** `out=$(…)`: it ends as what is inside. */
const substitution = (words: ShellWords): string | undefined =>
  words.length === 1 ? /^\w+=\$\((.*)\)$/s.exec(words[0] as string)?.[1] : undefined;

/** `npm --prefix web test`, `make -C src`: the folder that the program itself is told. */
function folderOf(words: ShellWords): string | undefined {
  if (!words.some((word) => word.startsWith('-'))) return undefined;
  const at = words.findIndex((word) => /^(?:--prefix|-C|--cwd|--dir|--project|--manifest-path)$/.test(word));
  if (at > 0) return words[at + 1];
  return words.map((word) => /^(?:--prefix|--cwd|--dir)=(.+)$/.exec(word)?.[1]).find(Boolean);
}

/** Whether passing `later` says that what failed in `earlier` is in order now. */
export function makesUpFor(later: CommandPart, earlier: CommandPart): boolean {
  return (
    later.kind === earlier.kind &&
    later.family === earlier.family &&
    (later.tool === earlier.tool || later.tool === undefined || earlier.tool === undefined) &&
    later.folder === earlier.folder &&
    (later.targets.length === 0 ||
      (earlier.targets.length > 0 && earlier.targets.every((target) => later.targets.includes(target))))
  );
}
