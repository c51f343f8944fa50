import { isatty } from 'node:tty';
import type { Env } from '../config/env.ts';
import { providerMessages } from '../i18n/providers.ts';
import { redactor, secretsIn } from '../platform/redact.ts';
import { type ProcessResult, runSync } from '../platform/spawn.ts';
import { UserError } from '../platform/user-error.ts';

/** Long enough for a password manager to ask its question. */
const SECONDS = 30;

/**
 * The key that a shell command prints. The command is the user's own, from their own `ccc.json`. What it prints is a
 * secret, also when it fails.
 */
export function keyFrom(
  command: string,
  { provider, key: setting }: { provider: string; key: 'api_key_command' | 'apiKeyHelper' },
  env: Env,
  seconds = SECONDS,
): string {
  const messages = providerMessages[env.language];
  const { end, stdout, stderr } = runSync('/bin/sh', ['-c', command], {
    env: env.all,
    // A password manager may ask on the terminal; what is piped to us is for the client.
    ...(isatty(0) && { stdin: 'inherit' }),
    collectStderr: true,
    timeoutMs: seconds * 1000,
  });
  const key = stdout.toString().trim();
  const failed = (how: string) => {
    const said = redactor([...secretsIn(env.all), key])(stderr.toString().trim()).slice(0, 300);
    return new UserError(messages.keyCommandFailed(provider, setting, how, said), messages.keyCommandFix);
  };
  if (end.kind === 'timed-out') throw failed(messages.keyCommandSlow(seconds));
  if (key.includes('\n')) throw failed(messages.keyCommandLines);
  if (end.kind !== 'exited' || end.code !== 0) throw failed(messages.keyCommandExit(exitShown(end)));
  if (key === '') throw failed(messages.keyCommandEmpty);
  return key;
}

/** As a shell would tell it: a command that cannot be started has the code 127. */
function exitShown(end: ProcessResult['end']): string | number {
  if (end.kind === 'exited') return end.signal ?? end.code ?? 127;
  return end.kind === 'not-started' ? 127 : 'SIGKILL';
}
