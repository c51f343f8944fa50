import { BLOCK_CAP, BLOCK_CAP_VALUE, type HookEntry, OUR_EVENTS, ourHooks, startsOurHook } from '../claude/hooks.ts';
import { dueSlashCommands, foreignCommands, writeSlashCommands } from '../claude/slash-commands.ts';
import type { Env } from '../config/env.ts';
import { installedProgram, slashProgram } from '../config/own-program.ts';
import { readConfig } from '../config/supervisor-config.ts';
import { installHelp } from '../i18n/install-help.ts';
import { launchMessages } from '../i18n/launch.ts';
import { installedFor } from '../install/hooks-in-settings.ts';
import { backUp, type InstallRecord, InstallRecords } from '../install/install-record.ts';
import { jsonReport, listing, noteIn } from '../install/report.ts';
import * as check from '../install/settings-checks.ts';
import { type EditedSettings, type InstalledParts, withOurHooks } from '../install/settings-edit.ts';
import {
  alone,
  markOf,
  readSettings,
  refuseChanged,
  type SettingsTarget,
  targetOf,
  withFiles,
} from '../install/settings-target.ts';
import { treeOf } from '../platform/json/tree.ts';
import { writeStdout } from '../platform/output.ts';
import { UserError } from '../platform/user-error.ts';
import { missingFolder, replaceUsersFile } from '../platform/user-file.ts';

export const help = installHelp;

export async function run(argv: string[], env: Env): Promise<number> {
  const target = targetOf('install', argv, env);
  const { claudeCommands, programLink } = target.paths;
  const commands = () =>
    target.dryRun
      ? dueSlashCommands(claudeCommands, installedProgram(env.path), env.language).map(({ path }) => path)
      : writeSlashCommands(claudeCommands, slashProgram(env.path, programLink), env.language);
  const done = await withFiles(target, () => install(target, env, commands));
  writeStdout(target.json ? jsonReport(target, done) : reportOf(target, done));
  return 0;
}

export interface Installed {
  changed: boolean;
  command: string;
  timeoutSeconds: number;
  /** Whether the variable was, or would be, added. */
  cap: boolean;
  /** What was, or would be, written, as `listing` shows it. */
  changes: string[];
  backup: string | undefined;
  /** The slash commands that were made sure of. */
  commands: string[];
  notes: check.SettingsNote[];
}

/** Writes our hooks into the settings. `alsoCommands` makes sure of the slash commands and returns their paths. */
export async function install(
  target: SettingsTarget,
  env: Env,
  alsoCommands: () => string[] = () => [],
): Promise<Installed> {
  const { paths, messages } = target;
  const program = installedProgram(env.path);
  const command = `${program} supervisor-hook`;
  if (!startsOurHook(command)) throw new UserError(messages.nameless(program), messages.namelessFix);
  const { timeoutSeconds } = (await readConfig(paths.configFile)).supervisor;
  const wanted = ourHooks(program, timeoutSeconds, launchMessages[env.language].reviewing);

  const planned = plan(target, wanted);
  const due = planned.changes.length > 0 && !target.dryRun;
  const backup = due ? alone(target, (stillHeld) => carryOut(target, plan(target, wanted), stillHeld)) : undefined;
  const { edited, changes } = planned;
  const notes = [...check.notesOn(edited.text), ...notesAround(target, program, command)];
  const commands = alsoCommands();
  return {
    changed: changes.length > 0,
    command,
    timeoutSeconds,
    cap: edited.traces.cap,
    changes,
    backup,
    commands,
    notes,
  };
}

interface Plan {
  /** All that is in the file now; undefined if there is none. */
  whole: string | undefined;
  /** The settings in it: an empty file counts as empty settings. */
  text: string;
  edited: EditedSettings & { traces: InstalledParts };
  changes: string[];
}

