import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/sandbox.ts';

const SRC = join(ROOT, 'src');
const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)))
  .sort();
const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));

const source = (file: string) => readFileSync(join(SRC, file), 'utf8');
const withoutComments = (file: string) => source(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '');

/** Every import of a file, type imports and lazy ones included. */
const importsOf = (file: string) =>
  [...withoutComments(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map((match) => match[1] as string);

/** Those of our own files, as paths below `src/`. */
const localImportsOf = (file: string) =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)))
    .filter((path) => path.endsWith('.ts'));

const map = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

/** The folders of ARCHITECTURE.md's table, in its order: each may import those above it. */
const order = [...map.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] as string);

/** The row that a file belongs to: its deepest folder that has one; files beside the folders belong to `.`. */
const rowOf = (file: string) =>
  order.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ?? '.';

describe('the map is true', () => {
  it('ARCHITECTURE.md names every folder of src/, and no other', () => {
    const folders = sources.map((file) => (file.includes('/') ? file.split('/')[0] : '.'));
    const named = order.filter((folder) => !folder.includes('/'));
    expect([...named].sort()).toEqual([...new Set(folders)].sort());
    expect(order.filter((folder) => !sources.some((file) => rowOf(file) === folder))).toEqual([]);
  });

  it.each(order)('%s imports only folders above it', (folder) => {
    const wrong = sources
      .filter((file) => rowOf(file) === folder)
      .flatMap((file) => localImportsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => order.indexOf(rowOf(target)) > order.indexOf(folder))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('no file is part of an import cycle, type imports included', () => {
    expect(cycles()).toEqual([]);
  });

  it.each(sources.filter((file) => /^hook\/(protocol|rules)\//.test(file)))(
    '%s is pure: no module of the platform',
    (file) => {
      expect(importsOf(file).filter((name) => name.startsWith('node:'))).toEqual([]);
      expect(localImportsOf(file).filter((target) => !/^hook\/(protocol|rules)\//.test(target))).toEqual([]);
    },
  );

  it.each(sources.filter((file) => file.startsWith('history/')))(
    '%s is pure: no clock, nothing of Node but paths',
    (file) => {
      expect(importsOf(file).filter((name) => name.startsWith('node:') && name !== 'node:path')).toEqual([]);
      expect(withoutComments(file)).not.toMatch(/new Date\(\)|Date\.now|performance\./);
    },
  );

  it.each([
    ['the Agent SDK is imported', /(?:from|import\()\s*'@anthropic-ai\/claude-agent-sdk'/, ['review/agent-sdk.ts']],
    ['the OpenTelemetry SDK is imported', /(?:from|import\()\s*'@opentelemetry\//, ['deliver/otel.ts']],
    ['the environment is read', /process\.env\b/, ['config/env.ts']],
    ['stdout and stderr are written', /process\.std(?:out|err)\b|\bconsole\.|writeSync\(/, ['platform/output.ts']],
    ['processes are started', /node:child_process/, ['platform/spawn.ts']],
    ['the process is ended', /process\.exit\(/, ['main.ts']],
    ['the file of the program itself is asked for', /import\.meta/, []],
  ])('%s in one place', (_, pattern, places) => {
    expect(sources.filter((file) => pattern.test(withoutComments(file)))).toEqual(places);
  });
});

/** Groups of files that import each other, found by Tarjan's algorithm. */
function cycles(): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) as number);
    stack.push(file);
    for (const target of localImportsOf(file)) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file) as number, low.get(target) as number));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const file of sources) if (!index.has(file)) visit(file);
  return found;
}
