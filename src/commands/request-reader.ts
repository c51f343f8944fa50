import { readConfig } from '../config/config-file.ts';
import { configSecrets } from '../config/config-secrets.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { lastRequest } from '../hook/last-request.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';

/** What was asked last of a session, by its transcript, without keys: the journal has it without them too. */
export async function requestReader(paths: Paths, env: Env): Promise<(sessionId: string) => string | null> {
  const { file } = await readConfig(paths.configFile);
  const redact = redactor([...secretsIn(env.all), ...configSecrets(file, env, paths)]);
  return (sessionId) => lastRequest(sessionId, paths, redact);
}
