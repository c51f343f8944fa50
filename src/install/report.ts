import type { Installed } from '../commands/install.ts';
import type { Uninstalled } from '../commands/uninstall.ts';
import type { InstallMessages } from '../i18n/install.ts';
import { placeAt } from '../platform/json/parse.ts';
import { applied, type TextChange } from '../platform/json/text.ts';
import type { SettingsNote } from './settings-checks.ts';
import type { SettingsTarget } from './settings-target.ts';

/** Every change as lines with `-` and `+`: only what is ours, because the lines around it may hold secrets. */
export function listing(path: string, text: string, changes: TextChange[]): string[] {
  let current = text;
  return changes.flatMap((change) => {
    const { at, removed, inserted } = change;
    const before = current;
    current = applied(before, change);
    const [seen, shown] = removed ? [before, removed] : [current, inserted];
    const { line } = placeAt(seen, at + shown.search(/[^\s,]/));
    return [`@@ ${path}:${line} @@`, ...linesOf('-', removed), ...linesOf('+', inserted)];
  });
}

const linesOf = (sign: string, text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^\s*,?$/.test(line))
    .map((line) => `${sign} ${line}`.trimEnd());

export function noteIn(messages: InstallMessages, note: SettingsNote): string {
  switch (note.kind) {
    case 'this-machine':
      return messages.thisMachine;
    case 'not-loaded':
      return messages.notLoaded(note);
    case 'hooks-disabled':
      return messages.hooksDisabled;
    case 'temporary-program':
      return messages.temporary(note.program);
    case 'other-copy':
      return messages.otherCopy(note.path);
    case 'by-hand':
      return messages.byHand(note.events);
  }
}

interface Done {
  changed: boolean;
  backup: string | undefined;
  changes: string[];
  commands: string[];
  notes: SettingsNote[];
}

/** For programs: the same in every language. */
export function jsonReport(
  { scope, path, file, dryRun }: SettingsTarget,
  done: Done & Partial<Installed & Uninstalled>,
) {
  const report = {
    scope,
    settings: path,
    file,
    dry_run: dryRun,
    changed: done.changed,
    ...(done.fileRemoved === undefined ? {} : { file_removed: done.fileRemoved }),
    ...(done.command === undefined ? {} : { command: done.command, timeout_seconds: done.timeoutSeconds }),
    changes: done.changes,
    backup: done.backup ?? null,
    commands: done.commands,
    notes: done.notes,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
