import { removeSlashCommands } from '../claude/slash-commands.ts';
import type { Env } from '../config/env.ts';
import { uninstallHelp } from '../i18n/install-help.ts';
import { backUp, InstallRecords } from '../install/install-record.ts';
import { jsonReport, listing, noteIn } from '../install/report.ts';
import * as check from '../install/settings-checks.ts';
import { withoutOurHooks } from '../install/settings-edit.ts';
import {
  alone,
  markOf,
  readSettings,
  refuseChanged,
  type SettingsTarget,
  targetOf,
  withFiles,
} from '../install/settings-target.ts';
import { writeStdout } from '../platform/output.ts';
import { redactor, secretsIn } from '../platform/redact.ts';
import { removeUsersFile, replaceUsersFile } from '../platform/user-file.ts';

export const help = uninstallHelp;

export async function run(argv: string[], env: Env): Promise<number> {
  const target = targetOf('uninstall', argv, env);
  // They serve every place we are installed in; a launch puts them back.
  const commands = () =>
    new InstallRecords(target.paths).isEmpty ? removeSlashCommands(target.paths.claudeCommands) : [];
  const done = await withFiles(target, () => uninstall(target, env, commands));
  writeStdout(target.json ? jsonReport(target, done) : reportOf(target, done));
  return 0;
}

export interface Uninstalled {
  changed: boolean;
  /** The file was not there before us and has nothing else in it: it is gone. */
  fileRemoved: boolean;
  changes: string[];
  backup: string | undefined;
  commands: string[];
  notes: check.SettingsNote[];
}

/** Takes out of the settings what `install` writes. `alsoCommands` does so with the slash commands. */
export function uninstall(target: SettingsTarget, env: Env, alsoCommands: () => string[] = () => []): Uninstalled {
  const planned = plan(target);
  const due = planned.changes.length > 0 && !target.dryRun;
  const backup = due ? alone(target, (stillHeld) => carryOut(target, plan(target), stillHeld)) : undefined;
  const { changes, notes, left } = planned;
  return {
    changed: changes.length > 0,
    fileRemoved: left.kind === 'no file',
    changes: changes.map(redactor(secretsIn(env.all))),
    backup,
    commands: due ? alsoCommands() : [],
    notes,
  };
}

interface Plan {
  /** All that is in the file now; undefined if there is none. */
  whole: string | undefined;
  left: { kind: 'as it is' } | { kind: 'no file'; folder: string | undefined } | { kind: 'text'; whole: string };
  recorded: boolean;
  changes: string[];
  notes: check.SettingsNote[];
}

function plan(target: SettingsTarget): Plan {
  const { path, file, paths, messages } = target;
  const { whole, text } = readSettings(file);
  if (whole === undefined || text.trim() === '')
    return { whole, left: { kind: 'as it is' }, recorded: false, changes: [], notes: [] };
  check.refuseBroken({ path, text }, messages);
  const record = new InstallRecords(paths).of(file);
  const edited = withoutOurHooks(text, record);
  const changes = listing(path, text, edited.changes);
  const rest = { whole, recorded: record !== undefined, changes, notes: check.byHandIn(edited.text) };
  if (changes.length === 0) return { ...rest, left: { kind: 'as it is' } };
  const before = /^\s*\{\s*\}\s*$/.test(edited.text) ? record?.before : undefined;
  if (before?.kind === 'missing') return { ...rest, left: { kind: 'no file', folder: before.folder } };
  return {
    ...rest,
    left: { kind: 'text', whole: before?.kind === 'blank' ? before.text : markOf(whole) + edited.text },
  };
}

/** Returns where the copy is, if one was made. */
function carryOut(target: SettingsTarget, { whole, left, recorded }: Plan, stillHeld: () => void): string | undefined {
  const { file, paths } = target;
  if (left.kind === 'as it is') return undefined;
  const backup = recorded ? undefined : backUp(file, whole as string, paths);
  const lastCheck = () => {
    stillHeld();
    refuseChanged(target, whole);
  };
  if (left.kind === 'no file') removeUsersFile(file, left.folder, lastCheck);
  else replaceUsersFile(file, left.whole, lastCheck);
  new InstallRecords(paths).keep(file, undefined, stillHeld);
  return backup;
}

function reportOf({ path, file, dryRun, messages }: SettingsTarget, done: Uninstalled): string {
  const where = file === path ? path : `${path} → ${file}`;
  const body = !done.changed
    ? [messages.absent(where)]
    : dryRun
      ? [messages.wouldChange(where), ...done.changes]
      : [done.fileRemoved ? messages.fileGone(where) : messages.removed(where)];
  return [
    ...body,
    ...done.commands.map(messages.commandGone),
    ...(done.backup ? [messages.backup(done.backup)] : []),
    ...done.notes.map((note) => noteIn(messages, note)),
    '',
  ].join('\n');
}
