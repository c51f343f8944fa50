import { spawnSync } from 'node:child_process';
import { isatty } from 'node:tty';
import type { Env } from '../config/env.ts';
import { providerMessages } from '../i18n/providers.ts';
import { redactor, secretsIn } from '../platform/redact.ts';
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
  const run = spawnSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    env: env.all as NodeJS.ProcessEnv,
    // A password manager may ask on the terminal; what is piped to us is for the client.
    stdio: [isatty(0) ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
  });
  const key = run.stdout?.trim() ?? '';
  const failed = (how: string) => {
    const said = redactor([...secretsIn(env.all), key])((run.stderr ?? '').trim()).slice(0, 300);
    return new UserError(messages.keyCommandFailed(provider, setting, how, said), messages.keyCommandFix);
  };
  if (run.signal === 'SIGKILL' && (run.error as NodeJS.ErrnoException)?.code === 'ETIMEDOUT')
    throw failed(messages.keyCommandSlow(seconds));
  if (key.includes('\n')) throw failed(messages.keyCommandLines);
  if (run.status !== 0) throw failed(messages.keyCommandExit(run.signal ?? run.status ?? 127));
  if (key === '') throw failed(messages.keyCommandEmpty);
  return key;
}
