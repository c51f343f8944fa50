import { BLOCK_CAP, BLOCK_CAP_VALUE, type HookEntry } from '../claude/hooks.ts';
import { ownVariables, type SettingsSource, variablesIn } from '../claude/settings-files.ts';
import { isCredential } from '../config/credential-variables.ts';
import { isObject } from '../platform/json/parse.ts';
import type { ReadyProvider } from '../providers/ready-provider.ts';
import { separateKeys } from '../providers/separate-keys.ts';

type Settings = Record<string, unknown>;
type Variables = Record<string, string>;

/** Everything that decides how Claude Code is started. */
export interface LaunchInput {
  /** Of `ccc.json`, for every launch. */
  settings: Settings;
  provider: ReadyProvider | undefined;
  /** What the user passed as `--settings`. */
  flagSettings: Settings;
  /** What the client reads by itself. */
  sources: SettingsSource[];
  env: Readonly<Record<string, string | undefined>>;
  /** Ours, less those for events that somebody else starts us for. */
  hooks: HookEntry[];
  statusLine: string;
  /** Our own variables. An empty one stands for none: a repository's settings must not be able to fill it in. */
  ours: Variables;
  maxIterations: number;
}

export interface LaunchPlan {
  /** For the private settings file. */
  settings: Settings;
  /** Variables of the launched process that differ from ours; undefined takes one away. */
  env: Record<string, string | undefined>;
}

/** Pure: what goes into the private settings file and the environment. `docs/adr/0008` tells why it is a file. */
export function planLaunch(facts: LaunchInput): LaunchPlan {
  const { provider, flagSettings } = facts;
  const own = ownVariables(facts.sources, facts.env);
  const keys = provider && separateKeys(provider, own);
  const blanked = Object.fromEntries((keys?.blank ?? []).map((name) => [name, '']));
  const merged = [facts.settings, provider?.settings ?? {}, flagSettings].reduce(joined, {});
  const fixed = Object.fromEntries(Object.entries(provider?.env ?? {}).filter(([name]) => isCredential(name)));
  const ours = { ...facts.ours, ...(provider && { CCC_PROVIDER: keys?.keepsOwn ? '' : provider.name }) };
  const chosen = { ...variablesIn(facts.settings), ...provider?.env, ...variablesIn(flagSettings) };
  const env: Variables = { ...onlyForeign(chosen, keys?.blank ?? []), ...blanked, ...fixed, ...ours };
  env[BLOCK_CAP] = blockCap(env[BLOCK_CAP] ?? own[BLOCK_CAP], facts.maxIterations);

  return {
    settings: {
      ...merged,
      ...keys?.settings,
      env,
      hooks: facts.hooks.reduce((hooks, { event, entry }) => joined(hooks, { [event]: [entry] }), hooksOf(merged)),
      ...(statusLineOf(facts, merged) ?? {}),
    },
    // The provider's own are in the file alone: should the client refuse it, nothing goes to the provider's host.
    env: { ...taken([...(keys?.blank ?? []), ...Object.keys(provider?.env ?? {})]), ...withoutEmpty(ours) },
  };
}

/** A blanked variable stays blank even if the user's `--settings` or the shared settings name it. */
const onlyForeign = (variables: Variables, blank: string[]): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !blank.includes(name)));

const withoutEmpty = (variables: Variables) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value || undefined]));

const taken = (names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

const hooksOf = (settings: Settings): Settings => (isObject(settings.hooks) ? settings.hooks : {});

/** Objects are joined, lists put together, anything else is the later one's: as the client does with its own files. */
function joined(before: Settings, after: Settings): Settings {
  const result = { ...before };
  for (const [key, value] of Object.entries(after)) {
    const old = result[key];
    if (isObject(old) && isObject(value)) result[key] = joined(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) result[key] = [...old, ...value];
    else result[key] = value;
  }
  return result;
}

/** The user's own cap stays if it is high enough; 0 means none. */
function blockCap(own: string | undefined, maxIterations: number): string {
  const cap = own !== undefined && /^\d{1,9}$/.test(own) ? Number(own) : Number.NaN;
  return cap === 0 || cap > maxIterations ? (own as string) : BLOCK_CAP_VALUE;
}

/** Ours takes the place of the user's own line, which it shows too; a line that somebody else sets is left alone. */
function statusLineOf({ sources, statusLine }: LaunchInput, merged: Settings): Settings | undefined {
  if (merged.statusLine !== undefined) return undefined;
  const others = sources.some(({ scope, value }) => scope !== 'user' && value.statusLine !== undefined);
  if (others) return undefined;
  const own = sources.find(({ scope }) => scope === 'user')?.value.statusLine;
  // A verdict comes after the last message, at which the client drew its line; so it has to look again by itself.
  const padding = isObject(own) && typeof own.padding === 'number' ? { padding: own.padding } : {};
  const interval = isObject(own) && typeof own.refreshInterval === 'number' ? own.refreshInterval : 5;
  return { statusLine: { type: 'command', command: statusLine, refreshInterval: interval, ...padding } };
}
