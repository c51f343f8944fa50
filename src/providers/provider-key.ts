import { isatty } from 'node:tty';
import { cloudIn } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import type { Provider } from '../config/launch-config.ts';
import { providerMessages } from '../i18n/providers.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';
import { type ProcessResult, runSync } from '../platform/spawn.ts';
import { UserError } from '../platform/user-error.ts';

/** Where a provider's key comes from, without running or sending anything. */
export type KeySource =
  | { from: 'file' }
  | { from: 'variable'; variable: string; set: boolean }
  | { from: 'command' }
  /** Claude Code's own `apiKeyHelper`. */
  | { from: 'helper' }
  | { from: 'cloud' }
  | { from: 'login' }
  /** A URL without a key: it cannot be started. */
  | { from: 'nowhere' };

export function keySource(provider: Provider, { all }: Pick<Env, 'all'>): KeySource {
  const { env, settings } = provider;
  if (cloudIn(env)) return { from: 'cloud' };
  if (provider.apiKeyCommand !== undefined) return { from: 'command' };
  const key = env.ANTHROPIC_AUTH_TOKEN || env.ANTHROPIC_API_KEY;
  if (key) {
    const variables = referencesIn(key);
    const variable = variables.find((name) => !all[name]) ?? variables[0];
    return variable === undefined ? { from: 'file' } : { from: 'variable', variable, set: !!all[variable] };
  }
  if (settings.apiKeyHelper) return { from: 'helper' };
  return { from: env.ANTHROPIC_BASE_URL ? 'nowhere' : 'login' };
}

const REFERENCE = /\$\{([^}]*)\}/g;

export const isVariableName = (text: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

/** The variable that is suggested for a provider's key: `KIMI_API_KEY`. */
export const keyVariableFor = (provider: string) =>
  `${provider
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_')
    .replace(/^(?=[0-9])/, '_')}_API_KEY`;

/** What is between the braces of each `${…}` in a value, also where it is not the name of a variable. */
export const referencesIn = (value: string): string[] => [...value.matchAll(REFERENCE)].map((match) => match[1] ?? '');

/** The value with every `${…}` replaced. */
export const replaceReferences = (value: string, replacement: (reference: string) => string): string =>
  value.replaceAll(REFERENCE, (_, reference: string) => replacement(reference));

/** A key travels in a header: a line break from a file, or anything that was pasted with it, cannot. */
export const canBeSent = (key: string) => /^[!-~](?:[ -~]*[!-~])?$/.test(key);

/** Refused here, where the key need not be quoted: the runtime's own error would contain it. */
export function refuseUnsendable(name: string, keys: Record<string, string | undefined>, { language }: Env): void {
  const messages = providerMessages[language];
  for (const [variable, key] of Object.entries(keys))
    if (key && !canBeSent(key))
      throw new UserError(messages.keyInvalid(name, variable), messages.keyInvalidFix, {
        code: 'provider-key-malformed',
      });
}

/** Long enough for the user to unlock a password manager. */
const SECONDS = 30;

/** The key that a shell command prints. What it prints is a secret, also when it fails. */
export function keyFrom(
  command: string,
  { provider, key: setting }: { provider: string; key: 'api_key_command' | 'apiKeyHelper' },
  env: Env,
  seconds = SECONDS,
): string {
  const messages = providerMessages[env.language];
  const { end, stdout, stderr } = runSync('/bin/sh', ['-c', command], {
    env: env.all,
    // A password manager may ask on the terminal; what is piped to us is for Claude Code.
    ...(isatty(0) && { stdin: 'inherit' }),
    collectStderr: true,
    timeoutMs: seconds * 1000,
  });
  const key = stdout.toString().trim();
  const failed = (how: string) => {
    const output = redactor([...secretsIn(env.all), key])(stderr.toString().trim()).slice(0, 300);
    return new UserError(messages.keyCommandFailed(provider, setting, how, output), messages.keyCommandFix, {
      code: 'key-command-failed',
    });
  };
  if (end.kind === 'timed-out') throw failed(messages.keyCommandSlow(seconds));
  if (key.includes('\n')) throw failed(messages.keyCommandLines);
  if (end.kind !== 'exited' || end.code !== 0) throw failed(messages.keyCommandExit(exitShown(end)));
  if (key === '') throw failed(messages.keyCommandEmpty);
  return key;
}

/** As a shell shows it: the code of a command that cannot be started is 127. */
function exitShown(end: ProcessResult['end']): string | number {
  if (end.kind === 'exited') return end.signal ?? end.code ?? 127;
  return end.kind === 'not-started' ? 127 : 'SIGKILL';
}
