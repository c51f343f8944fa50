import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceDocuments } from '../../../scripts/reference/evidence-programs.ts';
import { readConfig } from '../../../src/config/config-file.ts';
import { analyseCommand } from '../../../src/evidence/commands/parts.ts';
import { BY_NAME, BY_SUBCOMMAND, FORMATTERS, TASK_RUNNERS } from '../../../src/evidence/commands/programs.ts';
import { ROOT } from '../../support/builds.ts';
import { temporaryFolder, write } from '../folder.ts';

const PAGES = ['docs/evidence.md', 'docs/evidence.zh-CN.md'];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe.each(PAGES)('%s', (path) => {
  it('has the programs as the tables have them now', () =>
    expect(read(path), `${path} is out of date: npm run docs`).toBe(evidenceDocuments(ROOT)[path]));

  it('names every program', () => {
    const all = [BY_NAME, BY_SUBCOMMAND, FORMATTERS, TASK_RUNNERS].flatMap((table) => [...table.keys()]);
    const named = new Set([...read(path).matchAll(/`([^`\s]+)[^`]*`/g)].map((match) => match[1]));
    expect(all.filter((name) => !named.has(name))).toEqual([]);
  });

  it('shows a ccc.json that is accepted, and whose runner is recognised', async () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(read(path)) ?? [];
    const { problems, supervisor } = await readConfig(write(join(temporaryFolder(), 'ccc.json'), text));
    expect(problems).toEqual([]);
    const { parts } = analyseCommand('sudo timeout 60 ./ci.sh', { runners: supervisor.runners });
    expect(parts.map(({ kind }) => kind)).toEqual(['test']);
  });
});

/** The cells of the table give a command each; what they say has to be true of it. */
it('every program in the table is of the kind of its column', () => {
  const rows = [...read('docs/evidence.md').matchAll(/^\| .* \|$/gm)].map(([row]) => row.slice(2, -2).split(' | '));
  const table = rows.slice(rows.findIndex(([first]) => first === 'ecosystem'));
  const end = table.findIndex(([first]) => first === 'other');
  const [head = [], ...lines] = table.slice(0, end + 1);
  expect(lines.length).toBeGreaterThan(20);
  const wrong = lines.flatMap((cells) =>
    cells.flatMap((cell, column) => {
      const commands = [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
      // A name alone needs words that the table does not give: `mvn`, `cmake`.
      const whole = commands.filter((command) => !BY_SUBCOMMAND.has(command) && command !== 'cmake');
      return whole.filter((command) => analyseCommand(command).parts[0]?.kind !== head[column]);
    }),
  );
  expect(wrong).toEqual([]);
});
