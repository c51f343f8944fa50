import type { Paths } from '../config/paths.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { sha256 } from '../platform/sha256.ts';
import { readSettingsFiles, type SettingsFile, withoutDuplicates } from './settings-files.ts';

/** A checksum of what concerns supervision, for each file that decides about it; empty: nothing in it does. */
export type WatchedFiles = Record<string, string>;

/**
 * The parts of Claude Code's settings that decide whether, how and by whom work is reviewed. The client itself writes
 * others into these files, such as a permission that the user grants.
 */
const CONCERNING = [
  ...['hooks', 'env', 'disableAllHooks', 'enabledPlugins', 'extraKnownMarketplaces'],
  ...['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh', 'proxyAuthHelper'],
  ...['forceLoginMethod', 'forceLoginOrgUUID', 'forceLoginGatewayUrl'],
];

/** The files as they are now. `launchSettings` is the private file of the launch, if there is one. */
export async function readWatchedFiles(
  paths: Paths,
  folder: string,
  launchSettings: string | undefined,
): Promise<WatchedFiles> {
  const settings = withoutDuplicates(await readSettingsFiles(paths, folder)).filter(({ scope }) => scope !== 'managed');
  const others = [paths.configFile, paths.prompt, ...(launchSettings ? [launchSettings] : [])];
  return Object.fromEntries([
    ...settings.map((file) => [file.path, checksumOf(file)]),
    ...others.map((path) => [path, fileChecksum(path)]),
  ]);
}

function checksumOf(file: SettingsFile): string {
  // The client ignores a file that is broken.
  if (file.state !== 'read') return '';
  const parts = CONCERNING.filter((key) => file.value[key] !== undefined).map((key) => [key, file.value[key]]);
  return parts.length === 0 ? '' : short(JSON.stringify(parts));
}

export function fileChecksum(path: string): string {
  try {
    const text = readTextIfExists(path);
    return text === undefined ? '' : short(text);
  } catch {
    return '';
  }
}

const short = (text: string) => sha256(text).slice(0, 16);

/** As a launch passes them to its hooks; undefined if it is none. */
export function parseWatchedFiles(text: string | undefined): WatchedFiles | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const isWatched = (entry: [string, unknown]) => typeof entry[1] === 'string';
    return value !== null && typeof value === 'object' && Object.entries(value).every(isWatched)
      ? (value as WatchedFiles)
      : undefined;
  } catch {
    return undefined;
  }
}
