import { readdirSync, readFileSync } from 'node:fs';
import { withoutCredentials } from '../config/credential-variables.ts';
import { runSync } from '../platform/spawn.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Every process that a check starts inherits this variable, and is found by it even after it left the process group. */
const CHECK_TAG = 'CCC_CHECK';

/**
 * Variables of the session, not of the user: a tool that finds them takes itself to run inside Claude Code or a review.
 * `CCC_DEPTH` stays, so that a check that starts `ccc` cannot do so without end.
 */
const SESSION_VARIABLES =
  /^(?:CLAUDECODE|CLAUDE_CODE_.*|CLAUDE_EFFORT|CLAUDE_ENV_FILE|CLAUDE_PID|CCC_SUPERVISOR(?:_HOOK|_ID)?|CCC_LAUNCH_SETTINGS|CCC_PROVIDER|CCC_STATUSLINE)$/;

/** The user's own environment with the tag. A check inside a check has both tags. */
export function checkEnvironment(env: Env, tag: string): Record<string, string> {
  const inherited = Object.entries(withoutCredentials(env)).filter(
    (variable): variable is [string, string] => variable[1] !== undefined && !SESSION_VARIABLES.test(variable[0]),
  );
  const tags = env[CHECK_TAG] ? `${env[CHECK_TAG]}.${tag}` : tag;
  // Most tools then ask no questions, draw no progress bars and do not watch files.
  return { CI: 'true', ...Object.fromEntries(inherited), [CHECK_TAG]: tags };
}

/** The ids of all processes with this tag. */
export function taggedProcesses(tag: string): number[] {
  try {
    return process.platform === 'linux' ? fromProc(tag) : fromPs(tag);
  } catch {
    return [];
  }
}

function fromProc(tag: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasTagInFile(`/proc/${name}/environ`, tag))
    .map(Number);
}

/** False for a process of another user, whose environment cannot be read, and for one that has ended. */
function hasTagInFile(environ: string, tag: string): boolean {
  try {
    const variables = readFileSync(environ, 'latin1');
    return variables.includes(tag) && variables.split('\0').some((variable) => hasTag(variable, tag));
  } catch {
    return false;
  }
}

/** With -E the environment follows the command. macOS hides it for programs of the system. */
function fromPs(tag: string): number[] {
  return runSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { maxBytes: 256 * 1024 * 1024 })
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes(tag) && line.split(' ').some((word) => hasTag(word, tag)))
    .map((line) => Number.parseInt(line.trim(), 10));
}

const hasTag = (variable: string, tag: string) =>
  variable.startsWith(`${CHECK_TAG}=`) &&
  variable
    .slice(CHECK_TAG.length + 1)
    .split('.')
    .includes(tag);
