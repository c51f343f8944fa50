import * as v from 'valibot';
import type { ExpectedValue } from '../i18n/config-problems.ts';
import { isObject } from '../platform/json/parse.ts';
import { type Kind, type KnownKeys, LAUNCH, type ValueOf } from './schema.ts';
import { type FaultAt, schemaOf } from './schema-reader.ts';

/** One service that speaks the Anthropic API, as `ccc.json` describes it: `${NAME}` is not replaced yet. */
export interface Provider {
  name: string;
  env: Record<string, string>;
  /** Everything else in it is Claude Code's own settings. */
  settings: Record<string, unknown>;
  /** Prints the key; a shell runs it when the key is needed. */
  apiKeyCommand: string | undefined;
}

/** The part of `ccc.json` that is about starting Claude Code. */
export interface LaunchConfig {
  /** Claude Code settings for every launch. */
  settings: Record<string, unknown>;
  claudeArgs: string[];
  current: string | undefined;
  providers: Map<string, Provider>;
}

export const NO_LAUNCH_CONFIG: LaunchConfig = {
  settings: {},
  claudeArgs: [],
  current: undefined,
  providers: new Map(),
};

export interface LaunchSection {
  /** Without the keys that have a fault. */
  launch: LaunchConfig;
  /** At most one for each key. */
  faults: FaultAt[];
}

/** Pure: what a parsed `ccc.json` says about launches. */
export function launchOf(file: unknown): LaunchSection {
  if (!isObject(file))
    return {
      launch: NO_LAUNCH_CONFIG,
      faults: [{ path: [], fault: { code: 'wrong-value', expected: { type: 'object' } } }],
    };
  const values: Record<string, unknown> = {};
  const faults: FaultAt[] = [];
  for (const [name, kind] of Object.entries<Kind>(LAUNCH)) {
    const value = file[name];
    if (value === undefined || value === null) continue;
    const read = v.safeParse(schemaOf(kind), value, { abortEarly: true });
    if (read.success) values[name] = read.output;
    else faults.push(faultOf(name, read.issues[0]));
  }
  const { settings, claude_args, current_provider, providers } = values as KnownKeys<typeof LAUNCH>;
  return {
    launch: {
      settings: settings ?? {},
      claudeArgs: claude_args ?? [],
      current: current_provider || undefined,
      providers: new Map(Object.entries(providers ?? {}).map(([name, inner]) => [name, providerOf(name, inner)])),
    },
    faults,
  };
}

const faultOf = (name: string, issue: v.BaseIssue<unknown>): FaultAt => ({
  path: [name, ...(issue.path ?? []).map((step) => step.key as string | number)],
  fault: { code: 'wrong-value', expected: { type: issue.message } as ExpectedValue },
});

function providerOf(name: string, inner: ValueOf<typeof LAUNCH.providers.of>): Provider {
  const { env, api_key_command: command, ...settings } = inner;
  return { name, env: env ?? {}, settings, apiKeyCommand: command ?? undefined };
}
