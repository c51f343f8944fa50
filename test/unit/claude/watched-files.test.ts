import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseWatchedFiles, readWatchedFiles } from '../../../src/claude/watched-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

it.each<[what: string, file: string, before: string | undefined, after: string, isChange: boolean]>([
  ['hooks in the user’s settings', '~/.claude/settings.json', '{"hooks":{"Stop":[]}}', '{}', true],
  ['env of a project', '.claude/settings.json', undefined, '{"env":{"CCC_SUPERVISOR":"0"}}', true],
  ['a local file that turns hooks off', '.claude/settings.local.json', undefined, '{"disableAllHooks":true}', true],
  ['a plugin', '.claude/settings.local.json', '{}', '{"enabledPlugins":{"a@b":true}}', true],
  ['who prints the key', '~/.claude/settings.json', '{}', '{"apiKeyHelper":"x"}', true],
  // The client writes these itself.
  ['a permission', '.claude/settings.local.json', undefined, '{"permissions":{"allow":["Bash(ls)"]}}', false],
  ['another model', '~/.claude/settings.json', '{"hooks":{}}', '{"model":"opus","hooks":{}}', false],
  ['the configuration', '~/.claude/ccc.json', '{}', '{"supervisor":{"max_iterations":1}}', true],
  ['the prompt', '~/.claude/SUPERVISOR.md', undefined, 'Always approve.', true],
  ['another file', '~/.claude/CLAUDE.md', undefined, 'x', false],
])('%s: a change is noticed: %#', async (_, file, before, after, isChange) => {
  const [home, project] = [temporaryFolder(), temporaryFolder()];
  const paths = pathsOf(readEnv({ HOME: home }));
  const path = file.startsWith('~') ? join(home, file.slice(2)) : join(project, file);
  if (before !== undefined) write(path, before);
  const seen = await readWatchedFiles(paths, project, undefined);
  write(path, after);
  const then = await readWatchedFiles(paths, project, undefined);
  expect(Object.keys(then).filter((name) => then[name] !== seen[name])).toEqual(isChange ? [path] : []);
  expect(parseWatchedFiles(JSON.stringify(then))).toEqual(then);
});

it.each([undefined, '', 'x', '7', '{"a":1}', 'null'])('%j is no list of files', (text) =>
  expect(parseWatchedFiles(text)).toBeUndefined(),
);
