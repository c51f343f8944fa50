import { secretsIn, secretsInDocument } from '../platform/known-secrets.ts';
import type { Env } from './env.ts';
import type { Paths } from './paths.ts';
import { variablesOfLaunch } from './telemetry.ts';

/**
 * The credentials that a session can reach although no variable of the hook has them: the keys of `ccc.json`, also of a
 * part that cannot be used, and the headers that the launch was started with. A command may print those files.
 */
export const configSecrets = (file: unknown, env: Pick<Env, 'launchSettings'>, paths: Paths): string[] => [
  ...secretsInDocument(file),
  ...secretsIn(variablesOfLaunch(env, paths)),
];
