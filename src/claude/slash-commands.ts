import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { both } from '../i18n/both.ts';
import type { Language } from '../i18n/language.ts';
import { readTextIfExists, replaceUnlocked } from '../platform/private-file.ts';

/** Marks a file as ours. A user who removes this line keeps the file as it is. */
const OWN_MARK = '<!-- Written by ccc, which keeps it up to date. Remove this line to make the file yours. -->';

export const COMMANDS = ['supervisor', 'supervisoroff'] as const;

export const isSlashCommand = (word: string): boolean => (COMMANDS as readonly string[]).includes(word);

/** Writes the two commands into Claude Code's folder where they are missing or ours. Returns the paths written. */
export function writeSlashCommands(folder: string, program: string, language: Language): string[] {
  return slashCommandsToWrite(folder, program, language).map(({ path, text }) => {
    replaceUnlocked(path, text);
    return path;
  });
}

export const slashCommandsToWrite = (folder: string, program: string, language: Language) =>
  COMMANDS.map((name) => ({ path: join(folder, `${name}.md`), text: commandText(name, program, language) })).filter(
    ({ path, text }) => {
      const existing = readTextIfExists(path);
      return existing === undefined || (isOurs(existing) && existing !== text);
    },
  );

/** Commands with our names that we did not write. */
export const foreignCommands = (folder: string): { name: string; path: string }[] =>
  COMMANDS.map((name) => ({ name, path: join(folder, `${name}.md`) })).filter(({ path }) => {
    const existing = readTextIfExists(path);
    return existing !== undefined && !isOurs(existing);
  });

/** The paths of those that we wrote. */
export const ourSlashCommands = (folder: string): string[] =>
  COMMANDS.map((name) => join(folder, `${name}.md`)).filter((path) => {
    const existing = readTextIfExists(path);
    return existing !== undefined && isOurs(existing);
  });

export function removeSlashCommands(paths: string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

export const isOurs = (text: string): boolean => text.includes(OWN_MARK);

/**
 * `allowed-tools` lets the shell line run without a permission prompt. It names the exact command, because it also applies
 * to the worker's own calls in that turn, and `disable-model-invocation` keeps the worker from calling the command:
 * otherwise it could turn off its own supervision.
 */
export function commandText(name: (typeof COMMANDS)[number], program: string, language: Language): string {
  const messages = MESSAGES[language];
  const [mode, description, rest] =
    name === 'supervisor' ? (['on', messages.on, ON] as const) : (['off', messages.off, OFF] as const);
  return `---
description: ${JSON.stringify(description)}
${name === 'supervisor' ? `argument-hint: ${JSON.stringify(messages.task)}\n` : ''}allowed-tools: ${JSON.stringify(`Bash(${program} supervisor-mode ${mode})`)}
disable-model-invocation: true
---

${OWN_MARK}

!\`${program} supervisor-mode ${mode}\`

${rest}
`;
}

/** Read by the worker, so in English only. */
const ON = `$ARGUMENTS

(If nothing is asked for above, go on with what was asked for last. If nothing was asked for yet, say in one sentence that supervision is on, and wait.)`;

const OFF = 'Supervision of this session is off now. Say so in one sentence and do nothing else.';

const MESSAGES = both(
  {
    on: 'ccc: review the work before Claude may stop',
    off: 'ccc: turn off supervision of this session',
    task: '[task]',
  },
  { on: 'ccc：停止前先审查工作', off: 'ccc：关闭对本会话的监督', task: '[任务]' },
);
