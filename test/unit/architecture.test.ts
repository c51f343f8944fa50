import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/sandbox.ts';

const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(join(ROOT, 'src'), join(entry.parentPath, entry.name)))
  .sort();

const source = (file: string) => readFileSync(join(ROOT, 'src', file), 'utf8');
const importsOf = (file: string) =>
  [...source(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] as string);

describe('the map is true', () => {
  it('ARCHITECTURE.md names every file of src/, and no other', () => {
    const map = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const tree = /```\nsrc\/\n([\s\S]*?)```/.exec(map)?.[1] ?? '';
    const named: string[] = [];
    let folder = '';
    for (const line of tree.split('\n')) {
      const [, indent, name] = /^( +)(\S+)/.exec(line) ?? [];
      if (!indent || !name) continue;
      if (name.endsWith('/')) folder = name;
      else named.push(indent.length > 2 ? `${folder}${name}` : name);
    }
    expect(named.sort()).toEqual(files);
  });

  it.each(files.filter((file) => /^(protocol|supervisor)\//.test(file)))(
    '%s is pure: no module of the platform',
    (file) => {
      expect(importsOf(file).filter((name) => name.startsWith('node:'))).toEqual([]);
    },
  );

  it.each([
    ['the Agent SDK is imported', /(?:from|import\()\s*'@anthropic-ai\/claude-agent-sdk'/, ['review/agent-sdk.ts']],
    ['the environment is read', /process\.env\b/, ['config/env.ts']],
    ['stdout and stderr are written', /process\.std(?:out|err)\b|\bconsole\.|writeSync\(/, ['speech.ts']],
    ['the process is ended', /process\.exit\(/, ['main.ts']],
    ['the file of the program itself is asked for', /import\.meta/, []],
  ])('%s in one place', (_, pattern, places) => {
    const withoutComments = (file: string) => source(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(files.filter((file) => file.endsWith('.ts') && pattern.test(withoutComments(file)))).toEqual(places);
  });

  it('rules import neither stores nor reviewers', () => {
    const inner = files.filter((file) => /^(protocol|supervisor)\//.test(file));
    const outward = inner.flatMap((file) =>
      importsOf(file).filter((name) => /\/(store|review|claude|config|commands)\//.test(name)),
    );
    expect(outward).toEqual([]);
  });
});
