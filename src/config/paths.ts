import { dirname, join, resolve } from 'node:path';
import { programMessages } from '../i18n/program.ts';
import { UserError } from '../platform/user-error.ts';
import type { Env } from './env.ts';

/** Every path `ccc` knows. */
export interface Paths {
  configFile: string;
  configLock: string;
  prompt: string;
  /** For everything that `ccc` writes. */
  dir: string;
  journal: string;
  state(id: string): string;
  lock(id: string): string;
  log(id: string): string;
  reviewerSettings(name: string): string;
  /** The results of the checks in one folder. */
  checkResults(key: string): string;
  /** The private settings of one launch, and its record while it runs. */
  launchSettings(tag: string): string;
  launchRecord(tag: string): string;
  /** The path itself if it is the private settings of a launch; undefined for any other, which a repository might have set. */
  ownLaunch(named: string | undefined): string | undefined;
  /** The launch whose private settings these are; `pid` is its launcher's. */
  launchTag(settings: string | undefined): { name: string; host: string; pid: number } | undefined;
  /** What a hook hands over to be told to others; it loses its name before anything is written into it. */
  delivery(random: string): string;
  /** Copies of the user's files from before a command changed them. */
  backups: string;
  /** A link to this program, for slash commands that its own path cannot be used in. */
  programLink: string;
  /** What `ccc install` wrote, so that `ccc uninstall` removes exactly that; and its lock. */
  installed: string;
  installedLock: string;
  /** What the user trusts, and which notices they have seen; and its lock. */
  trusted: string;
  trustedLock: string;
  /** Exists once the user has declined to import settings.json. */
  importDeclined: string;
  /** Claude Code's own folder. */
  claudeDir: string;
  claudeSettings: string;
  /** What an administrator sets from a server, as the client keeps it. */
  claudeRemoteSettings: string;
  claudeCommands: string;
  claudeSessions: string;
  claudeJobs: string;
  claudePlugins: string;
}

export type Scope = 'user' | 'project' | 'local';

export function pathsOf(env: Env): Paths {
  const messages = programMessages[env.language];
  if (env.home === undefined && env.claudeConfigDir === undefined)
    throw new UserError(messages.noHome, messages.noHomeFix, { code: 'no-home' });
  const claudeDir = resolve(env.claudeConfigDir ?? join(env.home as string, '.claude'));
  const configDir = env.configDir ? resolve(env.configDir) : claudeDir;
  const dir = join(configDir, 'ccc');
  const ownLaunch = (named: string | undefined) =>
    named && dirname(named) === dir && /\/launch-[^/]+\.settings\.json$/.test(named) ? named : undefined;
  return {
    configFile: join(configDir, 'ccc.json'),
    configLock: join(dir, 'config.lock'),
    prompt: join(configDir, 'SUPERVISOR.md'),
    dir,
    journal: join(dir, 'reviews.jsonl'),
    state: (id) => join(dir, `supervisor-${id}.json`),
    lock: (id) => join(dir, `supervisor-${id}.lock`),
    log: (id) => join(dir, `supervisor-${id}.log`),
    reviewerSettings: (name) => join(dir, `reviewer-${name}.settings.json`),
    checkResults: (key) => join(dir, `checks-${key}.json`),
    launchSettings: (tag) => join(dir, `launch-${tag}.settings.json`),
    ownLaunch,
    launchTag: (settings) => {
      const [, name, host, pid] = /\/launch-((.+)\.(\d{1,10}))\.settings\.json$/.exec(ownLaunch(settings) ?? '') ?? [];
      return name && host && pid ? { name, host, pid: Number(pid) } : undefined;
    },
    launchRecord: (tag) => join(dir, `launch-${tag}.json`),
    delivery: (random) => join(dir, `delivery-${random}.json`),
    backups: join(dir, 'backups'),
    programLink: join(dir, 'bin', 'ccc'),
    installed: join(dir, 'installed.json'),
    installedLock: join(dir, 'installed.lock'),
    trusted: join(dir, 'trusted.json'),
    trustedLock: join(dir, 'trusted.lock'),
    importDeclined: join(dir, 'take-over-asked'),
    claudeDir,
    claudeSettings: join(claudeDir, 'settings.json'),
    claudeRemoteSettings: join(claudeDir, 'remote-settings.json'),
    claudeCommands: join(claudeDir, 'commands'),
    claudeSessions: join(claudeDir, 'sessions'),
    claudeJobs: join(claudeDir, 'jobs'),
    claudePlugins: join(claudeDir, 'plugins'),
  };
}

/** The folder of the journal's earlier parts, beside it. */
export const journalPartsFolder = (journal: string): string => journal.replace(/\.jsonl$/, '');

/** Every folder that may hold the user's own `ccc.json`, in use or not. A `ccc.json` there is never a repository's. */
export const ownFolders = ({ configDir, claudeConfigDir, home }: Env): string[] =>
  [configDir, claudeConfigDir, home && join(home, '.claude')].flatMap((folder) => (folder ? [resolve(folder)] : []));

/** The settings file of a scope, for a session in this folder. */
export function settingsFile(scope: Scope, paths: Paths, folder: string): string {
  if (scope === 'user') return paths.claudeSettings;
  return join(folder, '.claude', scope === 'project' ? 'settings.json' : 'settings.local.json');
}

/** The managed settings of an administrator, which nothing overrides. */
export const managedSettings = (): string => join(managedFolder(), 'managed-settings.json');

/** Folder with further managed settings. */
export const managedParts = (): string => join(managedFolder(), 'managed-settings.d');

const managedFolder = () =>
  process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code';
