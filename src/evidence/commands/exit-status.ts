import type { Pipeline, ShellWords } from '../../platform/shell.ts';

/** Whether the status of this pipeline is replaced by that of something after it. */
export function isMasked(pipelines: Pipeline[], at: number, errexit: boolean): boolean {
  for (let i = at; i < pipelines.length - 1; i++) {
    const { followedBy } = pipelines[i] as Pipeline;
    const next = pipelines[i + 1]?.programs[0] ?? [];
    if (followedBy === '||' && !(next[0] === 'exit' && next[1] !== '0') && next[0] !== 'false') return true;
    if (followedBy === ';' && !errexit && !(next[0] === 'exit' && /\$|[1-9]/.test(next[1] ?? ''))) return true;
    if (followedBy === ';' || followedBy === '||') return false;
  }
  return false;
}

/** `$?`, or what bash and zsh keep of a pipe. */
const STATUS = /\$\?|\$\{?(?:PIPESTATUS|pipestatus)(?:\[[01]\])?\}?/;

/**
 * A pattern of the line on which a command prints how the pipeline at `at` ended: `; echo "exit: $?"`, or
 * `; rc=$?; …; echo "exit: $rc"`. Only a status that is taken right after the pipeline is its own.
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

/** What a command prints however the pipeline at `at` ended: `; echo OK`. */
export function linesAlwaysPrinted(pipelines: Pipeline[], at: number): string[] {
  return pipelines
    .slice(at + 1)
    .map(({ programs }) => programs[0] ?? [])
    .filter(([name]) => name === 'echo' || name === 'printf')
    .map(echoedText);
}

/** What a command prints only if the pipeline at `at` succeeded, or only if it failed: `&& echo OK || echo BAD`. */
export function echoedByStatus(pipelines: Pipeline[], at: number): { onSuccess?: string; onFailure?: string } {
  const { followedBy } = pipelines[at] as Pipeline;
  const next = pipelines[at + 1];
  const text = plainEcho(next);
  if (followedBy === '||') return text === undefined ? {} : { onFailure: text };
  if (followedBy !== '&&') return {};
  const last = next?.followedBy === '||' ? plainEcho(pipelines[at + 2]) : undefined;
  return { ...(text === undefined ? {} : { onSuccess: text }), ...(last === undefined ? {} : { onFailure: last }) };
}

function plainEcho(pipeline: Pipeline | undefined): string | undefined {
  const [words = []] = pipeline?.programs ?? [];
  if (words[0] !== 'echo' || pipeline?.programs.length !== 1) return undefined;
  const text = echoedText(words).trim();
  return text === '' || /[$`\\]/.test(text) ? undefined : text;
}

const echoedText = (words: ShellWords) => words.slice(/^-[neE]+$/.test(words[1] ?? '') ? 2 : 1).join(' ');

function printedBy(words: ShellWords, variable: RegExp): RegExp | undefined {
  if (words[0] !== 'echo') return undefined;
  const [before, after, ...more] = echoedText(words).split(variable);
  // Other substitutions print what is not known.
  if (before === undefined || after === undefined || more.length > 0 || /[$`\\]/.test(before + after)) return undefined;
  return new RegExp(`^${escapeRegExp(before)}(\\d{1,3})${escapeRegExp(after)}$`, 'gm');
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^{}()|[\]]/g, '\\$&');
