import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { doctorMessages } from '../i18n/doctor.ts';
import { providerMessages } from '../i18n/providers.ts';
import { isUserError } from '../platform/user-error.ts';
import { readyProvider } from '../providers/ready-provider.ts';
import { type Finding, ok, problem, warning } from './diagnosis.ts';

export interface ProvidersCheck {
  findings: Finding[];
  /** What must not be repeated anywhere: keys that a command printed are in no file and no variable. */
  secrets: string[];
}

/** Whether each provider is complete. Sends nothing. */
export function checkProviders(config: LaunchConfig, reviewing: string | undefined, env: Env): ProvidersCheck {
  const messages = doctorMessages[env.language];
  const findings: Finding[] = [];
  const secrets: string[] = [];
  for (const provider of config.providers.values()) {
    const isCurrent = provider.name === config.current;
    try {
      const ready = readyProvider(provider, env);
      findings.push(ok('providers.ready', messages.provider(ready.name, messages.hosts[ready.host], isCurrent)));
      secrets.push(...[ready.env.ANTHROPIC_AUTH_TOKEN, ready.env.ANTHROPIC_API_KEY].filter((key) => key !== undefined));
    } catch (error) {
      if (!isUserError(error)) throw error;
      // A provider that is not in use does no harm.
      const say = isCurrent || provider.name === reviewing ? problem : warning;
      findings.push(say('providers.ready', error.message, error.fix));
    }
  }
  if (config.current !== undefined && !config.providers.has(config.current)) {
    const messages = providerMessages[env.language];
    const fix = messages.knownProviders([...config.providers.keys()], undefined);
    findings.push(problem('providers.current', messages.currentNotFound(config.current), fix));
  }
  if (reviewing && !config.providers.has(reviewing)) {
    const fix = providerMessages[env.language].knownProviders([...config.providers.keys()], undefined);
    findings.push(problem('providers.reviewing', messages.reviewerProviderNotFound(reviewing), fix));
  }
  if (findings.length === 0) findings.push(ok('providers.none', messages.noProviders));
  return { findings, secrets };
}
