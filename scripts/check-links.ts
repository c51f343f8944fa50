/** `npm run check:links`: every link in every Markdown file leads somewhere. Asks no network. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { headings, type Link, links } from './markdown.ts';

const ROOT = resolve(import.meta.dirname, '..');
const NOT_OURS = ['node_modules', 'dist', 'coverage', '.git', '.tmp'];

const files = markdownIn(ROOT);
const complaints = files.flatMap((file) =>
  links(readFileSync(file, 'utf8')).flatMap((link) => {
    const wrong = external(link.target) ? badAddress(link) : badPath(file, link);
    return wrong ? [`${relative(ROOT, file)}:${link.line}: ${link.target}: ${wrong}`] : [];
  }),
);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_OURS.includes(entry.name)) return [];
    if (entry.isDirectory()) return markdownIn(path);
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : [];
  });
}

function external(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//');
}

function badAddress({ target }: Link): string | undefined {
  if (!target.startsWith('https://')) return 'write a full address that begins with https://';
  const host = URL.canParse(target) ? new URL(target).hostname : '';
  return /^[\w-]+(?:\.[\w-]+)+$/.test(host) ? undefined : 'this is no address; write https://host/path';
}

function badPath(file: string, { target }: Link): string | undefined {
  const [path = '', anchor] = target.split('#', 2).map(decoded);
  const to = path === '' ? file : resolve(dirname(file), path);
  if (path.startsWith('/') || relative(ROOT, to).startsWith('..')) return 'link to a path within this repository';
  if (!hasExactly(to)) return 'there is no such file; correct the path (upper and lower case count)';
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

/** Also where the file system does not tell upper from lower case. */
function hasExactly(path: string): boolean {
  if (path === ROOT) return true;
  return existsSync(path) && readdirSync(dirname(path)).includes(basename(path)) && hasExactly(dirname(path));
}
