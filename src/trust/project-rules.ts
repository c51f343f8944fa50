import type { Config } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { effectiveSupervisor } from '../config/repository-config.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { type TrustStatus, trustStatusOf } from './trust-status.ts';

/** By which rules work in a folder is judged. */
export interface ProjectRules {
  trust: TrustStatus;
  /** The user's rules, with those of a repository that they trust. */
  supervisor: SupervisorConfig;
}

export async function projectRules(
  folder: string,
  config: Config,
  { paths, env, recordNotice }: { paths: Paths; env: Env; recordNotice: boolean },
): Promise<ProjectRules> {
  const trust = await trustStatusOf(folder, paths, env, { recordNotice });
  const supervisor =
    trust.kind === 'trusted'
      ? effectiveSupervisor(config.supervisor, config.keysInFile, trust.config)
      : config.supervisor;
  return { trust, supervisor };
}