function plan(target: SettingsTarget, wanted: HookEntry[]): Plan {
  const { path, file, messages } = target;
  const { whole, text: inFile } = readSettings(file);
  const text = inFile.trim() === '' ? `{}${inFile.includes('\r\n') ? '\r\n' : '\n'}` : inFile;
  check.refuseBroken({ path, text }, messages);
  check.refuseMisfit({ path, text }, messages);
  check.refuseBesidePlugin([...usersSettings(target), { path, text }], messages);
  const edited = withOurHooks(text, wanted);
  return { whole, text, edited, changes: listing(path, text, edited.changes) };
}

/** Returns where the copy is, if one was made. */
function carryOut(target: SettingsTarget, planned: Plan, stillHeld: () => void): string | undefined {
  const { file, paths } = target;
  const { whole, text, edited, changes } = planned;
  if (changes.length === 0) return undefined;
  const records = new InstallRecords(paths);
  const old = records.of(file);
  // What is installed already has been copied before.
  const backup = whole?.trim() && old === undefined ? backUp(file, whole, paths) : undefined;
  records.keep(file, recordOf(file, whole, text, edited.traces, old), stillHeld);
  try {
    replaceUsersFile(file, markOf(whole) + edited.text, () => {
      stillHeld();
      refuseChanged(target, whole);
    });
  } catch (error) {
    records.keep(file, old, stillHeld);
    throw error;
  }
  return backup;
}

/**
 * What is to be known of the file when we are taken out again. A second install adds to what the first one knows; where
 * something of ours was found and nothing is known, it stays so: how the file was before cannot be told any more.
 */
function recordOf(
  file: string,
  whole: string | undefined,
  text: string,
  traces: InstalledParts,
  old: InstallRecord | undefined,
): InstallRecord | undefined {
  if (OUR_EVENTS.some(({ event }) => installedFor(treeOf(text), event).length > 0))
    return (
      old && {
        before: old.before,
        hollow: [...new Set([...old.hollow, ...traces.hollow])],
        cap: old.cap || traces.cap,
      }
    );
  if (whole === undefined) return { before: { kind: 'missing', folder: missingFolder(file) }, ...traces };
  return { before: whole.trim() === '' ? { kind: 'blank', text: whole } : { kind: 'settings' }, ...traces };
}

/** The user's own settings, which hold beside those of a project. */
function usersSettings(target: SettingsTarget): check.SettingsText[] {
  const path = target.paths.claudeSettings;
  try {
    return target.scope === 'user' ? [] : [{ path, text: readSettings(path).text }];
  } catch {
    return [];
  }
}

function notesAround(target: SettingsTarget, program: string, command: string): check.SettingsNote[] {
  const other = usersSettings(target).find(({ text }) => check.startsOtherCopy(text, command));
  const passing = /[\\/](?:_npx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/.test(program);
  return [
    ...(target.scope === 'project' ? [{ kind: 'this-machine' as const }] : []),
    ...(passing ? [{ kind: 'temporary-program' as const, program }] : []),
    ...(other ? [{ kind: 'other-copy' as const, path: other.path }] : []),
  ];
}

function reportOf({ path, file, scope, dryRun, messages, paths }: SettingsTarget, done: Installed): string {
  const where = file === path ? path : `${path} → ${file}`;
  const undo = scope === 'user' ? 'ccc uninstall' : `ccc uninstall --scope ${scope}`;
  const events = OUR_EVENTS.map(({ event, matcher }) => (matcher ? `${event} (${matcher})` : event));
  const body = !done.changed
    ? [messages.present(where)]
    : dryRun
      ? [messages.wouldChange(where), ...done.changes]
      : [
          messages.installed(where),
          messages.startsFor(events, done.command, done.timeoutSeconds),
          ...(done.cap ? [messages.variable(BLOCK_CAP, BLOCK_CAP_VALUE)] : []),
        ];
  return [
    ...body,
    ...done.commands.map(messages.command),
    ...(dryRun
      ? []
      : foreignCommands(paths.claudeCommands).map(({ name, path: at }) => messages.commandTheirs(name, at))),
    ...(done.backup ? [messages.backup(done.backup)] : []),
    ...done.notes.map((note) => noteIn(messages, note)),
    ...(dryRun ? [] : [messages.next(undo)]),
    '',
  ].join('\n');
}
