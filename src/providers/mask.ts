import type { Provider } from '../config/launch-config.ts';
import { isSecret } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';

const SHOWN = 4;
const LONG = 12;

/** A secret as it may be shown: its last characters if it is long, else none. */
export const maskSecret = (secret: string): string => `****${secret.length > LONG ? secret.slice(-SHOWN) : ''}`;

const redact = redactor([]);

/** Variables with their secrets masked. `${VAR}` is a name, not a secret. */
export const maskVariables = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, maskValue(name, value)]));

function maskValue(name: string, value: string): string {
  if (value === '') return '';
  if (/^(?:Bearer )?\$\{[^}]*\}$/.test(value)) return value;
  if (name === 'ANTHROPIC_CUSTOM_HEADERS') return value.split('\n').map(maskHeader).join('\n');
  if (isSecret(name, value)) return maskSecret(value);
  return redact(value);
}

function maskHeader(line: string): string {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trim();
  return colon < 0 ? maskSecret(line) : `${line.slice(0, colon)}: ${maskValue('TOKEN', value)}`;
}

/** A provider as it may be shown, with the keys of `ccc.json`. */
export function maskProvider({ env, settings, apiKeyCommand }: Omit<Provider, 'name'>): Record<string, unknown> {
  return {
    ...JSON.parse(JSON.stringify(settings, maskSetting)),
    env: maskVariables(env),
    ...(apiKeyCommand === undefined ? {} : { api_key_command: redact(apiKeyCommand) }),
  };
}

const maskSetting = (name: string, value: unknown) => {
  if (typeof value !== 'string') return value;
  return name !== 'apiKeyHelper' && isSecret(name, value) ? maskSecret(value) : redact(value);
};
