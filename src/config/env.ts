import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { type Language, languageOf } from '../i18n/language.ts';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment, read in this file only. An empty variable counts as unset. */
export interface Env {
  /** Absolute: the current folder must not become the user's home. Undefined if there is none. */
  home: string | undefined;
  configDir: string | undefined;
  claudeConfigDir: string | undefined;
  supervisorId: string | undefined;
  /** This process runs within a review; the guard against recursion. */
  insideReview: boolean;
  /** This process was started by a check. */
  insideCheck: boolean;
  /** From `CCC_SUPERVISOR`; undefined leaves it to ccc.json. */
  startsSupervised: boolean | undefined;
  /** From `CCC_REQUIRE_APPROVAL`: a run that ends without an approval must not exit with 0. */
  requiresApproval: boolean;
  claude: string | undefined;
  path: string;
  projectDir: string | undefined;
  clientSessionId: string | undefined;
  /** The process of the client that started this one, as it says itself. */
  clientPid: number | undefined;
  /** Started by the shell of a session: `CCC_*` variables belong to that session. */
  insideClient: boolean;
  /** Somebody sits at the session's screen. */
  isAttended: boolean;
  /** Claude Code says that nobody does. */
  isUnattended: boolean;
  /** How many launches this one is nested in. */
  depth: number;
  /** Started by our own status line, which must not start itself. */
  insideStatusLine: boolean;
  /** The provider that the worker was launched with. */
  provider: string | undefined;
  /** The private settings that it was launched with. */
  launchSettings: string | undefined;
  /** Checksums of what decides about supervision, when the session was launched. */
  watchedAtLaunch: string | undefined;
  language: Language;
  /** Everything, for child processes. */
  all: Variables;
  /** What the settings of a repository had set, and `all` does not have. `inFile`: a file still has it. */
  ignored: { name: string; value: string; inFile: boolean }[];
}

export function readEnv(all: Variables = process.env): Env {
  const value = (name: string) => all[name] || undefined;
  return {
    home: homeOf(value('HOME')),
    configDir: value('CCC_CONFIG_DIR'),
    claudeConfigDir: value('CLAUDE_CONFIG_DIR'),
    supervisorId: value('CCC_SUPERVISOR_ID'),
    insideReview: value('CCC_SUPERVISOR_HOOK') === '1',
    insideCheck: value('CCC_CHECK') !== undefined,
    startsSupervised: parseBoolean(value('CCC_SUPERVISOR')),
    // A gate that is misspelled stays closed.
    requiresApproval:
      value('CCC_REQUIRE_APPROVAL') !== undefined && parseBoolean(value('CCC_REQUIRE_APPROVAL')) !== false,
    claude: value('CCC_CLAUDE'),
    path: value('PATH') ?? '',
    projectDir: value('CLAUDE_PROJECT_DIR'),
    clientSessionId: value('CLAUDE_CODE_SESSION_ID'),
    clientPid: pidIn(value('CLAUDE_PID')),
    // Each of these alone is set only inside a session: the worker may unset one of them.
    insideClient: value('CLAUDECODE') !== undefined || value('CLAUDE_CODE_SESSION_ID') !== undefined,
    isAttended: value('CLAUDE_CODE_SESSION_ATTENDED') === '1',
    isUnattended: value('CLAUDE_CODE_SESSION_ATTENDED') === '0',
    depth: Number(/^\d{1,3}$/.exec(value('CCC_DEPTH') ?? '')?.[0] ?? 0),
    insideStatusLine: value('CCC_STATUSLINE') === '1',
    provider: value('CCC_PROVIDER'),
    launchSettings: value('CCC_LAUNCH_SETTINGS'),
    watchedAtLaunch: value('CCC_WATCHED'),
    language: languageOf(value('CCC_LANG') ?? value('LC_ALL') ?? value('LC_MESSAGES') ?? value('LANG')),
    all,
    ignored: [],
  };
}

function pidIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

function homeOf(named: string | undefined): string | undefined {
  if (named && isAbsolute(named)) return named;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}

function parseBoolean(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (/^(?:1|true|yes|on)$/i.test(text)) return true;
  return /^(?:0|false|no|off)$/i.test(text) ? false : undefined;
}
