import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import type { Runner } from '../evidence/commands/runner.ts';
import { type Redact, secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';
import { projectRules } from '../trust/project-rules.ts';

/** What is the same for many sessions. */
export interface AuditContext {
  redact: Redact;
  /** `supervisor.runners` of the user, and of the repository in a folder if they trust it. */
  runnersIn(folder: string): Promise<readonly Runner[]>;
}

export function auditContext(env: Env): AuditContext {
  const paths = pathsOf(env);
  const known = new Map<string, Promise<readonly Runner[]>>();
  const read = async (folder: string) => {
    const config = await readConfig(paths.configFile);
    try {
      return (await projectRules(folder, config, { paths, env, recordNotice: false })).supervisor.runners;
    } catch {
      // The folder of an old session may be gone or unreadable.
      return config.supervisor.runners;
    }
  };
  return {
    redact: redactor(secretsIn(env.all)),
    runnersIn(folder) {
      const runners = known.get(folder) ?? read(folder);
      known.set(folder, runners);
      return runners;
    },
  };
}
