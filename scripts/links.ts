import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { headings, links } from './markdown.ts';

/** `repository` and `base` are the projects in `eval/`. */
const NOT_OURS = ['node_modules', 'dist', 'coverage', '.git', '.tmp', 'repository', 'base'];

/** What is wrong with the links in the Markdown files below `root`: `file:line: link: what to do`. Asks no network. */
export const brokenLinks = (root: string): string[] =>
  markdownIn(root).flatMap((file) =>
    links(readFileSync(file, 'utf8')).flatMap(({ target, line }) => {
      const wrong = isExternal(target) ? badAddress(target) : badPath(target, file, root);
      return wrong ? [`${relative(root, file)}:${line}: ${target}: ${wrong}`] : [];
    }),
  );

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_OURS.includes(entry.name)) return [];
    if (entry.isDirectory()) return markdownIn(path);
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : [];
  });
}

const isExternal = (target: string) => /^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//');

function badAddress(target: string): string | undefined {
  if (!target.startsWith('https://')) return 'write a full address that begins with https://';
  const host = URL.canParse(target) ? new URL(target).hostname : '';
  return /^[\w-]+(?:\.[\w-]+)+$/.test(host) ? undefined : 'this is no address; write https://host/path';
}

function badPath(target: string, file: string, root: string): string | undefined {
  const [path = '', anchor] = target.split('#', 2).map(decoded);
  const to = path === '' ? file : resolve(dirname(file), path);
  if (path.startsWith('/') || relative(root, to).startsWith('..')) return 'link to a path within this repository';
  if (!isThere(to, root)) return 'there is no such file; correct the path (upper and lower case count)';
  if (anchor === undefined) return undefined;
  if (!to.endsWith('.md')) return 'only a Markdown file has headings to link to; leave the # out';
  const anchors = headings(readFileSync(to, 'utf8')).map((heading) => heading.anchor);
  return anchors.includes(anchor) ? undefined : `no such heading there; there are: #${anchors.join(' #')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** To the letter, also where the file system does not tell upper from lower case. */
const isThere = (path: string, root: string): boolean =>
  path === root ||
  (existsSync(path) && readdirSync(dirname(path)).includes(basename(path)) && isThere(dirname(path), root));
