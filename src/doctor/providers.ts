import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { doctorMessages } from '../i18n/doctor.ts';
import { providerMessages } from '../i18n/providers.ts';
import { isUserError } from '../platform/user-error.ts';
import { readyProvider } from '../providers/ready-provider.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

export interface ProvidersDiagnosis {
  diagnoses: Diagnosis[];
  /** What must not be repeated anywhere: keys that a command printed are in no file and no variable. */
  secrets: string[];
}

/** Whether each provider is complete. Sends nothing. */
export function diagnoseProviders(config: LaunchConfig, reviewing: string | undefined, env: Env): ProvidersDiagnosis {
  const messages = doctorMessages[env.language];
  const diagnoses: Diagnosis[] = [];
  const secrets: string[] = [];
  for (const provider of config.providers.values()) {
    const isCurrent = provider.name === config.current;
    try {
      const ready = readyProvider(provider, env);
      diagnoses.push(ok('providers.ready', messages.provider(ready.name, messages.hosts[ready.host], isCurrent)));
      secrets.push(...[ready.env.ANTHROPIC_AUTH_TOKEN, ready.env.ANTHROPIC_API_KEY].filter((key) => key !== undefined));
    } catch (error) {
      if (!isUserError(error)) throw error;
      // A provider that is not in use does no harm.
      const say = isCurrent || provider.name === reviewing ? problem : warning;
      diagnoses.push(say('providers.ready', error.message, error.fix));
    }
  }
  if (config.current !== undefined && !config.providers.has(config.current)) {
    const messages = providerMessages[env.language];
    const fix = messages.knownProviders([...config.providers.keys()], undefined);
    diagnoses.push(problem('providers.current', messages.currentNotFound(config.current), fix));
  }
  if (reviewing && !config.providers.has(reviewing)) {
    const fix = providerMessages[env.language].knownProviders([...config.providers.keys()], undefined);
    diagnoses.push(problem('providers.reviewing', messages.reviewerProviderNotFound(reviewing), fix));
  }
  if (diagnoses.length === 0) diagnoses.push(ok('providers.none', messages.noProviders));
  return { diagnoses, secrets };
}
