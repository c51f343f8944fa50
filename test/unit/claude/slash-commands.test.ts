import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandText, isOurs, writeSlashCommands } from '../../../src/claude/slash-commands.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

it.each(['en', 'zh'] as const)(
  'the shell line is allowed to the letter, and the worker cannot call it (%s)',
  (language) => {
    for (const [name, words] of [
      ['supervisor', 'supervisor-mode on'],
      ['supervisoroff', 'supervisor-mode off'],
      ['overrule', 'overrule --dry-run'],
    ] as const) {
      const text = commandText(name, "'/a b/ccc'", language);
      if (name === 'overrule') {
        // The client shows the line of a command that fails, as this one does where there is nothing to overrule.
        expect(text).toContain(`\n!\`'/a b/ccc' ${words}\`\n`);
      } else {
        // It says so if the program is gone, and does nothing else if it is there.
        expect(text).toMatch(/^!`test ! -e '\/a b\/ccc' && ! echo '[^'()$`\\]+' \|\| /m);
        expect(text).toContain(` || '/a b/ccc' ${words}\`\n`);
      }
      expect(text).toContain(`allowed-tools: "Bash('/a b/ccc' ${words})"`);
      expect(text).toContain('disable-model-invocation: true');
      expect(isOurs(text)).toBe(true);
    }
    for (const name of ['supervisor', 'overrule'] as const) {
      const text = commandText(name, 'ccc', language);
      expect(text).toContain('$ARGUMENTS');
      // The client puts what is typed into a shell line as it is.
      expect(/!`[^`]*`/.exec(text)?.[0]).not.toContain('$');
    }
  },
);

it('written where absent, renewed where ours, left alone where somebody’s', () => {
  const folder = join(temporaryFolder(), 'commands');
  const [on, off, overrule] = ['supervisor', 'supervisoroff', 'overrule'].map((name) => join(folder, `${name}.md`)) as [
    string,
    string,
    string,
  ];
  expect(writeSlashCommands(folder, 'ccc', 'en')).toEqual([on, off, overrule]);
  expect(modeOf(on)).toBe(0o600);
  expect(writeSlashCommands(folder, 'ccc', 'en')).toEqual([]);
  expect(writeSlashCommands(folder, '/new/ccc', 'en')).toEqual([on, off, overrule]);
  expect(readFileSync(off, 'utf8')).toContain('/new/ccc');
  write(on, 'mine');
  expect(writeSlashCommands(folder, 'ccc', 'en')).toEqual([off, overrule]);
  expect(readFileSync(on, 'utf8')).toBe('mine');
});
