import { ourSlashCommands, removeSlashCommands } from '../claude/slash-commands.ts';
import type { Env } from '../config/env.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';
import { removeUsersFile, replaceUsersFile, resolveLinks } from '../platform/user-file.ts';
import { backUp, InstallRecords } from './install-record.ts';
import * as check from './settings-checks.ts';
import { diffLines } from './settings-diff.ts';
import { withoutOurHooks } from './settings-edit.ts';
import {
  assertUnchanged,
  byteOrderMark,
  readSettings,
  type SettingsTarget,
  withFileErrors,
  withInstallLock,
} from './settings-target.ts';

export interface UninstallResult {
  /** With `dryRun`: whether the file would be changed. */
  changed: boolean;
  /** The file did not exist before `install` and has nothing else in it: it is, or would be, removed. */
  fileRemoved: boolean;
  changes: string[];
  backup: string | undefined;
  notes: check.SettingsNote[];
}

/**
 * `ccc uninstall`: removes the hooks, and the slash commands unless hooks elsewhere still use them. The commands also
 * without hooks here: a launch writes them too, and they would be left behind when the program is removed.
 */
export function uninstall(target: SettingsTarget, env: Env): UninstallResult & { commands: string[] } {
  const { paths, path, dryRun, messages } = target;
  return withFileErrors(path, messages, () => {
    const hooks = uninstallHooks(target, env);
    const ours = ourSlashCommands(paths.claudeCommands);
    const other = otherInstallation(target);
    if (other !== undefined) {
      const kept = ours.length > 0 ? [{ kind: 'commands-kept' as const, path: other }] : [];
      return { ...hooks, notes: kept, commands: [] };
    }
    if (!dryRun) removeSlashCommands(ours);
    return { ...hooks, commands: ours };
  });
}

/** Another settings file that starts our hook: one that install has recorded and that still does, or the user's own. */
function otherInstallation({ file, paths }: SettingsTarget): string | undefined {
  const candidates = [...new InstallRecords(paths).files(), resolveLinks(paths.claudeSettings)];
  return candidates.find((other) => other !== file && startsOurHook(other));
}

function startsOurHook(file: string): boolean {
  try {
    return check.startsUs(readSettings(file).text);
  } catch {
    return false;
  }
}

export function uninstallHooks(target: SettingsTarget, env: Env): UninstallResult {
  const { changes, result } = planUninstall(target);
  const due = changes.length > 0 && !target.dryRun;
  // Planned again under the lock: another uninstall may have been faster.
  const backup = due
    ? withInstallLock(target, (assertHeld) => apply(target, planUninstall(target), assertHeld))
    : undefined;
  return {
    changed: changes.length > 0,
    fileRemoved: result.kind === 'removed',
    changes: changes.map(redactor(secretsIn(env.all))),
    backup,
    notes: [],
  };
}

interface UninstallPlan {
  /** The file as it is now; undefined if there is none. */
  contents: string | undefined;
  result: { kind: 'unchanged' } | { kind: 'removed'; folder: string | undefined } | { kind: 'text'; contents: string };
  recorded: boolean;
  changes: string[];
}

function planUninstall({ path, file, paths, messages }: SettingsTarget): UninstallPlan {
  const { contents, text } = readSettings(file);
  if (contents === undefined || text.trim() === '')
    return { contents, result: { kind: 'unchanged' }, recorded: false, changes: [] };
  check.refuseBroken({ path, text }, messages);
  const record = new InstallRecords(paths).of(file);
  const edited = withoutOurHooks(text, record);
  const changes = diffLines(path, text, edited.changes);
  const rest = { contents, recorded: record !== undefined, changes };
  if (changes.length === 0) return { ...rest, result: { kind: 'unchanged' } };
  const before = /^\s*\{\s*\}\s*$/.test(edited.text) ? record?.before : undefined;
  if (before?.kind === 'missing') return { ...rest, result: { kind: 'removed', folder: before.folder } };
  const restored = before?.kind === 'blank' ? before.text : byteOrderMark(contents) + edited.text;
  return { ...rest, result: { kind: 'text', contents: restored } };
}

/** Returns the path of the backup, if one was made. */
function apply(
  target: SettingsTarget,
  { contents, result, recorded }: UninstallPlan,
  assertHeld: () => void,
): string | undefined {
  const { file, paths } = target;
  if (result.kind === 'unchanged') return undefined;
  // With a record, install made one.
  const backup = recorded ? undefined : backUp(file, contents as string, paths);
  const lastCheck = () => {
    assertHeld();
    assertUnchanged(target, contents);
  };
  if (result.kind === 'removed') removeUsersFile(file, result.folder, lastCheck);
  else replaceUsersFile(file, result.contents, lastCheck);
  new InstallRecords(paths).set(file, undefined, assertHeld);
  return backup;
}
