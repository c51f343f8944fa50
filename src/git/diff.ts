import { join } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';
import { baseTree } from './base-commit.ts';
import { type Changes, COMPARE } from './changes.ts';
import { GitReader, type ReadLimits } from './git-reader.ts';

/** One line that was added or removed. `path` is where it is now, or was if its file is gone. */
export type OnLine = (path: string, line: string, sign: 1 | -1) => void;

const MOST_BYTES = 4 * 1024 * 1024;
const LARGEST_FILE = 256 * 1024;

/** Every line by which the work tree differs from the base. Says whether all of it was read. */
export async function readDifference(
  changes: Changes,
  env: Readonly<Record<string, string | undefined>>,
  onLine: OnLine,
  bounds?: ReadLimits,
): Promise<{ cut: boolean }> {
  const { root, base, contentUnread } = changes;
  if (contentUnread || changes.files.length === 0) return { cut: contentUnread || changes.cut };
  const looking = new GitReader(env, bounds);
  const listed = new Set(changes.files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
  const inDifference = new Set<string>();
  const tree = await baseTree(root, base, looking);
  const args = ['diff', ...COMPARE, ...['-U0', '--inter-hunk-context=0'], '--src-prefix=a/', '--dst-prefix=b/', tree];
  const said = await looking.git(root, [...args, '--'], { maxBytes: MOST_BYTES });
  readPatch(
    said.stdout.toString('utf8'),
    (path) => inDifference.add(path),
    (path, line, sign) => {
      if (listed.has(path)) onLine(path, line, sign);
    },
  );
  const unread = readUntracked(changes, inDifference, onLine, looking);
  return { cut: unread || said.cut || said.code !== 0 };
}

/** A patch without context. What a line is, only the counts in the head of its part tell: content may look like a head. */
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

/** `a/src/x.ts`, `"a/with\ttab"`, `/dev/null`; a tab follows a name with a blank in it. */
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

/** Files that git does not know yet are added line by line. */
function readUntracked(changes: Changes, known: ReadonlySet<string>, onLine: OnLine, looking: GitReader): boolean {
  let room = MOST_BYTES;
  let cut = false;
  for (const { path, how } of changes.files) {
    if (how !== 'added' || known.has(path)) continue;
    if (looking.isOver()) return true;
    const content = room > 0 ? contentOf(join(changes.root, path), Math.min(room, LARGEST_FILE)) : undefined;
    cut ||= room <= 0 || content?.cut === true;
    if (!content) continue;
    room -= content.text.length;
    for (const line of content.text.split('\n')) onLine(path, line, 1);
  }
  return cut;
}

/** Its beginning; undefined for what is no text, or no file. */
function contentOf(path: string, most: number): { text: string; cut: boolean } | undefined {
  const { bytes, size } = readRegular(path, { maxBytes: most }) ?? {};
  if (bytes === undefined || bytes.subarray(0, 8192).includes(0)) return undefined;
  return { text: bytes.toString('utf8'), cut: (size ?? 0) > bytes.length };
}
