import { withoutCredentials } from '../config/credential-variables.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What is of the session and not of the user: a tool that finds these believes that it runs inside Claude Code, or in a
 * review. `CCC_DEPTH` stays, so that a check that starts `ccc` cannot do so for ever.
 */
const OF_THE_SESSION =
  /^(?:CLAUDECODE|CLAUDE_CODE_.*|CLAUDE_EFFORT|CLAUDE_ENV_FILE|CLAUDE_PID|CCC_SUPERVISOR(?:_HOOK|_ID)?|CCC_LAUNCH_SETTINGS|CCC_PROVIDER|CCC_STATUSLINE)$/;

/** By this everything that a check has started is found again, wherever it went. */
export const CHECK_TAG = 'CCC_CHECK';

/** The user's own environment, as a check gets it. One inside another carries both marks. */
export function checkEnvironment(env: Env, mark: string): Record<string, string> {
  const inherited = Object.entries(withoutCredentials(env)).filter(
    (variable): variable is [string, string] => variable[1] !== undefined && !OF_THE_SESSION.test(variable[0]),
  );
  const marks = env[CHECK_TAG] ? `${env[CHECK_TAG]}.${mark}` : mark;
  // Unasked questions, progress bars and watch modes: most tools know this word for "nobody is looking".
  return { CI: 'true', ...Object.fromEntries(inherited), [CHECK_TAG]: marks };
}
