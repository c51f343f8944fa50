import { resolve } from 'node:path';
import type { GitReader } from './git-reader.ts';
import { type LogLine, logLines } from './head-log.ts';

/** What the work tree is compared with. */
export interface Base {
  /** What HEAD was at the moment; null: nothing had been committed yet. */
  base: string | null;
  /** What it is now. */
  head: string | null;
  /** The log of HEAD does not reach back, or names what is gone: there may have been more. */
  cut: boolean;
  failed: boolean;
}

/** What HEAD was then: the log that git keeps of it knows, also in a work tree of its own and after an amend. */
export async function baseCommit(root: string, since: Date | undefined, looking: GitReader): Promise<Base> {
  const [asked, at] = await Promise.all([
    looking.git(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    looking.git(root, ['rev-parse', '--git-path', 'logs/HEAD']),
  ]);
  const head = asked.code === 0 ? asked.stdout.toString('utf8').trim() : null;
  // 1: there is no commit yet.
  const failed = (asked.code !== 0 && asked.code !== 1) || at.code !== 0;
  if (since === undefined || failed) return { base: head, head, cut: failed, failed };
  const log = logLines(resolve(root, at.stdout.toString('utf8').replace(/\n$/, '')));
  const first = log[0];
  if (first === undefined) return { base: head, head, cut: head !== null, failed };
  const ids = candidates(log, since);
  // Two that differ: a line between them is gone.
  const cut = (isAfter(first, since) && !isNothing(first.from)) || new Set(ids).size > 1;
  for (const id of ids) {
    if (isNothing(id)) return { base: null, head, cut, failed };
    if (id === head) return { base: head, head, cut, failed };
    const known = await looking.git(root, ['cat-file', '-e', `${id}^{commit}`]);
    if (known.code === 0) return { base: id, head, cut, failed };
  }
  // What was thrown away and collected cannot be compared with.
  return { base: head, head, cut: true, failed };
}

const isAfter = ({ seconds }: LogLine, since: Date) => seconds * 1000 > since.getTime();
const isNothing = (id: string) => /^0+$/.test(id);

/** Where the first move after the moment came from: a line before it may be dated by hand, or be gone. */
function candidates(log: LogLine[], since: Date): string[] {
  const next = log.findIndex((line) => isAfter(line, since));
  if (next === 0) return [beginning(log[0] as LogLine)];
  const last = (log.at(next === -1 ? -1 : next - 1) as LogLine).to;
  const from = log[next]?.from;
  return from === undefined || isNothing(from) ? [last] : [from, last];
}

/** Before the first commit there was nothing. What was cloned, or checked out beside another, was made elsewhere. */
const beginning = ({ from, to, what }: LogLine): string => (isNothing(from) && !what.startsWith('commit') ? to : from);

/** Nothing has a tree too: what a repository without a commit is compared with. */
export async function baseTree(root: string, base: string | null, looking: GitReader): Promise<string> {
  if (base !== null) return base;
  const { stdout } = await looking.git(root, ['hash-object', '-t', 'tree', '--stdin'], { input: '' });
  return stdout.toString('utf8').trim();
}
