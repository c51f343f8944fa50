import { join } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';
import { baseTree } from './base-commit.ts';
import { type ChangedFile, SAFE_DIFF } from './change-queries.ts';
import type { Changes } from './changes.ts';
import { GitReader, type ReadLimits } from './git-reader.ts';

/** One line that was added or removed. `path` is where its file is now, or was if it is gone. */
export type OnLine = (path: string, line: string, sign: 1 | -1) => void;

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_FILE_BYTES = 256 * 1024;

/** Every line by which the work tree differs from the base. `truncated`: not all of it was read. */
export async function readDifference(
  changes: Changes,
  env: Readonly<Record<string, string | undefined>>,
  onLine: OnLine,
  limits?: ReadLimits,
): Promise<{ truncated: boolean }> {
  const { root, base, contentUnread } = changes;
  if (contentUnread || changes.files.length === 0) return { truncated: contentUnread || changes.truncated };
  const reader = new GitReader(env, limits);
  const listed = new Set(changes.files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
  const inDifference = new Set<string>();
  const tree = await baseTree(root, base, reader);
  const args = ['diff', ...SAFE_DIFF, ...['-U0', '--inter-hunk-context=0'], '--src-prefix=a/', '--dst-prefix=b/', tree];
  const result = await reader.git(root, [...args, '--'], { maxBytes: MAX_BYTES });
  const patch = result.stdout.toString('utf8');
  readPatch(
    patch,
    (path) => inDifference.add(path),
    (path, line, sign) => {
      if (listed.has(path)) onLine(path, line, sign);
    },
  );
  const unread = readUntracked(changes, inDifference, onLine, reader);
  const hidden = changes.files.filter(({ path, how }) => how !== 'added' && !inDifference.has(path));
  const isHidden = hidden.length > 0 && !result.truncated && result.code === 0;
  const left = isHidden ? await readHidden(changes, hidden.filter(isHiddenIn(patch)), tree, onLine, reader) : false;
  return { truncated: unread || left || result.truncated || result.code !== 0 };
}

/**
 * Git shows no line of a file that an attribute, a setting or a zero byte makes a binary one, and nothing at all of one
 * that it was told to assume unchanged. A file that was only moved, or has another mode, has a heading and no line.
 */
const isHiddenIn =
  (patch: string) =>
  ({ path, from }: ChangedFile): boolean =>
    !patch.includes(` b/${path}\n`) ||
    [path, from].some((name) => name && patch.includes(`Binary files a/${name} and `));

const MAX_HIDDEN_FILES = 50;

/** Reads both contents of files whose difference git does not show. Lines that are in both cancel each other out. */
async function readHidden(
  { root }: Changes,
  files: readonly ChangedFile[],
  tree: string,
  onLine: OnLine,
  reader: GitReader,
): Promise<boolean> {
  let truncated = files.length > MAX_HIDDEN_FILES;
  for (const { path, from, how } of files.slice(0, MAX_HIDDEN_FILES)) {
    if (reader.isTimeUp()) return true;
    const blob = ['cat-file', 'blob', `${tree}:${from ?? path}`];
    const before = await reader.git(root, blob, { maxBytes: MAX_FILE_BYTES });
    const after = how === 'deleted' ? undefined : contentOf(join(root, path), MAX_FILE_BYTES);
    truncated ||= before.truncated || after?.truncated === true;
    if (before.code === 0 && isText(before.stdout))
      for (const line of before.stdout.toString('utf8').split('\n')) onLine(path, line, -1);
    for (const line of after?.text.split('\n') ?? []) onLine(path, line, 1);
  }
  return truncated;
}

/** A patch without context. Lines are counted by the hunk's header, because content may look like a header. */
export function readPatch(patch: string, onFile: (path: string) => void, onLine: OnLine): void {
  let before = '';
  let path = '';
  let removed = 0;
  let added = 0;
  for (const line of patch.split('\n')) {
    if (removed > 0 && line.startsWith('-')) {
      removed--;
      onLine(path, line.slice(1), -1);
    } else if (added > 0 && line.startsWith('+')) {
      added--;
      onLine(path, line.slice(1), 1);
    } else if (line.startsWith('--- ')) before = nameIn(line.slice(4));
    else if (line.startsWith('+++ ')) {
      const after = nameIn(line.slice(4));
      path = after === '' ? before : after;
      onFile(path);
    } else if (line.startsWith('@@ ')) {
      const [, less, more] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
      removed = Number(less ?? 1);
      added = Number(more ?? 1);
    }
  }
}

/** `a/src/x.ts`, `"a/with\ttab"`, `/dev/null`; a name with a blank in it is followed by a tab. */
function nameIn(text: string): string {
  const name = text.startsWith('"') ? unquoted(text) : text.replace(/\t$/, '');
  return name === '/dev/null' ? '' : name.replace(/^[ab]\//, '');
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unquoted(text: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, escaped, plain] of text.slice(1, text.lastIndexOf('"')).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g))
    bytes.push(
      octal
        ? Buffer.from([Number.parseInt(octal, 8)])
        : Buffer.from(escaped ? (ESCAPES[escaped] ?? escaped) : (plain ?? '')),
    );
  return Buffer.concat(bytes).toString('utf8');
}

/** Every line of an untracked file counts as added. */
function readUntracked(changes: Changes, known: ReadonlySet<string>, onLine: OnLine, reader: GitReader): boolean {
  let room = MAX_BYTES;
  let truncated = false;
  for (const { path, how } of changes.files) {
    if (how !== 'added' || known.has(path)) continue;
    if (reader.isTimeUp()) return true;
    const content = room > 0 ? contentOf(join(changes.root, path), Math.min(room, MAX_FILE_BYTES)) : undefined;
    truncated ||= room <= 0 || content?.truncated === true;
    if (!content) continue;
    room -= content.text.length;
    for (const line of content.text.split('\n')) onLine(path, line, 1);
  }
  return truncated;
}

/** A zero byte alone makes no image of a text: only many control characters do. */
function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 8192);
  let controls = 0;
  for (const byte of start) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) controls++;
  return controls * 20 <= start.length;
}

/** The beginning of a text file; undefined for anything else. */
function contentOf(path: string, most: number): { text: string; truncated: boolean } | undefined {
  const { bytes, size } = readRegular(path, { maxBytes: most }) ?? {};
  if (bytes === undefined || !isText(bytes)) return undefined;
  return { text: bytes.toString('utf8'), truncated: (size ?? 0) > bytes.length };
}
