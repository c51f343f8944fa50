import { accessSync, constants, statSync } from 'node:fs';
import type { Config } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { exportedSignals, isSupportedProtocol, telemetryOf } from '../config/telemetry.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import { type Diagnosis, ok, warning } from './diagnosis.ts';

/** Whom decisions are told to besides the user; nothing if to nobody. Outside a session a launch is not known. */
export function diagnoseTelling(
  { supervisor, file }: Pick<Config, 'supervisor' | 'file'>,
  env: Env,
  paths: Paths,
): Diagnosis[] {
  const messages = settingsMessages[env.language];
  const diagnoses = diagnoseCommand(supervisor.onEvent?.trim(), env);
  const signals = exportedSignals(telemetryOf(file, env, paths) ?? {});
  const wrong = signals.filter(({ endpoint }) => hostOf(endpoint) === undefined);
  if (wrong.length > 0)
    return [...diagnoses, warning('settings.telemetry', messages.telemetryUrl, messages.telemetryUrlFix)];
  const [unsupported] = signals.filter(({ protocol }) => !isSupportedProtocol(protocol));
  if (unsupported) {
    const what = messages.telemetryProtocol(unsupported.protocol);
    return [...diagnoses, warning('settings.telemetry', what, messages.telemetryProtocolFix)];
  }
  if (signals.length === 0) return diagnoses;
  const hosts = [...new Set(signals.map(({ endpoint }) => hostOf(endpoint)))].join(', ');
  const names = signals.map(({ signal }) => signal.toLowerCase()).join(', ');
  return [...diagnoses, ok('settings.telemetry', messages.telemetry(hosts, names, supervisor.telemetryFeedback))];
}

/** Only of a program that is named by its path it is known whether it can be run. */
function diagnoseCommand(command: string | undefined, { home, language }: Env): Diagnosis[] {
  if (!command) return [];
  const messages = settingsMessages[language];
  const [program] = /^(?:~\/|\/)[\w./-]+(?=\s|$)/.exec(command) ?? [];
  const isMissing = program !== undefined && !isExecutable(program.replace(/^~/, home ?? '~'));
  return [
    isMissing
      ? warning('settings.on_event', messages.onEventMissing(program), messages.onEventMissingFix(program))
      : ok('settings.on_event', messages.onEvent),
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Without user and password, which a URL may have. */
function hostOf(endpoint: string): string | undefined {
  return /^https?:/.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint).host : undefined;
}
