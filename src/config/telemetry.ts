import { isObject } from '../platform/json/parse.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import type { Env, Variables } from './env.ts';
import type { Paths } from './paths.ts';

type SetVariables = Record<string, string>;

/** The variables that decide where and how decisions are exported. */
const isTelemetryVariable = (name: string): boolean =>
  /^OTEL_(?:EXPORTER_OTLP_\w+|RESOURCE_ATTRIBUTES|SERVICE_NAME|SDK_DISABLED|LOGS_EXPORTER|METRICS_EXPORTER)$/.test(
    name,
  );

/** Those among these variables, without empty ones, which count as unset. */
export function telemetryVariables(all: unknown): SetVariables {
  if (!isObject(all)) return {};
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      const isSet = ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
      return isSet && isTelemetryVariable(name) ? [[name, String(value)]] : [];
    }),
  );
}

/** The same as `ccc` would export with if it were started here; outside a session a launch is not known. */
export function telemetryHere(file: unknown, env: Pick<Env, 'launchSettings' | 'all'>, paths: Paths): SetVariables {
  const configured = telemetryVariables(isObject(file) ? file.otel : undefined);
  if (Object.keys(configured).length > 0) return configured;
  return env.launchSettings === undefined ? telemetryVariables(env.all) : variablesOfLaunch(env, paths);
}

/**
 * The variables to export with; undefined: nothing is exported. Never from the hook's own environment, which a
 * repository's settings can add to. Those of `ccc.json` and those of the launch are not mixed: headers of the one would
 * go to the host of the other.
 */
export function telemetryOf(file: unknown, env: Pick<Env, 'launchSettings'>, paths: Paths): SetVariables | undefined {
  const configured = telemetryVariables(isObject(file) ? file.otel : undefined);
  const variables = Object.keys(configured).length > 0 ? configured : variablesOfLaunch(env, paths);
  return exportedSignals(variables).length > 0 ? variables : undefined;
}

/** As the launcher has recorded its own. */
export function variablesOfLaunch({ launchSettings }: Pick<Env, 'launchSettings'>, paths: Paths): SetVariables {
  const launch = paths.launchTag(launchSettings);
  if (!launch) return {};
  try {
    const record: unknown = JSON.parse(readTextIfExists(paths.launchRecord(launch.name)) ?? '');
    return telemetryVariables(isObject(record) ? record.otel : undefined);
  } catch {
    return {};
  }
}

export type Signal = 'LOGS' | 'METRICS';

export interface ExportedSignal {
  signal: Signal;
  endpoint: string;
  /** As named; `http/protobuf` unless it says otherwise. */
  protocol: string;
  /** Which variables say so. */
  endpointVariable: string;
  protocolVariable: string;
}

/** What is exported, and where to. */
export function exportedSignals(variables: Variables): ExportedSignal[] {
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return [];
  return (['LOGS', 'METRICS'] as const).flatMap((signal) => {
    const nameOf = (what: string) => {
      const own = `OTEL_EXPORTER_OTLP_${signal}_${what}`;
      return variables[own] ? own : `OTEL_EXPORTER_OTLP_${what}`;
    };
    const [endpointVariable, protocolVariable] = [nameOf('ENDPOINT'), nameOf('PROTOCOL')];
    const endpoint = variables[endpointVariable];
    if (!endpoint || variables[`OTEL_${signal}_EXPORTER`] === 'none') return [];
    const protocol = variables[protocolVariable] || 'http/protobuf';
    return [{ signal, endpoint, protocol, endpointVariable, protocolVariable }];
  });
}

/** Why a signal cannot be exported; undefined: it can. */
export function problemOf({ endpoint, protocol }: Pick<ExportedSignal, 'endpoint' | 'protocol'>) {
  if (!isEndpoint(endpoint)) return 'endpoint';
  return isSupportedProtocol(protocol) ? undefined : 'protocol';
}

/** Variables that keep signals from being exported. */
export interface TelemetryProblem {
  signals: Signal[];
  variable: string;
  /** That is not supported; absent: the endpoint is wrong. */
  protocol?: string;
}

export function problemsOf(exported: readonly ExportedSignal[]): TelemetryProblem[] {
  const found = new Map<string, TelemetryProblem>();
  for (const one of exported) {
    const kind = problemOf(one);
    if (!kind) continue;
    const variable = kind === 'endpoint' ? one.endpointVariable : one.protocolVariable;
    const signals = [...(found.get(variable)?.signals ?? []), one.signal];
    found.set(variable, { signals, variable, ...(kind === 'protocol' && { protocol: one.protocol }) });
  }
  return [...found.values()];
}

/** For anything else the OpenTelemetry SDK takes `http://localhost:4318`, where any user of the machine may listen. */
const isEndpoint = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text);

const isSupportedProtocol = (protocol: string): boolean => protocol === 'http/protobuf' || protocol === 'http/json';
