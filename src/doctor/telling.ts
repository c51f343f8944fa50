import { accessSync, constants, statSync } from 'node:fs';
import type { Config } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import {
  type ExportedSignal,
  exportedSignals,
  problemOf,
  problemsOf,
  type Signal,
  telemetryHere,
} from '../config/telemetry.ts';
import { type SettingsMessages, settingsMessages, telemetryProblemText } from '../i18n/doctor-settings.ts';
import { type Diagnosis, ok, warning } from './diagnosis.ts';
import { CONNECTION_MS, tryConnection } from './try-connection.ts';

/** Whom decisions are told to besides the user; nothing if to nobody. Outside a session a launch is not known. */
export async function diagnoseTelling(
  { supervisor, file }: Pick<Config, 'supervisor' | 'file'>,
  env: Env,
  paths: Paths,
  connection: typeof tryConnection = tryConnection,
): Promise<Diagnosis[]> {
  const messages = settingsMessages[env.language];
  const diagnoses = diagnoseCommand(supervisor.onEvent?.trim(), env);
  const signals = exportedSignals(telemetryHere(file, env, paths));
  const problems = problemsOf(signals).map((problem) =>
    warning('settings.telemetry', ...telemetryProblemText(problem, messages)),
  );
  const targets = signals.filter((signal) => !problemOf(signal)).map(targetOf);
  const addresses = [...new Map(targets.map((target) => [target.address, target])).values()];
  const reached = addresses.map(async (target) => {
    const names = targets.filter(({ address }) => address === target.address).map(({ signal }) => signal.toLowerCase());
    const why = await connection(target.host, target.port);
    return diagnoseTarget(target, why, { signals: names.join(', '), withText: supervisor.telemetryFeedback, env });
  });
  return [...diagnoses, ...problems, ...(await Promise.all(reached))];
}

interface Target {
  signal: Signal;
  /** Without user and password, which a URL may have. */
  address: string;
  host: string;
  port: number;
  isEncrypted: boolean;
}

function targetOf({ signal, endpoint }: ExportedSignal): Target {
  const { protocol, hostname, port: named } = new URL(endpoint);
  const isEncrypted = protocol === 'https:';
  const port = named ? Number(named) : isEncrypted ? 443 : 80;
  // A URL has an IPv6 address in brackets.
  return { signal, address: `${hostname}:${port}`, host: hostname.replace(/^\[|\]$/g, ''), port, isEncrypted };
}

/** A failed export is only in a session's log: a collector that cannot be reached is found here or not at all. */
function diagnoseTarget(
  { address, isEncrypted }: Target,
  why: string | undefined,
  { signals, withText, env }: { signals: string; withText: boolean; env: Env },
): Diagnosis {
  const messages = settingsMessages[env.language];
  if (why === undefined) return ok('settings.telemetry', messages.telemetry(address, signals, withText));
  // The exporter uses none, on Node as well as in the binary.
  const proxy = (isEncrypted ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy']).find(
    (name) => env.all[name],
  );
  return warning(
    'settings.telemetry',
    messages.telemetryUnreachable(address, signals, reasonOf(why, messages)),
    messages.telemetryUnreachableFix(proxy),
  );
}

function reasonOf(why: string, { noConnection }: SettingsMessages): string {
  if (why === 'ETIMEDOUT') return noConnection.ETIMEDOUT(CONNECTION_MS / 1000);
  return why === 'ECONNREFUSED' || why === 'ENOTFOUND' ? noConnection[why] : why;
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
