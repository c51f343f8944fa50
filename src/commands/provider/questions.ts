import type { Env } from '../../config/env.ts';
import type { LaunchConfig } from '../../config/launch-config.ts';
import { providerAddMessages } from '../../i18n/provider-add.ts';
import { providerQuestions } from '../../i18n/provider-questions.ts';
import type { Prompts } from '../../platform/prompts.ts';
import { PRESETS, PRESETS_AS_OF, presetNamed } from '../../providers/presets.ts';
import type { ProviderRequest, RequestedKey } from '../../providers/provider-changes.ts';
import { isVariableName, keyVariableFor } from '../../providers/provider-key.ts';
import { isBaseUrl } from '../../providers/ready-provider.ts';
import { canName, keyError } from './flags.ts';

export interface Answers {
  name: string;
  request: ProviderRequest;
  use: boolean;
}

/** Asks for everything about a provider, one question after the other. */
export async function askForProvider(prompts: Prompts, config: LaunchConfig, env: Env): Promise<Answers> {
  const messages = providerQuestions[env.language];
  const service = await prompts.choose(messages.service(PRESETS_AS_OF), [
    ...PRESETS.map(({ name, label }) => ({ value: name, label: `${name}  ${label[env.language]}` })),
    { value: '', label: messages.other },
  ]);
  const name = service || (await askProviderName(prompts, env));
  const existing = config.providers.get(name);
  // As with flags, only what is asked for changes in a provider that exists.
  const preset = existing ? undefined : presetNamed(service);
  const url = service || existing?.env.ANTHROPIC_BASE_URL ? undefined : await askUrl(prompts, env);
  const hasHost = !!(url ?? preset?.url ?? existing?.env.ANTHROPIC_BASE_URL);
  const key = await askKey(prompts, name, hasHost, env);
  const usual = existing?.env.ANTHROPIC_MODEL ?? preset?.env.ANTHROPIC_MODEL;
  const typed = (await prompts.text(messages.model, { initial: usual ?? '', hint: messages.modelHint })).trim();
  const model = typed === '' || typed === usual ? undefined : typed;
  const use = await prompts.confirm(messages.use(name), messages.yes, messages.no, config.current === undefined);
  return { name, request: { preset, url, key, model }, use };
}

const askProviderName = (prompts: Prompts, env: Env) =>
  prompts.text(providerQuestions[env.language].name, {
    wrong: (name) => (canName(name) ? undefined : providerAddMessages[env.language].badNameFix),
  });

export const askUrl = (prompts: Prompts, env: Env) =>
  prompts.text(providerQuestions[env.language].url, {
    initial: 'https://',
    wrong: (url) => (isBaseUrl(url) ? undefined : providerAddMessages[env.language].badUrlFix),
  });

/** Undefined: the user's own login, which is offered only for Anthropic's own host. */
export async function askKey(
  prompts: Prompts,
  name: string,
  hasHost: boolean,
  env: Env,
): Promise<RequestedKey | undefined> {
  const messages = providerQuestions[env.language];
  const errors = providerAddMessages[env.language];
  const how = await prompts.choose(messages.keyHow, [
    ...(hasHost ? [] : [{ value: 'login' as const, label: messages.keyLogin }]),
    { value: 'variable' as const, label: messages.keyVariable, hint: messages.keyVariableHint },
    { value: 'command' as const, label: messages.keyCommand, hint: messages.keyCommandHint },
    { value: 'typed' as const, label: messages.keyTyped, hint: messages.keyTypedHint },
  ]);
  switch (how) {
    case 'login':
      return undefined;
    case 'variable': {
      const wrong = (given: string) => (isVariableName(given) ? undefined : errors.badEnvFix);
      const initial = keyVariableFor(name);
      return { kind: 'text', text: `\${${await prompts.text(messages.variable, { initial, wrong })}}` };
    }
    case 'command': {
      const wrong = (given: string) => (given.trim() ? undefined : errors.emptyFix);
      return { kind: 'command', command: (await prompts.text(messages.command, { wrong })).trim() };
    }
    case 'typed': {
      const wrong = (given: string) => {
        const what = keyError(given.trim());
        return what && errors[what];
      };
      return { kind: 'text', text: (await prompts.secret(messages.key, wrong)).trim() };
    }
  }
}
