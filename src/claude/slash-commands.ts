import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { both } from '../i18n/both.ts';
import type { Language } from '../i18n/language.ts';
import { readTextIfExists, replaceUnlocked } from '../platform/private-file.ts';
import { quoteForShell } from '../platform/shell.ts';

/** Marks a file as ours. A user who removes this line keeps the file as it is. */
const OWN_MARK = '<!-- Written by ccc, which keeps it up to date. Remove this line to make the file yours. -->';

export const COMMANDS = ['supervisor', 'supervisoroff', 'overrule'] as const;

export const isSlashCommand = (word: string): boolean => (COMMANDS as readonly string[]).includes(word);

/** Writes the commands into Claude Code's folder where they are missing or ours. Returns the paths written. */
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
 * otherwise it could turn off its own supervision, or overrule what it was sent back for. What the user types is never
 * part of the shell line, because the client puts it there as it is, and the shell would run what is quoted in it.
 */
export function commandText(name: (typeof COMMANDS)[number], program: string, language: Language): string {
  const { description, hint } = MESSAGES[language][name];
  const gone = quoteForShell(GONE[language]);
  const command = `${program} ${SHELL_LINES[name]}`;
  const tellsIfGone = name !== 'overrule' && isFile(program);
  const shellLine = tellsIfGone ? `test ! -e ${program} && ! echo ${gone} || ${command}` : command;
  return `---
description: ${JSON.stringify(description)}
${hint ? `argument-hint: ${JSON.stringify(hint)}\n` : ''}allowed-tools: ${JSON.stringify(`Bash(${command})`)}
disable-model-invocation: true
---

${OWN_MARK}

!\`${shellLine}\`

${PROMPTS[name]}
`;
}

/** The single word `ccc` is looked for on PATH; anything else is a path, perhaps in quotes. */
const isFile = (program: string) => program.includes('/');

/**
 * Shown by the client, which then sends nothing, when the program was removed and this file was left behind. `!` makes the
 * line fail; the client checks `test` and `echo` as commands that only read. No brackets: see `slashProgram`. Not in
 * `/overrule`, which fails where there is nothing to overrule: the client then shows the whole line, and this in it.
 */
const GONE = both(
  'ccc is no longer installed here, so nothing is supervised. Install it again, or delete supervisor.md, supervisoroff.md and overrule.md in the folder commands of Claude Code.',
  'ccc 已不在这里，不会有任何监督。请重新安装，或删除 Claude Code 的 commands 目录里的 supervisor.md、supervisoroff.md 和 overrule.md。',
);

type CommandName = (typeof COMMANDS)[number];

/** The hook records what is overruled, from the transcript (hook/overrule.ts): here it is only shown, or an error. */
const SHELL_LINES: Record<CommandName, string> = {
  supervisor: 'supervisor-mode on',
  supervisoroff: 'supervisor-mode off',
  overrule: 'overrule --dry-run',
};

/** Read by the worker, so in English only. */
const PROMPTS: Record<CommandName, string> = {
  supervisor: `$ARGUMENTS

(If ccc says above that this session is not supervised, tell the user that first. If nothing is asked for above, go on with what was asked for last. If nothing was asked for yet, say in one sentence whether supervision is on, and wait.)`,
  supervisoroff: 'Supervision of this session is off now. Say so in one sentence and do nothing else.',
  overrule: `The user overrules this verdict as wrong. Their reason, if they gave one: $ARGUMENTS

(If it sent you back, no longer act on its feedback: say in one sentence that you stop here, and stop. If it refused a question or another call, you may make it again. If it approved the work, go on with what the user says is missing.)`,
};

const MESSAGES = both<Record<CommandName, { description: string; hint?: string }>>(
  {
    supervisor: { description: 'ccc: review the work before Claude may stop', hint: '[task]' },
    supervisoroff: { description: 'ccc: turn off supervision of this session' },
    overrule: { description: 'ccc: the last verdict is wrong', hint: '[why]' },
  },
  {
    supervisor: { description: 'ccc：停止前先审查工作', hint: '[任务]' },
    supervisoroff: { description: 'ccc：关闭对本会话的监督' },
    overrule: { description: 'ccc：最近的结论不对', hint: '[原因]' },
  },
);
