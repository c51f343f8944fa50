import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { readyProvider } from '../config/provider-keys.ts';
import { isProblem } from '../problem.ts';
import { doctorWords } from '../words/doctor.ts';
import { providerWords } from '../words/providers.ts';
import { type Finding, ok, problem } from './finding.ts';

export interface ProvidersCheck {
  findings: Finding[];
  /** What must not be repeated anywhere: keys that a command printed are in no file and no variable. */
  secrets: string[];
}

/** Whether each provider could be started under. Nothing is sent anywhere. */
export function checkProviders(config: LaunchConfig, env: Env): ProvidersCheck {
  const words = doctorWords[env.language];
  const findings: Finding[] = [];
  const secrets: string[] = [];
  for (const provider of config.providers.values()) {
    try {
      const ready = readyProvider(provider, env);
      const isCurrent = provider.name === config.current;
      findings.push(ok('providers.ready', words.provider(ready.name, words.hosts[ready.host], isCurrent)));
      secrets.push(...[ready.env.ANTHROPIC_AUTH_TOKEN, ready.env.ANTHROPIC_API_KEY].filter((key) => key !== undefined));
    } catch (error) {
      if (!isProblem(error)) throw error;
      findings.push(problem('providers.ready', error.message, error.fix));
    }
  }
  if (config.current !== undefined && !config.providers.has(config.current)) {
    const say = providerWords[env.language];
    const fix = say.knownProviders([...config.providers.keys()], undefined);
    findings.push(problem('providers.current', say.currentGone(config.current), fix));
  }
  if (findings.length === 0) findings.push(ok('providers.none', words.noProviders));
  return { findings, secrets };
}
