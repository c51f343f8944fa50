import { dirname, join, resolve } from 'node:path';
import { programMessages } from '../i18n/program.ts';
import { UserError } from '../platform/user-error.ts';
import type { Env } from './env.ts';

/** Every path `ccc` knows. */
export interface Paths {
  configFile: string;
  configLock: string;
  prompt: string;
  /** Everything `ccc` writes is in here. */
  dir: string;
  journal: string;
  state(id: string): string;
  lock(id: string): string;
  log(id: string): string;
  reviewerSettings(name: string): string;
  /** What came of the checks of one folder, by what stood in it. */
  checkResults(key: string): string;
  /** The private settings of one launch, and what is known of it while it runs. */
  launchSettings(tag: string): string;
  launchRecord(tag: string): string;
  /** A launch's settings as a variable names them; undefined for any other file, which might be a repository's. */
  ownLaunch(named: string | undefined): string | undefined;
  /** Files of the user's as they were before a command changed them. */
  backups: string;
  /** A second name for this program, where its own cannot stand in a slash command. */
  programLink: string;
  /** What `ccc install` has written where, so that it can be taken out exactly; and who may do either. */
  installed: string;
  installedLock: string;
  /** Which repositories' own files the user trusts, and about which they have been told; and who may change that. */
  trusted: string;
  trustedLock: string;
  /** Says that taking over settings.json has been offered. */
  takeOverAsked: string;
  /** Claude Code's own folder. Its files are read; a command that changes one says so. */
  claudeDir: string;
  claudeSettings: string;
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
    ownLaunch: (named) =>
      named && dirname(named) === dir && /\/launch-[^/]+\.settings\.json$/.test(named) ? named : undefined,
    launchRecord: (tag) => join(dir, `launch-${tag}.json`),
    backups: join(dir, 'backups'),
    programLink: join(dir, 'bin', 'ccc'),
    installed: join(dir, 'installed.json'),
    installedLock: join(dir, 'installed.lock'),
    trusted: join(dir, 'trusted.json'),
    trustedLock: join(dir, 'trusted.lock'),
    takeOverAsked: join(dir, 'take-over-asked'),
    claudeDir,
    claudeSettings: join(claudeDir, 'settings.json'),
    claudeCommands: join(claudeDir, 'commands'),
    claudeSessions: join(claudeDir, 'sessions'),
    claudeJobs: join(claudeDir, 'jobs'),
    claudePlugins: join(claudeDir, 'plugins'),
  };
}

/** Every folder that may hold the user's own `ccc.json`, in use now or not. What is in there is never a repository's. */
export const ownFolders = ({ configDir, claudeConfigDir, home }: Env): string[] =>
  [configDir, claudeConfigDir, home && join(home, '.claude')].flatMap((folder) => (folder ? [resolve(folder)] : []));

/** Where Claude Code keeps the settings of a scope, for the folder it is started in. */
export function settingsFile(scope: Scope, paths: Paths, folder: string): string {
  if (scope === 'user') return paths.claudeSettings;
  return join(folder, '.claude', scope === 'project' ? 'settings.json' : 'settings.local.json');
}

/** Where an administrator's settings are; nobody's flags override those. */
export const managedSettings = (): string => join(managedFolder(), 'managed-settings.json');

/** Further files of an administrator's, each with a part of the settings. */
export const managedParts = (): string => join(managedFolder(), 'managed-settings.d');

const managedFolder = () =>
  process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code';
