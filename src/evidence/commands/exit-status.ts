import type { Pipeline, ShellWords } from '../../platform/shell.ts';

/** Whether the status of this pipeline is replaced by that of something after it. */
export function isMasked(
  pipelines: Pipeline[],
  at: number,
  errexit: boolean,
  pipefail: boolean,
  position = 0,
): boolean {
  const own = pipelines[at] as Pipeline;
  if (own.isCondition) return true;
  // In a group, `set -e` may not hold: what stands behind the group decides. Left of `&&` it does not.
  const stops = errexit && own.depth === 0 && own.subshells.length === 1 && own.followedBy === ';';
  for (let i = at; i < pipelines.length - 1; i++) {
    const { followedBy } = pipelines[i] as Pipeline;
    const next = pipelines[i + 1] as Pipeline;
    if (isBetweenOthers(own, pipelines[i] as Pipeline, next)) continue;
    if (followedBy === '&') return true;
    const [name, status] = isAlone(next) ? (next.programs[0] ?? []) : [];
    // Out of a subshell the status goes on to what stands behind it.
    const isLast = next.subshells.length === 1;
    if (followedBy === '||') {
      if (name === 'exit' && isFailure(status)) {
        if (isLast) return false;
      } else if (name !== 'false' || next.subshells.length > own.subshells.length) return true;
    } else if (followedBy === ';') {
      if (!isExitWithStatus(pipelines, i, pipefail, i === at ? position : 0)) return !stops;
      if (isLast) return false;
    }
  }
  return false;
}

/** Nothing changes its status or where it prints: no pipe, no redirection, no `!`, no `&`. */
const isAlone = ({ programs, negated, followedBy, writes, reads, discards, toErrors }: Pipeline) =>
  programs.length === 1 &&
  !negated &&
  followedBy !== '&' &&
  writes.length + reads.length === 0 &&
  !discards.output &&
  !toErrors;

/** `own && (a || b)`: what joins the two is inside parentheses that it is not in. */
const isBetweenOthers = (own: Pipeline, one: Pipeline, next: Pipeline) => {
  const around = one.subshells.at(-1) as number;
  return !own.subshells.includes(around) && next.subshells.includes(around);
};

/** The argument of `exit`: nothing, or a number that is no success. 256 is 0. */
const isFailure = (status: string | undefined) =>
  status === undefined || status === '$?' || (/^\d+$/.test(status) && Number(status) % 256 !== 0);

/** `; exit $?`, or `; rc=$?; …; exit $rc`, where it is not set again. */
function isExitWithStatus(pipelines: Pipeline[], at: number, pipefail: boolean, position: number): boolean {
  const own = pipelines[at] as Pipeline;
  if (own.negated) return false;
  const status = statusOf(own, position, pipefail);
  const after = pipelines.slice(at + 1);
  const [next = []] = after[0]?.programs ?? [];
  if (next[0] === 'exit') return isAlone(after[0] as Pipeline) && isWhole(next[1] ?? '$?', status);
  const name = keptIn(after, status);
  const end = after.at(-1) as Pipeline;
  const [word, value = ''] = end.programs[0] ?? [];
  return (
    name !== undefined && word === 'exit' && isAlone(end) && !end.isConditional && isWhole(value, variableIn(name))
  );
}

/** What bash and zsh keep of the first program of a pipe. */
const PIPE_STATUS = /\$\{?PIPESTATUS(?:\[0\])?\}?|\$\{?pipestatus\[1\]\}?/;
/** How the words are written that stand for the status of this program of a pipeline. */
function statusOf({ programs }: Pipeline, position: number, pipefail: boolean): RegExp {
  if (programs.length === 1) return new RegExp(`\\$\\?|${PIPE_STATUS.source}`);
  if (position > 0) return position === programs.length - 1 || pipefail ? /\$\?/ : /$^/;
  return pipefail ? new RegExp(`\\$\\?|${PIPE_STATUS.source}`) : PIPE_STATUS;
}
const isWhole = (word: string, pattern: RegExp) => word !== '' && word.replace(pattern, '') === '';

