import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandText, isOurs, writeSlashCommands } from '../../../src/claude/slash-commands.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

it.each(['en', 'zh'] as const)(
  'the shell line is allowed to the letter, and the worker cannot call it (%s)',
  (language) => {
    for (const [name, mode] of [
      ['supervisor', 'on'],
      ['supervisoroff', 'off'],
    ] as const) {
      const text = commandText(name, "'/a b/ccc'", language);
      expect(text).toContain(`!\`'/a b/ccc' supervisor-mode ${mode}\``);
      expect(text).toContain(`allowed-tools: "Bash('/a b/ccc' supervisor-mode ${mode})"`);
      expect(text).toContain('disable-model-invocation: true');
      expect(isOurs(text)).toBe(true);
    }
    expect(commandText('supervisor', 'ccc', language)).toContain('$ARGUMENTS');
  },
);

it('written where absent, renewed where ours, left alone where somebody’s', () => {
  const folder = join(temporaryFolder(), 'commands');
  const [on, off] = [join(folder, 'supervisor.md'), join(folder, 'supervisoroff.md')];
  expect(writeSlashCommands(folder, 'ccc', 'en')).toEqual([on, off]);
  expect(modeOf(on)).toBe(0o600);
  expect(writeSlashCommands(folder, 'ccc', 'en')).toEqual([]);
  expect(writeSlashCommands(folder, '/new/ccc', 'en')).toEqual([on, off]);
  expect(readFileSync(off, 'utf8')).toContain('/new/ccc');
  write(on, 'mine');
  expect(writeSlashCommands(folder, 'ccc', 'en')).toEqual([off]);
  expect(readFileSync(on, 'utf8')).toBe('mine');
});
