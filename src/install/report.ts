import { BLOCK_CAP, BLOCK_CAP_VALUE, hookLabel } from '../claude/hooks.ts';
import { foreignCommands } from '../claude/slash-commands.ts';
import { problemFields } from '../config/problem-fields.ts';
import type { InstallMessages } from '../i18n/install.ts';
import type { InstallResult } from './install.ts';
import type { SettingsNote } from './settings-checks.ts';
import type { SettingsTarget } from './settings-target.ts';
import type { UninstallResult } from './uninstall.ts';

type WithCommands<T> = T & { commands: string[] };

export function installText(target: SettingsTarget, result: WithCommands<InstallResult>): string {
  const { path, file, scope, dryRun, messages, paths } = target;
  const where = shownPath(path, file);
  const undo = scope === 'user' ? 'ccc uninstall' : `ccc uninstall --scope ${scope}`;
  const body = !result.changed
    ? [messages.alreadyInstalled(where)]
    : dryRun
      ? [messages.wouldChange(where), ...result.changes]
      : [
          messages.installed(where),
          messages.hook(result.hooks.map(hookLabel), result.command, result.timeoutSeconds),
          ...(result.replaced.length > 0 ? [messages.replaced(result.replaced.map(hookLabel))] : []),
          ...(result.removed.length > 0 ? [messages.noLonger(result.removed.map(hookLabel))] : []),
          ...(result.cap ? [messages.variable(BLOCK_CAP, BLOCK_CAP_VALUE)] : []),
        ];
  const isLoaded = !result.notes.some(({ kind }) => kind === 'not-loaded');
  const foreign = dryRun ? [] : foreignCommands(paths.claudeCommands);
  return lines([
    ...body,
    ...result.commands.map(messages.command),
    ...foreign.map((command) => messages.commandNotOurs(command.name, command.path)),
    ...(result.backup ? [messages.backup(result.backup)] : []),
    ...result.notes.map((note) => noteText(messages, note)),
    ...(isLoaded && !dryRun ? [messages.unattended] : []),
    ...(dryRun ? [] : [isLoaded ? messages.next + messages.undo(undo) : messages.undo(undo)]),
  ]);
}

export function uninstallText(target: SettingsTarget, result: WithCommands<UninstallResult>): string {
  const { path, file, dryRun, messages } = target;
  const where = shownPath(path, file);
  const body = !result.changed
    ? [messages.notInstalled(where)]
    : dryRun
      ? [(result.fileRemoved ? messages.wouldRemoveFile : messages.wouldChange)(where), ...result.changes]
      : [result.fileRemoved ? messages.fileRemoved(where) : messages.removed(where)];
  return lines([
    ...body,
    ...result.commands.map(dryRun ? messages.wouldRemove : messages.commandRemoved),
    ...(result.backup ? [messages.backup(result.backup)] : []),
    ...result.notes.map((note) => noteText(messages, note)),
  ]);
}

const shownPath = (path: string, file: string) => (file === path ? path : `${path} → ${file}`);

const lines = (all: string[]) => `${all.join('\n')}\n`;

function noteText(messages: InstallMessages, note: SettingsNote): string {
  switch (note.kind) {
    case 'this-machine':
      return messages.pathOfThisMachine;
    case 'not-loaded':
      return messages.notLoaded(note);
    case 'hooks-disabled':
      return messages.hooksDisabled;
    case 'temporary-program':
      return messages.temporary(note.program);
    case 'other-copy':
      return messages.otherCopy(note.path);
    case 'no-stop':
      return messages.stopNotReviewed;
    case 'commands-kept':
      return messages.commandsKept(note.path);
  }
}

/** The report for programs: the same in every language. */
export const reportData = (
  { scope, path, file, dryRun }: SettingsTarget,
  result: WithCommands<InstallResult | UninstallResult>,
) => ({
  scope,
  settings: path,
  file,
  dry_run: dryRun,
  changed: result.changed,
  ...('fileRemoved' in result ? { file_removed: result.fileRemoved } : {}),
  ...('command' in result ? { command: result.command, timeout_seconds: result.timeoutSeconds } : {}),
  changes: result.changes,
  backup: result.backup ?? null,
  commands: result.commands,
  notes: result.notes,
  ...('problems' in result ? { problems: result.problems.map(problemFields) } : {}),
});
