import { programMessages } from '../i18n/program.ts';
import { UserError } from '../platform/user-error.ts';
import type { Env } from './env.ts';

/**
 * The agent can run commands like the user: inside a session it could trust, install or choose what only the user may. An
 * agent that hides where it is (`env -u CLAUDECODE …`) can do what the user can; nothing here can tell.
 */
export function refuseInSession(env: Env, command: string): void {
  const messages = programMessages[env.language];
  if (env.insideClient)
    throw new UserError(messages.inSession(command), messages.inSessionFix(command), { code: 'in-session' });
}
