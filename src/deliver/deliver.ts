import type { Config } from '../config/config-file.ts';
import { configSecrets } from '../config/config-secrets.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { telemetryOf } from '../config/telemetry.ts';
import { type JournalLine, parseLine } from '../journal/record.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { fileLog } from '../platform/log.ts';

export interface DeliverContext {
  config: Pick<Config, 'supervisor' | 'file'>;
  env: Env;
  paths: Paths;
}

/**
 * Hands a line of the journal, as it was written, to the user's `on_event` and to telemetry, through a process of its own
 * that nobody waits for. Without either of them it loads nothing. Never throws: what is told cannot change a decision.
 */
export async function deliver(written: string, { config, env, paths }: DeliverContext): Promise<void> {
  // First, because it is what comes of every event while supervision is off.
  const line = parseLine(written);
  if (!line || !isDelivered(line)) return;
  try {
    const { onEvent, telemetryFeedback } = config.supervisor;
    const telemetry = telemetryOf(config.file, env, paths);
    if (!onEvent?.trim() && !telemetry) return;
    const { ownTraceparent, startDelivery } = await import('./deliver-bundle.ts');
    const traceparent = telemetry && (await ownTraceparent(env, paths));
    const job = { line, onEvent, withFeedback: telemetryFeedback, traceparent };
    const files = { configFile: paths.configFile, log: paths.log(line.supervisor_id) };
    startDelivery({ ...job, ...files }, telemetry, { env, paths });
  } catch (error) {
    const { redactor } = await import('../platform/redact.ts');
    const log = fileLog(
      paths.log(line.supervisor_id),
      redactor([...secretsIn(env.all), ...configSecrets(config.file, env, paths)]),
    );
    log('on_event and telemetry could not be started', { error: String(error) });
  }
}

/** Nothing was decided, and nothing happened that anybody waits for. */
const NOT_DELIVERED = ['off', 'background', 'compaction', 'notification', 'command', 'unchanged'];

/** `ccc review` is not told: whoever asked for it reads its answer. */
const isDelivered = (line: JournalLine): boolean =>
  'verdict' in line ? !NOT_DELIVERED.includes(line.cause) : !('by_hand' in line);
