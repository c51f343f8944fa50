import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname, release } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../../test/support/builds.ts';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { type CaseDefinition, PLACES } from './case.ts';
import { type RecordedSession, shell } from './session.ts';

const EVAL = join(ROOT, 'eval');

/** Writes the folder of a case; returns its size in bytes. */
export function writeCase(kind: string, definition: CaseDefinition, { box, event }: RecordedSession): number {
  const folder = join(EVAL, kind, definition.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const placed = (path: string) => withPlaces(readFileSync(path, 'utf8'), box);
  for (const name of readdirSync(event, { recursive: true, encoding: 'utf8' })) {
    const path = join(event, name);
    if (name === 'event.json' || !statSync(path).isFile()) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), placed(path));
  }
  const times = copyRepository(definition, box, folder);
  const { label, why } = definition;
  const about = { version: 1, label, why, kind, event: JSON.parse(placed(join(event, 'event.json'))), times };
  writeFileSync(join(folder, 'case.json'), `${JSON.stringify(about, null, 2)}\n`);
  const size = readdirSync(folder, { recursive: true, withFileTypes: true });
  return size.reduce((sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0), 0);
}

/** The work tree without what it ignores, and what was committed; returns when each file was last written. */
function copyRepository({ files, git }: CaseDefinition, box: Sandbox, folder: string): Record<string, string> {
  const listed =
    git === false ? 'find . -type f | sed s,^./,,' : 'git ls-files -co --exclude-standard -z | tr "\\0" "\\n"';
  const times: Record<string, string> = {};
  for (const path of shell(box, listed).split('\n').filter(Boolean).sort()) {
    const from = join(box.project, path);
    if (!existsSync(from)) continue;
    cpSync(from, join(folder, 'repository', path), { recursive: true });
    times[path] = statSync(from).mtime.toISOString();
  }
  if (git === false) return times;
  if (Number(shell(box, 'git rev-list --all --count')) > 1) {
    shell(box, `git bundle create -q '${join(folder, 'repository.bundle')}' HEAD --branches`);
    return times;
  }
  for (const [path, text] of Object.entries(files)) {
    const to = join(folder, 'base', path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  return times;
}

/** Without any path of this machine, and without the version of its kernel. */
function withPlaces(text: string, box: Sandbox): string {
  const munged = (path: string) => path.replaceAll(/[^a-zA-Z0-9]/g, '-');
  const placed = text
    .replaceAll(box.project, PLACES.repository)
    .replaceAll(munged(box.project), munged(PLACES.repository))
    .replaceAll(box.home, PLACES.home)
    .replaceAll(join(box.dir, 'tmp'), PLACES.tmp)
    .replaceAll(box.dir, '/case')
    .replaceAll(realpathSync(join(ROOT, 'node_modules')), PLACES.modules)
    .replaceAll(`Linux ${release()}`, 'Linux 6.1.0');
  const name = RegExp(`(?<![\\w-])${hostname()}(?![\\w-])|${homedir()}/|ccc-test-|(?<!/case)/tmp/`).exec(placed);
  if (name)
    throw new Error(`a name of this machine, ${name[0]}, is left: ${placed.slice(name.index - 60, name.index + 60)}`);
  return placed;
}
