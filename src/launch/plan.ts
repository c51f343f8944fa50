import { BLOCK_CAP, BLOCK_CAP_VALUE, type HookEntry } from '../claude/hooks.ts';
import { effectiveVariables, type SettingsSource, variablesIn } from '../claude/settings-files.ts';
import { isCredential } from '../config/credential-variables.ts';
import type { Variables } from '../config/env.ts';
import { NETWORK_VARIABLES, PROGRAM_VARIABLES } from '../config/guarded-variables.ts';
import { isObject } from '../platform/json/parse.ts';
import type { ReadyProvider } from '../providers/ready-provider.ts';
import { separateKeys } from '../providers/separate-keys.ts';

type Settings = Record<string, unknown>;
type SetVariables = Record<string, string>;

/** Everything that decides how Claude Code is started. */
export interface LaunchInput {
  /** `settings` of `ccc.json`, which apply to every launch. */
  settings: Settings;
  provider: ReadyProvider | undefined;
  /** The user's `--settings`. */
  flagSettings: Settings;
  /** The settings files that the client reads itself. */
  sources: SettingsSource[];
  env: Variables;
  /** Our hooks, without those for events that other settings or plugins start us for. */
  hooks: HookEntry[];
  /** Plugins that must stay enabled, or disabled, whatever the settings of a project say. */
  plugins: Record<string, boolean>;
  statusLine: string;
  /** Our own variables. An unset one is passed as empty, so that a repository's settings cannot set it. */
  ours: SetVariables;
  maxIterations: number;
}

export interface LaunchPlan {
  /** For the private settings file. */
  settings: Settings;
  /** What differs from our own environment; undefined removes a variable. */
  env: Record<string, string | undefined>;
}

/** Pure: the private settings file and the environment of a launch. `docs/adr/0008` says why it is a file. */
export function planLaunch(input: LaunchInput): LaunchPlan {
  const { provider, flagSettings } = input;
  const own = effectiveVariables(input.sources, input.env);
  const keys = provider && separateKeys(provider, own);
  const cleared = Object.fromEntries((keys?.variablesToClear ?? []).map((name) => [name, '']));
  const merged = [input.settings, provider?.settings ?? {}, flagSettings].reduce(merge, {});
  const fixed = Object.fromEntries(Object.entries(provider?.env ?? {}).filter(([name]) => isCredential(name)));
  const ours = { ...input.ours, ...(provider && { CCC_PROVIDER: keys?.keepsUserKeys ? '' : provider.name }) };
  const chosen = { ...variablesIn(input.settings), ...provider?.env, ...variablesIn(flagSettings) };
  const env: SetVariables = {
    ...pinned(input),
    ...withoutCleared(chosen, keys?.variablesToClear ?? []),
    ...cleared,
    ...fixed,
    ...ours,
  };
  env[BLOCK_CAP] = blockCap(env[BLOCK_CAP] ?? own[BLOCK_CAP], input.maxIterations);

  return {
    settings: {
      ...merged,
      ...keys?.settings,
      ...hooksSwitch(input.sources, merged),
      ...(Object.keys(input.plugins).length > 0 && {
        enabledPlugins: { ...(isObject(merged.enabledPlugins) ? merged.enabledPlugins : {}), ...input.plugins },
      }),
      env,
      hooks: input.hooks.reduce((hooks, { event, entry }) => merge(hooks, { [event]: [entry] }), hooksOf(merged)),
      ...(statusLineOf(input, merged) ?? {}),
    },
    // The provider's variables are only in the file: if the client rejects it, nothing is sent to the provider.
    env: { ...unset([...(keys?.variablesToClear ?? []), ...Object.keys(provider?.env ?? {})]), ...emptyAsUnset(ours) },
  };
}

/**
 * The user's own values of variables that change what runs as our hook, and under a provider of those that decide through
 * whom its key goes. An unset one is pinned as empty: a project's settings can set it while the session runs.
 */
function pinned({ sources, env, provider }: LaunchInput): SetVariables {
  const own = effectiveVariables(
    sources.filter(({ scope }) => scope === 'user'),
    env,
  );
  const names = [...PROGRAM_VARIABLES, ...(provider ? NETWORK_VARIABLES : [])];
  return {
    ...Object.fromEntries(names.map((name) => [name, own[name] ?? ''])),
    ...(own.PATH ? { PATH: own.PATH } : {}),
  };
}

/** Hooks are on, whatever a repository says, unless the user has turned them off. */
export function hooksSwitch(sources: SettingsSource[], settings: Settings): Settings {
  const byUser = sources.find(({ scope }) => scope === 'user')?.value.disableAllHooks === true;
  return settings.disableAllHooks === undefined && !byUser ? { disableAllHooks: false } : {};
}

/** A cleared variable stays empty even if `--settings` or `ccc.json` sets it. */
const withoutCleared = (variables: SetVariables, cleared: string[]): SetVariables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !cleared.includes(name)));

const emptyAsUnset = (variables: SetVariables) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value || undefined]));

const unset = (names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

const hooksOf = (settings: Settings): Settings => (isObject(settings.hooks) ? settings.hooks : {});

/** Merges as the client merges its settings files: objects by key, lists appended, otherwise the later value wins. */
function merge(before: Settings, after: Settings): Settings {
  const result = { ...before };
  for (const [key, value] of Object.entries(after)) {
    const old = result[key];
    if (isObject(old) && isObject(value)) result[key] = merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) result[key] = [...old, ...value];
    else result[key] = value;
  }
  return result;
}

/** The user's own cap is kept if it is above our limit; 0 means none. */
function blockCap(own: string | undefined, maxIterations: number): string {
  const cap = own !== undefined && /^\d{1,9}$/.test(own) ? Number(own) : Number.NaN;
  return cap === 0 || cap > maxIterations ? (own as string) : BLOCK_CAP_VALUE;
}

/** Replaces the user's own status line, which ours includes. A line from any other source is kept. */
function statusLineOf({ sources, statusLine }: LaunchInput, merged: Settings): Settings | undefined {
  if (merged.statusLine !== undefined) return undefined;
  const others = sources.some(({ scope, value }) => scope !== 'user' && value.statusLine !== undefined);
  if (others) return undefined;
  const own = sources.find(({ scope }) => scope === 'user')?.value.statusLine;
  // The client draws the line after a message, but a verdict comes later, so it has to be refreshed.
  const padding = isObject(own) && typeof own.padding === 'number' ? { padding: own.padding } : {};
  const interval = isObject(own) && typeof own.refreshInterval === 'number' ? own.refreshInterval : 5;
  return { statusLine: { type: 'command', command: statusLine, refreshInterval: interval, ...padding } };
}
