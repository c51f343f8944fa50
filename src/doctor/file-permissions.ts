import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LaunchConfig } from '../config/launch-config.ts';
import { journalPartsFolder, type Paths } from '../config/paths.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { quoteForShell } from '../platform/shell.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

const OTHERS_READ = 0o044;
const OTHERS_WRITE = 0o022;
const ANYBODY_WRITES = 0o002;
const OTHERS = 0o077;

/** Whether others can read or write the files of `ccc`. `config` is undefined if it could not be read. */
export function diagnoseFilePermissions(
  paths: Paths,
  config: LaunchConfig | undefined,
  messages: DoctorMessages,
): Diagnosis[] {
  // Windows has no permission bits and no numeric owners.
  if (process.getuid === undefined) return [];
  const diagnoses = [
    ...diagnoseConfigFile(paths.configFile, config, messages),
    ...diagnoseConfigFolder(dirname(paths.configFile), messages),
    ...diagnoseCccFolder(paths, messages),
    ...diagnoseOwners(
      [dirname(paths.configFile), paths.configFile, paths.dir, ...filesBelow(paths.dir)],
      process.getuid(),
      messages,
    ),
  ];
  return diagnoses.length > 0 ? diagnoses : [ok('files.private', messages.filesPrivate)];
}

function diagnoseConfigFile(path: string, config: LaunchConfig | undefined, messages: DoctorMessages): Diagnosis[] {
  const mode = statOf(path)?.mode ?? 0;
  const fix = messages.run(`chmod 600 ${quoteForShell(path)}`);
  if (mode & OTHERS_WRITE) return [problem('files.config', messages.othersWrite(path), fix)];
  if (!(mode & OTHERS_READ)) return [];
  return config === undefined || holdsKey(config)
    ? [problem('files.config', messages.othersReadKey(path), fix)]
    : [warning('files.config', messages.othersRead(path), fix)];
}

/** A key itself, not a reference to a variable. */
export function holdsKey(config: LaunchConfig): boolean {
  const literal = (variables: unknown) =>
    secretsIn((variables ?? {}) as Record<string, string>).some((value) => !/^\$\{\w+\}$/.test(value));
  return literal(config.settings.env) || [...config.providers.values()].some(({ env }) => literal(env));
}

/** Whoever can write to this folder can replace ccc.json. */
function diagnoseConfigFolder(dir: string, messages: DoctorMessages): Diagnosis[] {
  const stat = statOf(dir);
  if (!stat) return [];
  const fix = messages.run(`chmod go-w ${quoteForShell(dir)}`);
  const say = stat.mode & ANYBODY_WRITES ? problem : warning;
  return [
    ...(stat.mode & OTHERS_WRITE ? [say('files.folder', messages.othersWrite(dir), fix)] : []),
    ...(isWritable(dir)
      ? []
      : [problem('files.folder', messages.notWritable(dir), messages.run(`chmod u+rwx ${quoteForShell(dir)}`))]),
  ];
}

function diagnoseCccFolder({ dir, journal }: Paths, messages: DoctorMessages): Diagnosis[] {
  const stat = statOf(dir);
  if (!stat?.isDirectory()) return [];
  const open = filesBelow(dir).filter((path) => (statOf(path)?.mode ?? 0) & OTHERS);
  const all = stat.mode & OTHERS ? [dir, ...open] : open;
  const fix = messages.run(`chmod -R go-rwx ${quoteForShell(dir)}`);
  return [
    ...(all.length > 0 ? [warning('files.own', messages.openFiles(all.slice(0, 3), all.length), fix)] : []),
    // Without the second the journal is never put aside, and every lookup reads all of it.
    ...[dir, journalPartsFolder(journal)]
      .filter((folder) => statOf(folder)?.isDirectory() && !isWritable(folder))
      .map((folder) =>
        problem('files.own', messages.notWritable(folder), messages.run(`chmod u+rwx ${quoteForShell(folder)}`)),
      ),
  ];
}

export function diagnoseOwners(paths: string[], us: number, messages: DoctorMessages): Diagnosis[] {
  const foreign = paths.filter((path) => (statOf(path)?.uid ?? us) !== us);
  // A folder stands for everything in it.
  const topmost = foreign.filter((path) => !foreign.includes(dirname(path))).slice(0, 5);
  return topmost.map((path) =>
    problem(
      'files.owner',
      messages.foreignOwner(path, statOf(path)?.uid ?? us, us),
      messages.run(`sudo chown -R ${us} ${quoteForShell(path)}`),
    ),
  );
}

/** Without links: they have no mode of their own, and our locks are links. */
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
