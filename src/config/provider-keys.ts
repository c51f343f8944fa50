import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.ts';
import { redactor, secretsIn } from '../store/redact.ts';
import { providerWords } from '../words/providers.ts';
import type { Env } from './env.ts';
import type { Provider } from './launch-config.ts';

/** A provider with its `${VAR}`s filled in and its key at hand: ready to be started under. */
export interface ReadyProvider {
  name: string;
  env: Record<string, string>;
  settings: Record<string, unknown>;
  /** Whose host: one of its own, a cloud's, or Anthropic's with the user's own login. */
  host: 'own' | 'cloud' | 'login';
}

const KEY_COMMAND_SECONDS = 30;
const CLOUDS = /^CLAUDE_CODE_USE_(?:BEDROCK|VERTEX|FOUNDRY|MANTLE|ANTHROPIC_AWS|ANTHROPIC_GOOGLE_CLOUD|GATEWAY)$/;

/**
 * Throws a Problem for whatever would send a key where it does not belong: a variable that is not set, a key without a
 * host, a host without a key (the client would send the user's own login there).
 */
export function readyProvider(provider: Provider, env: Env): ReadyProvider {
  const words = providerWords[env.language];
  const { name, settings } = provider;
  const variables = expand(provider.env, env, (key, variable) => {
    throw new Problem(words.variableUnset(name, key, variable), words.variableUnsetFix(variable));
  });
  if (provider.apiKeyCommand !== undefined) variables.ANTHROPIC_AUTH_TOKEN = keyFrom(provider.apiKeyCommand, name, env);

  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey } = variables;
  const hasKey = !!token || !!apiKey || !!settings.apiKeyHelper;
  if (Object.entries(variables).some(([key, value]) => CLOUDS.test(key) && /^(?:1|true|yes|on)$/i.test(value)))
    return { name, env: variables, settings, host: 'cloud' };
  if (!url) {
    if (!hasKey) return { name, env: variables, settings, host: 'login' };
    // Only a key of Anthropic's own form may go to Anthropic's host unasked.
    if (!token && apiKey?.startsWith('sk-ant-')) return { name, env: variables, settings, host: 'own' };
    throw new Problem(words.noUrl(name), words.noUrlFix(name));
  }
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw new Problem(words.badUrl(name, url), words.badUrlFix);
  if (!hasKey) throw new Problem(words.noKey(name), words.noKeyFix(name));
  return { name, env: variables, settings, host: 'own' };
}

/** `${NAME}` anywhere in a value; what is not set, or empty, is told and never becomes an empty key. */
export function expand(
  variables: Record<string, string>,
  env: Env,
  unset: (key: string, variable: string) => never,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => env.all[name] || unset(key, name)),
    ]),
  );
}

/** The command is the user's own, from their own `ccc.json`. What it prints is a secret, also when it fails. */
function keyFrom(command: string, provider: string, env: Env): string {
  const words = providerWords[env.language];
  const run = spawnSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    env: env.all as NodeJS.ProcessEnv,
    // A password manager may ask on the terminal.
    stdio: ['inherit', 'pipe', 'pipe'],
    timeout: KEY_COMMAND_SECONDS * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
  });
  const key = run.stdout?.trim() ?? '';
  const fail = (how: string) => {
    const said = redactor([...secretsIn(env.all), key])((run.stderr ?? '').trim()).slice(0, 300);
    return new Problem(words.keyCommandFailed(provider, how, said), words.keyCommandFix);
  };
  if (run.signal) throw fail(words.keyCommandSlow(KEY_COMMAND_SECONDS));
  if (run.status !== 0) throw fail(words.keyCommandExit(run.status ?? 127));
  if (key === '' || key.includes('\n')) throw fail(words.keyCommandEmpty);
  return key;
}
