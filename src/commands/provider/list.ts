import type { ParsedArguments } from '../../command-line/declaration.ts';
import type { Env } from '../../config/env.ts';
import { type Provider, readLaunchConfig } from '../../config/launch-config.ts';
import { pathsOf } from '../../config/paths.ts';
import type { Language } from '../../i18n/language.ts';
import { providerCommandMessages } from '../../i18n/provider-command.ts';
import { printJson, writeStdout } from '../../platform/output.ts';
import { alignColumns } from '../../platform/text-layout.ts';
import { maskProvider, maskVariables } from '../../providers/mask.ts';
import { PRESETS, PRESETS_AS_OF } from '../../providers/presets.ts';
import { type KeySource, keySource } from '../../providers/provider-key.ts';
import type { providerList, providerShow } from '../declarations/provider.ts';
import { CANCELLED, pickProvider } from './pick.ts';

export async function list(given: ParsedArguments<typeof providerList>, env: Env): Promise<number> {
  const config = await readProviders(env);
  const providers = [...config.providers.values()].map((provider) => ({
    name: provider.name,
    current: provider.name === config.current,
    ...summaryOf(provider, env),
  }));
  const presets = PRESETS.filter(({ name }) => !config.providers.has(name));
  if (given.json) {
    const known = presets.map(({ name, label, url, env: variables }) => ({
      name,
      label,
      url: url ?? null,
      env: variables,
    }));
    const document = { current: config.current ?? null, providers };
    printJson(given.presets ? { ...document, presets: known, presets_as_of: PRESETS_AS_OF } : document);
    return 0;
  }
  const messages = providerCommandMessages[env.language];
  const rows = providers.map(({ name, current, url, model, key }) => [
    `${current ? '*' : ' '} ${name}`,
    hostOf(url),
    model ?? messages.noModel,
    keyText(key, env.language),
  ]);
  const lines = rows.length > 0 ? alignColumns(rows) : [messages.noProviders];
  if (given.presets) {
    const offered = presets.map(({ name, label, url }) => [`  ${name}`, hostOf(url ?? null), label[env.language]]);
    lines.push(
      '',
      ...(offered.length > 0 ? [messages.presets(PRESETS_AS_OF), ...alignColumns(offered)] : [messages.noPresetsLeft]),
    );
  }
  writeStdout(`${lines.join('\n')}\n`);
  return 0;
}

export async function show(given: ParsedArguments<typeof providerShow>, env: Env): Promise<number> {
  const config = await readProviders(env);
  const provider = await pickProvider('show', given.name, config, env, !given.json);
  if (provider === undefined) return CANCELLED;
  const { name } = provider;
  const current = name === config.current;
  const shown = maskProvider(provider);
  const key = keySource(provider, env);
  if (given.json) {
    printJson({ name, current, key, ...shown });
    return 0;
  }
  const messages = providerCommandMessages[env.language];
  const { env: variables, ...rest } = shown;
  const lines = [
    `${name}${current ? ` (${messages.current})` : ''}: ${keyText(key, env.language)}`,
    ...alignColumns(
      Object.entries(variables as Record<string, string>).map(([variable, value]) => [`  ${variable}`, value]),
    ),
    ...Object.entries(rest).map(([setting, value]) => `  ${setting}: ${JSON.stringify(value)}`),
  ];
  writeStdout(`${lines.join('\n')}\n`);
  return 0;
}

const readProviders = (env: Env) => readLaunchConfig(pathsOf(env).configFile, env.language);

function summaryOf(provider: Provider, env: Env) {
  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_MODEL: model } = maskVariables(provider.env);
  return { url: url ?? null, model: model ?? null, key: keySource(provider, env) };
}

function keyText(key: KeySource, language: Language): string {
  const texts = providerCommandMessages[language].key;
  return key.from === 'variable' ? texts.variable(key.variable, key.set) : texts[key.from];
}

const hostOf = (url: string | null) => (url === null ? '–' : URL.canParse(url) ? new URL(url).host : url);