const variableIn = (name: string) => new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`);

/** The variable that the status is kept in right after it; undefined if there is none, or it may be set again later. */
function keptIn(after: readonly Pipeline[], status: RegExp): string | undefined {
  const [first, ...others] = after;
  const [words = []] = first?.programs ?? [];
  const [, name, value = ''] = (words.length === 1 && /^(\w+)=(.+)$/.exec(words[0] as string)) || [];
  if (name === undefined || !isWhole(value.replaceAll(/^"|"$/g, ''), status)) return undefined;
  return others.some(({ programs }) => programs.some((program) => maySet(program, name))) ? undefined : name;
}

/** Whether a program names a variable other than to read it, or runs what is not in the line. */
function maySet(words: ShellWords, name: string): boolean {
  if (words.some((word) => /^(?:eval|source|\.)$/.test(word))) return true;
  const named = new RegExp(`\\b${name}\\b`);
  // A text may have the name in it.
  const isText = words[0] === 'echo' || (words[0] === 'printf' && words[1] !== '-v');
  return words
    .map((word) => word.replaceAll(new RegExp(variableIn(name), 'g'), ''))
    .some((word) => named.test(word) && (!isText || /\$[({[]/.test(word)));
}

/** The status of the first program is looked at right behind the pipe. */
export const keepsPipeStatus = (pipelines: Pipeline[], at: number): boolean =>
  (pipelines[at + 1]?.programs[0] ?? []).some((word) => PIPE_STATUS.test(word));

/**
 * A pattern of the line on which a command prints how the pipeline at `at` ended: `; echo "exit: $?"`, or
 * `; rc=$?; …; echo "exit: $rc"`. Only a status that is taken right after the pipeline is its own.
 */
export function statusLine(pipelines: Pipeline[], at: number, pipefail: boolean, position = 0): RegExp | undefined {
  let end = at;
  while (pipelines[end]?.followedBy === '&&') end++;
  if (pipelines[end]?.followedBy !== ';' || pipelines.slice(at, end + 1).some(({ negated }) => negated))
    return undefined;
  const status = statusOf(pipelines[end] as Pipeline, end === at ? position : 0, pipefail);
  const after = pipelines.slice(end + 1);
  const [next] = after;
  const [first = []] = next?.programs ?? [];
  if (first[0] === 'echo') return next && printedBy(next, status);
  if (first.length !== 1 || !first[0]?.includes('=')) return undefined;
  const name = keptIn(after, status);
  if (name === undefined) return undefined;
  return after.map((pipeline) => printedBy(pipeline, variableIn(name))).find(Boolean);
}

/** What a command prints only if the pipeline at `at` succeeded, or only if it failed: `&& echo OK || echo BAD`. */
export function echoedByStatus(pipelines: Pipeline[], at: number): { onSuccess?: string; onFailure?: string } {
  const { followedBy, negated } = pipelines[at] as Pipeline;
  if (negated) return {};
  const next = pipelines[at + 1];
  const text = plainEcho(next);
  if (followedBy === '||') return text === undefined ? {} : { onFailure: text };
  if (followedBy !== '&&') return {};
  const last = next?.followedBy === '||' ? plainEcho(pipelines[at + 2]) : undefined;
  // What stands there instead may print the same words.
  if (next?.followedBy === '||' && last === undefined) return {};
  return { ...(text === undefined ? {} : { onSuccess: text }), ...(last === undefined ? {} : { onFailure: last }) };
}

function plainEcho(pipeline: Pipeline | undefined): string | undefined {
  const [words = []] = pipeline?.programs ?? [];
  if (words[0] !== 'echo' || !pipeline || !isAlone(pipeline)) return undefined;
  const text = echoedText(words).trim();
  return text === '' || /[$`\\]/.test(text) ? undefined : text;
}

export const echoedText = (words: ShellWords) => words.slice(/^-[neE]+$/.test(words[1] ?? '') ? 2 : 1).join(' ');

function printedBy(pipeline: Pipeline, variable: RegExp): RegExp | undefined {
  const [words = []] = pipeline.programs;
  if (words[0] !== 'echo' || pipeline.isConditional || !isAlone(pipeline)) return undefined;
  const [before, after, ...more] = echoedText(words).split(variable);
  // Other substitutions print what is not known.
  if (before === undefined || after === undefined || more.length > 0 || /[$`\\]/.test(before + after)) return undefined;
  return new RegExp(`^${escapeRegExp(before)}(\\d{1,3})${escapeRegExp(after)}$`, 'gm');
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^{}()|[\]]/g, '\\$&');
