import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LaunchConfig } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { secretsIn } from '../platform/redact.ts';
import { quoteForShell } from '../platform/shell.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const OTHERS_READ = 0o044;
const OTHERS_WRITE = 0o022;
const ANYBODY_WRITES = 0o002;
const OTHERS = 0o077;

/** Whether what only we should read and write is only ours. `config` is undefined if it could not be read. */
export function checkFiles(paths: Paths, config: LaunchConfig | undefined, words: DoctorMessages): Finding[] {
  // Windows has no such bits and no such owners.
  if (process.getuid === undefined) return [];
  const findings = [
    ...configFindings(paths.configFile, config, words),
    ...folderFindings(dirname(paths.configFile), words),
    ...ownFolderFindings(paths.dir, words),
    ...ownerFindings(
      [dirname(paths.configFile), paths.configFile, paths.dir, ...filesBelow(paths.dir)],
      process.getuid(),
      words,
    ),
  ];
  return findings.length > 0 ? findings : [ok('files.private', words.filesPrivate)];
}

function configFindings(path: string, config: LaunchConfig | undefined, words: DoctorMessages): Finding[] {
  const mode = statOf(path)?.mode ?? 0;
  const fix = words.run(`chmod 600 ${quoteForShell(path)}`);
  if (mode & OTHERS_WRITE) return [problem('files.config', words.othersWrite(path), fix)];
  if (!(mode & OTHERS_READ)) return [];
  return config === undefined || holdsKey(config)
    ? [problem('files.config', words.othersReadKey(path), fix)]
    : [warning('files.config', words.othersRead(path), fix)];
}

/** A key itself, not the name of a variable that has it. */
export function holdsKey(config: LaunchConfig): boolean {
  const literal = (variables: unknown) =>
    secretsIn((variables ?? {}) as Record<string, string>).some((value) => !/^\$\{\w+\}$/.test(value));
  return literal(config.settings.env) || [...config.providers.values()].some(({ env }) => literal(env));
}

/** Whoever may write here may put another ccc.json in place of ours. */
function folderFindings(dir: string, words: DoctorMessages): Finding[] {
  const stat = statOf(dir);
  if (!stat) return [];
  const fix = words.run(`chmod go-w ${quoteForShell(dir)}`);
  const say = stat.mode & ANYBODY_WRITES ? problem : warning;
  return [
    ...(stat.mode & OTHERS_WRITE ? [say('files.folder', words.othersWrite(dir), fix)] : []),
    ...(isWritable(dir)
      ? []
      : [problem('files.folder', words.notWritable(dir), words.run(`chmod u+rwx ${quoteForShell(dir)}`))]),
  ];
}

function ownFolderFindings(dir: string, words: DoctorMessages): Finding[] {
  const stat = statOf(dir);
  if (!stat?.isDirectory()) return [];
  const open = filesBelow(dir).filter((path) => (statOf(path)?.mode ?? 0) & OTHERS);
  const all = stat.mode & OTHERS ? [dir, ...open] : open;
  const fix = words.run(`chmod -R go-rwx ${quoteForShell(dir)}`);
  return [
    ...(all.length > 0 ? [warning('files.own', words.openFiles(all.slice(0, 3), all.length), fix)] : []),
    ...(isWritable(dir)
      ? []
      : [problem('files.own', words.notWritable(dir), words.run(`chmod u+rwx ${quoteForShell(dir)}`))]),
  ];
}

export function ownerFindings(paths: string[], us: number, words: DoctorMessages): Finding[] {
  const foreign = paths.filter((path) => (statOf(path)?.uid ?? us) !== us);
  // Of a folder and what is in it, the folder is enough.
  const topmost = foreign.filter((path) => !foreign.includes(dirname(path))).slice(0, 5);
  return topmost.map((path) =>
    problem(
      'files.owner',
      words.foreignOwner(path, statOf(path)?.uid ?? us, us),
      words.run(`sudo chown -R ${us} ${quoteForShell(path)}`),
    ),
  );
}

/** Links are left out: they have no mode of their own, and our locks are some. */
function filesBelow(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
