import type { Env } from '../../config/env.ts';
import type { LaunchConfig } from '../../config/launch-config.ts';
import { providerAddWords } from '../../i18n/provider-add.ts';
import { providerQuestions } from '../../i18n/provider-questions.ts';
import type { Prompts } from '../../platform/prompts.ts';
import { PRESETS, PRESETS_AS_OF, presetNamed } from '../../providers/presets.ts';
import type { Wanted, WantedKey } from '../../providers/provider-changes.ts';
import { isBaseUrl } from '../../providers/ready-provider.ts';
import { isVariableName } from '../../providers/references.ts';
import { canName, whatIsWrongWith } from './flags.ts';

export interface Answers {
  name: string;
  wanted: Wanted;
  use: boolean;
}

/** Everything about a provider, asked one after the other. */
export async function askForProvider(prompts: Prompts, config: LaunchConfig, env: Env): Promise<Answers> {
  const say = providerQuestions[env.language];
  const service = await prompts.choose(say.service(PRESETS_AS_OF), [
    ...PRESETS.map(({ name, label }) => ({ value: name, label: `${name}  ${label[env.language]}` })),
    { value: '', label: say.other },
  ]);
  const name = service || (await askName(prompts, env));
  const existing = config.providers.get(name);
  // What is there already stays, as with flags; only what is asked for changes.
  const preset = existing ? undefined : presetNamed(service);
  const url = service || existing?.env.ANTHROPIC_BASE_URL ? undefined : await askUrl(prompts, env);
  const hasHost = !!(url ?? preset?.url ?? existing?.env.ANTHROPIC_BASE_URL);
  const key = await askKey(prompts, name, hasHost, env);
  const usual = existing?.env.ANTHROPIC_MODEL ?? preset?.env.ANTHROPIC_MODEL;
  const typed = (await prompts.text(say.model, { initial: usual ?? '', hint: say.modelHint })).trim();
  const model = typed === '' || typed === usual ? undefined : typed;
  const use = await prompts.confirm(say.use(name), say.yes, say.no, config.current === undefined);
  return { name, wanted: { preset, url, key, model }, use };
}

const askName = (prompts: Prompts, env: Env) =>
  prompts.text(providerQuestions[env.language].name, {
    wrong: (name) => (canName(name) ? undefined : providerAddWords[env.language].badNameFix),
  });

export const askUrl = (prompts: Prompts, env: Env) =>
  prompts.text(providerQuestions[env.language].url, {
    initial: 'https://',
    wrong: (url) => (isBaseUrl(url) ? undefined : providerAddWords[env.language].badUrlFix),
  });

/** Undefined: the user's own login, where there is no host of another's. */
export async function askKey(
  prompts: Prompts,
  name: string,
  hasHost: boolean,
  env: Env,
): Promise<WantedKey | undefined> {
  const say = providerQuestions[env.language];
  const words = providerAddWords[env.language];
  const how = await prompts.choose(say.keyHow, [
    ...(hasHost ? [] : [{ value: 'login' as const, label: say.keyLogin }]),
    { value: 'variable' as const, label: say.keyVariable, hint: say.keyVariableHint },
    { value: 'command' as const, label: say.keyCommand, hint: say.keyCommandHint },
    { value: 'typed' as const, label: say.keyTyped, hint: say.keyTypedHint },
  ]);
  switch (how) {
    case 'login':
      return undefined;
    case 'variable': {
      const wrong = (given: string) => (isVariableName(given) ? undefined : words.badEnvFix);
      const initial = `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_API_KEY`;
      return { kind: 'text', text: `\${${await prompts.text(say.variable, { initial, wrong })}}` };
    }
    case 'command': {
      const wrong = (given: string) => (given.trim() ? undefined : words.emptyFix);
      return { kind: 'command', command: (await prompts.text(say.command, { wrong })).trim() };
    }
    case 'typed': {
      const wrong = (given: string) => {
        const what = whatIsWrongWith(given.trim());
        return what && words[what];
      };
      return { kind: 'text', text: (await prompts.secret(say.key, wrong)).trim() };
    }
  }
}
