import { type HookEntry, ourHooks, type RegisteredHook, runsCccHook } from '../claude/hooks.ts';
import { slashCommandsToWrite, writeSlashCommands } from '../claude/slash-commands.ts';
import { type ConfigProblem, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { assertParsed } from '../config/launch-config.ts';
import { installedProgram, slashProgram } from '../config/own-program.ts';
import { launchMessages } from '../i18n/launch.ts';
import { treeOf } from '../platform/json/tree.ts';
import { UserError } from '../platform/user-error.ts';
import { missingFolder, replaceUsersFile } from '../platform/user-file.ts';
import { backUp, type InstallRecord, InstallRecords } from './install-record.ts';
import * as check from './settings-checks.ts';
import { diffLines } from './settings-diff.ts';
import { hasOurHooks, withOurHooks } from './settings-edit.ts';
import {
  assertUnchanged,
  byteOrderMark,
  fileError,
  readSettings,
  type SettingsTarget,
  withInstallLock,
} from './settings-target.ts';

export interface InstallResult {
  /** With `dryRun`: whether the file would be changed. */
  changed: boolean;
  command: string;
  timeoutSeconds: number;
  /** What the hooks are registered for afterwards. */
  hooks: RegisteredHook[];
  /** What hooks of ours were, or would be, removed for: events that `ccc.json` does not ask for any more. */
  removed: RegisteredHook[];
  /** The same for events that it still asks for, in another form. */
  replaced: RegisteredHook[];
  /** Whether the variable `BLOCK_CAP` was, or would be, added. */
  cap: boolean;
  /** What was, or would be, written, as `diffLines` shows it. */
  changes: string[];
  backup: string | undefined;
  notes: check.SettingsNote[];
  /** What is wrong in `ccc.json`: the hooks are those of the defaults there. */
  problems: ConfigProblem[];
}

/** `ccc install`: the hooks into the settings file, and the slash commands. */
export async function install(target: SettingsTarget, env: Env): Promise<InstallResult & { commands: string[] }> {
  try {
    const hooks = await installHooks(target, env);
    return { ...hooks, commands: installSlashCommands(target, env) };
  } catch (error) {
    throw fileError(target.path, target.messages, error);
  }
}

/** The paths of the slash commands that were, or would be, written. */
function installSlashCommands({ dryRun, paths }: SettingsTarget, env: Env): string[] {
  return dryRun
    ? slashCommandsToWrite(paths.claudeCommands, installedProgram(env.path), env.language).map(({ path }) => path)
    : writeSlashCommands(paths.claudeCommands, slashProgram(env.path, paths.programLink), env.language);
}

export async function installHooks(target: SettingsTarget, env: Env): Promise<InstallResult> {
  const { paths, messages } = target;
  const program = installedProgram(env.path);
  const command = `${program} supervisor-hook`;
  if (!runsCccHook(command))
    throw new UserError(messages.programName(program), messages.programNameFix, { code: 'program-name' });
  const config = await readConfig(paths.configFile);
  // The defaults would replace a set that the user asked for.
  assertParsed(config, paths.configFile, env.language);
  const { supervisor, problems } = config;
  const wanted = ourHooks(program, supervisor, launchMessages[env.language]);

  const { text, edited, changes } = planInstall(target, wanted);
  const isWanted = (event: string) => wanted.some((entry) => entry.event === event);
  const due = changes.length > 0 && !target.dryRun;
  // Planned again under the lock: another install may have been faster.
  const backup = due
    ? withInstallLock(target, (assertHeld) => apply(target, planInstall(target, wanted), assertHeld))
    : undefined;
  return {
    changed: changes.length > 0,
    command,
    timeoutSeconds: supervisor.timeoutSeconds,
    hooks: wanted,
    removed: edited.removed.filter(({ event }) => !isWanted(event)),
    replaced: edited.removed.filter(({ event }) => isWanted(event)),
    cap: edited.parts.cap,
    changes,
    backup,
    notes: [...check.notesOn(target.dryRun ? text : edited.text), ...installNotes(target, program, wanted)],
    problems,
  };
}

interface InstallPlan {
  /** The file as it is now; undefined if there is none. */
  contents: string | undefined;
  /** The settings in it: an empty file counts as empty settings. */
  text: string;
  edited: ReturnType<typeof withOurHooks>;
  changes: string[];
}

function planInstall(target: SettingsTarget, wanted: HookEntry[]): InstallPlan {
  const { path, file, paths, messages } = target;
  const { contents, text: inFile } = readSettings(file);
  const text = inFile.trim() === '' ? `{}${inFile.includes('\r\n') ? '\r\n' : '\n'}` : inFile;
  check.refuseBroken({ path, text }, messages);
  check.refuseWrongTypes({ path, text }, wanted, messages);
  check.refuseBesidePlugin([...usersSettings(target), { path, text }], messages);
  const edited = withOurHooks(text, wanted, new InstallRecords(paths).of(file));
  return { contents, text, edited, changes: diffLines(path, text, edited.changes) };
}

/** Returns the path of the backup, if one was made. */
function apply(target: SettingsTarget, plan: InstallPlan, assertHeld: () => void): string | undefined {
  const { file, paths } = target;
  const { contents, edited, changes } = plan;
  if (changes.length === 0) return undefined;
  const records = new InstallRecords(paths);
  const old = records.of(file);
  // With a record, the backup was made by an earlier install.
  const backup = contents?.trim() && old === undefined ? backUp(file, contents, paths) : undefined;
  records.set(file, recordOf(file, plan, old), assertHeld);
  try {
    replaceUsersFile(file, byteOrderMark(contents) + edited.text, () => {
      assertHeld();
      assertUnchanged(target, contents);
    });
  } catch (error) {
    records.set(file, old, assertHeld);
    throw error;
  }
  return backup;
}

/**
 * What uninstall has to know about the file. A second install adds to the record of the first. Hooks of ours without a
 * record stay without one: how the file was before is not known any more.
 */
function recordOf(
  file: string,
  { contents, text, edited: { parts } }: InstallPlan,
  old: InstallRecord | undefined,
): InstallRecord | undefined {
  if (hasOurHooks(treeOf(text)))
    return (
      old && {
        before: old.before,
        hollow: [...new Set([...old.hollow, ...parts.hollow])],
        cap: old.cap || parts.cap,
      }
    );
  if (contents === undefined) return { before: { kind: 'missing', folder: missingFolder(file) }, ...parts };
  return { before: contents.trim() === '' ? { kind: 'blank', text: contents } : { kind: 'settings' }, ...parts };
}

/** The user's own settings, which also apply in a project. */
function usersSettings(target: SettingsTarget): check.SettingsText[] {
  const path = target.paths.claudeSettings;
  try {
    return target.scope === 'user' ? [] : [{ path, text: readSettings(path).text }];
  } catch {
    return [];
  }
}

function installNotes(target: SettingsTarget, program: string, wanted: HookEntry[]): check.SettingsNote[] {
  const other = usersSettings(target).find(({ text }) => check.startsOtherCommand(text, wanted));
  const temporary = /[\\/](?:_npx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/.test(program);
  return [
    ...(target.scope === 'project' ? [{ kind: 'this-machine' as const }] : []),
    ...(temporary ? [{ kind: 'temporary-program' as const, program }] : []),
    ...(other ? [{ kind: 'other-copy' as const, path: other.path }] : []),
    ...(wanted.some(({ event }) => event === 'Stop') ? [] : [{ kind: 'no-stop' as const }]),
  ];
}
