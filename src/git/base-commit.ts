import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';
import { CLOCK_STEP_MS } from './change-queries.ts';
import type { GitReader } from './git-reader.ts';

/** What the work tree is compared with. */
export interface Base {
  /** What HEAD was at the moment; null: nothing had been committed yet. */
  base: string | null;
  /** What HEAD is now. */
  head: string | null;
  /** The log of HEAD does not reach back, or names a commit that is gone: there may be more changes. */
  truncated: boolean;
  failed: boolean;
}

/**
 * What HEAD was then, by git's log of HEAD: right also in a linked work tree and after an amend or a rebase. The times in
 * the log are those that whoever committed gave; in a copy of a repository there is nothing better.
 */
export async function baseCommit(
  root: string,
  since: Date | undefined,
  reader: GitReader,
  isCopy: boolean,
): Promise<Base> {
  const [asked, at] = await Promise.all([
    reader.git(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    reader.git(root, ['rev-parse', '--git-path', 'logs/HEAD', '--git-path', 'objects']),
  ]);
  const head = asked.code === 0 ? asked.stdout.toString('utf8').trim() : null;
  const [, logPath, objects] = /^(.*logs\/HEAD)\n(.*)\n$/s.exec(at.stdout.toString('utf8')) ?? [];
  // Exit code 1: there is no commit yet.
  const failed = (asked.code !== 0 && asked.code !== 1) || !logPath || !objects;
  if (since === undefined || failed) return { base: head, head, truncated: failed, failed };
  const log = readHeadLog(resolve(root, logPath));
  const first = log[0];
  if (first === undefined) return { base: head, head, truncated: head !== null, failed };
  const next = firstMoveSince(log, since, isCopy ? () => false : objectsMadeSince(resolve(root, objects), since));
  const ids = baseCandidates(log, next);
  // Two candidates that differ: a line between them is gone.
  const truncated = (next === 0 && !isNothing(first.from)) || new Set(ids).size > 1;
  for (const id of ids) {
    if (isNothing(id)) return { base: null, head, truncated, failed };
    if (id === head) return { base: head, head, truncated, failed };
    const known = await reader.git(root, ['cat-file', '-e', `${id}^{commit}`]);
    if (known.code === 0) return { base: id, head, truncated, failed };
  }
  // A commit that was garbage-collected cannot be compared with.
  return { base: head, head, truncated: true, failed };
}

const isNothing = (id: string) => /^0+$/.test(id);

/** Each costs a system call. */
const MAX_MOVES_CHECKED = 100;

/** The first move after the moment, by its own date or because the commit that it leads to was made after it. */
function firstMoveSince(log: HeadMove[], since: Date, isMadeSince: (id: string) => boolean): number {
  const dated = log.findIndex(({ seconds }) => seconds * 1000 > since.getTime());
  const end = dated === -1 ? log.length : dated;
  const from = Math.max(0, end - MAX_MOVES_CHECKED);
  const forged = log.slice(from, end).findIndex(({ to }) => isMadeSince(to));
  return forged === -1 ? end : from + forged;
}

/**
 * Tells whether an object was written after the moment. Nobody can set when a file came to be; unlike its ctime, that does
 * not change when a local clone links to it. Nothing is known of a packed object, nor in a repository that is itself newer
 * than the moment, because it may be a copy.
 */
function objectsMadeSince(folder: string, since: Date): (id: string) => boolean {
  const isMadeSince = (path: string): boolean | undefined => {
    const bornMs = bornAt(path);
    return bornMs ? bornMs + CLOCK_STEP_MS >= since.getTime() : undefined;
  };
  if (isMadeSince(folder) !== false) return () => false;
  return (id) => isMadeSince(join(folder, id.slice(0, 2), id.slice(2))) === true;
}

/** Undefined: there is no such file. Zero: the file system does not say. */
function bornAt(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.birthtimeMs;
  } catch {
    return undefined;
  }
}

/** Where the first move after the moment came from. The line before it may have a forged date, or be gone. */
function baseCandidates(log: HeadMove[], next: number): string[] {
  if (next === 0) return [beginning(log[0] as HeadMove)];
  const last = (log[next - 1] as HeadMove).to;
  const from = log[next]?.from;
  return from === undefined || isNothing(from) ? [last] : [from, last];
}

/** Before the first commit there was nothing; but a clone or a linked work tree begins with commits made elsewhere. */
const beginning = ({ from, to, what }: HeadMove): string => (isNothing(from) && !what.startsWith('commit') ? to : from);

/** A repository without a commit is compared with the empty tree. */
export async function baseTree(root: string, base: string | null, reader: GitReader): Promise<string> {
  if (base !== null) return base;
  const { stdout } = await reader.git(root, ['hash-object', '-t', 'tree', '--stdin'], { input: '' });
  return stdout.toString('utf8').trim();
}

/** A move of HEAD. */
interface HeadMove {
  from: string;
  to: string;
  seconds: number;
  what: string;
}

/** The end of the log: thousands of moves. */
const MAX_LOG_BYTES = 1024 * 1024;

const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*> (\d+) [+-]\d{4}(?:\t(.*))?$/;

/** Git's log of HEAD, the oldest move first. Lines of another form are left out. */
function readHeadLog(path: string): HeadMove[] {
  const text = readRegular(path, { maxBytes: MAX_LOG_BYTES, from: 'end' })?.bytes.toString('utf8') ?? '';
  return text.split('\n').flatMap((line) => {
    const [, from, to, seconds, what = ''] = LINE.exec(line) ?? [];
    return from && to ? [{ from, to, seconds: Number(seconds), what }] : [];
  });
}
