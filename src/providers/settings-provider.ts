import { cloudIn } from '../config/cloud.ts';
import type { Variables } from '../config/env.ts';
import type { Provider } from '../config/launch-config.ts';
import type { Language } from '../i18n/language.ts';
import { claudeSettingsMessages } from '../i18n/providers.ts';
import { isObject, parseJsonc } from '../platform/json/parse.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { ANTHROPIC_URL } from './presets.ts';

/** Claude Code's own settings.json, undefined if there is none. Throws a UserError if it cannot be read. */
export async function readClaudeSettings(path: string, language: Language): Promise<unknown> {
  const messages = claudeSettingsMessages[language];
  let text: string | undefined;
  try {
    text = readTextIfExists(path);
  } catch (error) {
    throw new UserError(messages.unreadable(path, errorCode(error) ?? String(error)), messages.unreadableFix, {
      code: 'settings-unreadable',
    });
  }
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = await parseJsonc(text);
  if (parsed.error === undefined) return parsed.value;
  throw new UserError(messages.broken(path, parsed.error), messages.brokenFix, { code: 'settings-broken' });
}

const KEYS = ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;

/**
 * The provider that `env` of Claude Code's settings describes; undefined if it describes none. Where the URL or the key
 * comes from the environment or a helper, it is added, so that the provider does what Claude Code did.
 */
export function providerInSettings(name: string, settings: unknown, environment: Variables): Provider | undefined {
  if (!isObject(settings) || !isObject(settings.env)) return undefined;
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(settings.env)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([variable, value]) => [variable, String(value)]),
  );
  if (!env.ANTHROPIC_BASE_URL && !KEYS.some((variable) => env[variable])) return undefined;
  const provider = (more: Record<string, string> = {}, helper = {}): Provider => ({
    name,
    env: { ...env, ...more },
    settings: helper,
    apiKeyCommand: undefined,
  });

  if (cloudIn(env)) return provider();
  if (!env.ANTHROPIC_BASE_URL) {
    const isAnthropicKey =
      !env.ANTHROPIC_AUTH_TOKEN && (!env.ANTHROPIC_API_KEY || env.ANTHROPIC_API_KEY.startsWith('sk-ant-'));
    const url = environment.ANTHROPIC_BASE_URL || (isAnthropicKey ? undefined : ANTHROPIC_URL);
    return provider(url === undefined ? {} : { ANTHROPIC_BASE_URL: url });
  }
  if (env.ANTHROPIC_AUTH_TOKEN || env.ANTHROPIC_API_KEY) return provider();
  if (typeof settings.apiKeyHelper === 'string') return provider({}, { apiKeyHelper: settings.apiKeyHelper });
  const fromShell = (['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'] as const).find((variable) => environment[variable]);
  return provider(fromShell === undefined ? {} : { [fromShell]: `\${${fromShell}}` });
}
