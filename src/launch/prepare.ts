import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { findClaude } from '../claude/executable.ts';
import { eventsCovered, eventsCoveredByPlugins, ourHooks, whyHooksAreOff } from '../claude/hooks.ts';
import { ownVariables, readSettingsSources, type SettingsSource, variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { installedProgram, thisProgram } from '../config/own-program.ts';
import type { Paths } from '../config/paths.ts';
import { readConfig } from '../config/supervisor-config.ts';
import { parseId } from '../hook/protocol/id.ts';
import { StateFiles } from '../hook/state-file.ts';
import { hookMessages } from '../i18n/hook.ts';
import { launchMessages } from '../i18n/launch.ts';
import { providerMessages } from '../i18n/providers.ts';
import { currentFolder } from '../platform/folders.ts';
import { nearest } from '../platform/nearest-name.ts';
import { UserError } from '../platform/user-error.ts';
import { expand, type ReadyProvider, readyProvider } from '../providers/ready-provider.ts';
import { type LaunchRequest, takeOption, withSettings } from './arguments.ts';
import { LaunchFiles } from './files.ts';
import { flagSettings } from './flag-settings.ts';
import { planLaunch } from './plan.ts';
import { resumedSupervisor } from './resumed.ts';

export type StartRequest = Extract<LaunchRequest, { kind: 'launch' | 'pass' }>;

/** A start of the client, ready to be made or shown. */
export interface PreparedLaunch {
  claude: string;
  args: string[];
  /** Differences to our own environment; undefined takes a variable away. */
  env: Record<string, string | undefined>;
  /** For the private settings file; undefined where the client is only passed through. */
  settings: Record<string, unknown> | undefined;
  supervisorId: string;
  provider: string | undefined;
  notices: string[];
}

const MAX_DEPTH = 10;

export async function prepareLaunch(
  request: StartRequest,
  config: LaunchConfig,
  env: Env,
  paths: Paths,
): Promise<PreparedLaunch> {
  const messages = launchMessages[env.language];
  // A `claude` that starts the next one on PATH would find a patched one, that is us, without end.
  if (env.depth >= MAX_DEPTH) throw new UserError(messages.tooDeep(MAX_DEPTH), messages.tooDeepFix);
  const claude = findClaude(env);
  const provider = providerFor(request, config, env);
  if (request.kind === 'pass') return passedThrough(request, claude, provider, env);

  const folder = currentFolder();
  const typed = [...config.claudeArgs, ...request.args];
  const { values: flags, rest: args } = takeOption(typed, '--settings');
  // Given twice, only the last counts, as it does for claude.
  const given = await flagSettings(flags.at(-1), messages);
  const sources = read(await readSettingsSources(paths, folder), args);
  const shared = expand({ name: 'settings', env: variablesIn(config.settings) }, env);
  const settings: Record<string, unknown> = { ...config.settings, env: shared };
  const { supervisor } = await readConfig(paths.configFile);
  const covered = [
    ...coveredBySettings([settings, provider?.settings, given], sources, env),
    ...(await eventsCoveredByPlugins(paths, sources, takeOption(args, '--plugin-dir').values)),
  ];
  const hooks = ourHooks(thisProgram(), supervisor.timeoutSeconds, messages.reviewing);
  const supervisorId = supervisorIdFor(env, () =>
    resumedSupervisor(args, folder, paths, new StateFiles(paths, env.language)),
  );
  const file = new LaunchFiles(paths).settings;
  const plan = planLaunch({
    settings,
    provider,
    flagSettings: given,
    sources,
    env: env.all,
    hooks: hooks.filter(({ event }) => !covered.includes(event)),
    statusLine: `${thisProgram()} statusline`,
    ours: {
      ...ourVariables(env, claude, paths),
      ...usersOwn(sources, env),
      CCC_SUPERVISOR_ID: supervisorId,
      CCC_LAUNCH_SETTINGS: file,
    },
    maxIterations: supervisor.maxIterations,
  });
  const off = whyHooksAreOff({ sources, settings: plan.settings, args, env: env.all }, messages);
  return {
    claude,
    args: withSettings(typed, file),
    ...plan,
    supervisorId,
    provider: provider?.name,
    notices: off ? [messages.hooksOff(off)] : [],
  };
}

/** Its settings would beat whatever we put into its environment, and one provider's key could meet another's host. */
function passedThrough(
  { args }: StartRequest,
  claude: string,
  provider: ReadyProvider | undefined,
  env: Env,
): PreparedLaunch {
  const messages = launchMessages[env.language];
  return {
    claude,
    args,
    env: { CCC_SUPERVISOR_HOOK: undefined, CCC_DEPTH: String(env.depth + 1) },
    settings: undefined,
    supervisorId: '',
    provider: undefined,
    notices: provider ? [messages.noProviderForSubcommand(args[0] ?? '', provider.name)] : [],
  };
}

type Settings = Record<string, unknown>;

/** What a repository brings counts only if it is our own command, to the letter. */
function coveredBySettings(own: (Settings | undefined)[], sources: SettingsSource[], env: Env): string[] {
  const installed = `${installedProgram(env.path)} supervisor-hook`;
  return [
    ...own.flatMap((value) => eventsCovered(value?.hooks)),
    ...sources.flatMap(({ scope, value }) =>
      eventsCovered(value.hooks, scope === 'project' || scope === 'local' ? installed : undefined),
    ),
  ];
}

/** As they are for us, so that no settings file of a repository can make them anything else for the session. */
const ourVariables = (env: Env, claude: string, paths: Paths): Record<string, string> => ({
  CCC_DEPTH: String(env.depth + 1),
  CCC_SUPERVISOR: env.all.CCC_SUPERVISOR ?? '',
  CCC_SUPERVISOR_HOOK: '',
  CCC_CHECK: env.all.CCC_CHECK ?? '',
  CCC_PROVIDER: env.provider ?? '',
  CCC_CLAUDE: claude,
  CCC_CONFIG_DIR: dirname(paths.configFile),
  CCC_LANG: env.all.CCC_LANG ?? '',
});

function providerFor(request: StartRequest, config: LaunchConfig, env: Env): ReadyProvider | undefined {
  if (request.provider === '') throw new UserError(launchMessages[env.language].providerNameMissing, '', 2);
  // A subcommand of claude's is about the user's own set-up, unless a provider was named.
  // Within a session under a provider its URL is in the environment, so its protections are needed here too.
  const inherited = env.insideClient ? env.provider : undefined;
  const name = request.provider ?? (request.kind === 'launch' ? (config.current ?? inherited) : undefined);
  if (name === undefined) return undefined;
  const messages = providerMessages[env.language];
  const provider = config.providers.get(name);
  if (provider) return readyProvider(provider, env);
  const names = [...config.providers.keys()];
  const message = request.provider === undefined ? messages.currentGone(name) : messages.unknownProvider(name);
  throw new UserError(message, messages.knownProviders(names, nearest(name, names)));
}

/** The settings that these arguments let the client read. */
function read(sources: SettingsSource[], args: string[]): SettingsSource[] {
  if (args.includes('--restricted')) return sources.filter(({ scope }) => scope === 'managed');
  const value = takeOption(args, '--setting-sources').values.at(-1);
  if (value === undefined) return sources;
  const scopes = value.split(',').map((scope) => scope.trim());
  return sources.filter(({ scope }) => scope === 'managed' || scopes.includes(scope));
}

/** Variables that decide what is run when our hook is. A repository's settings must not; the user's own may. */
function usersOwn(sources: SettingsSource[], env: Env): Record<string, string> {
  const own = ownVariables(
    sources.filter(({ scope }) => scope === 'user'),
    env.all,
  );
  return Object.fromEntries(
    ['CLAUDE_CODE_SHELL_PREFIX', 'BUN_OPTIONS', 'BUN_BE_BUN'].map((name) => [name, own[name] ?? '']),
  );
}

/** One given from outside is used, but a session started from within another gets a state of its own. */
function supervisorIdFor(env: Env, resumed: () => string | undefined): string {
  if (env.supervisorId === undefined || env.insideClient) return resumed() ?? randomUUID();
  const id = parseId(env.supervisorId);
  if (id !== undefined) return id;
  const messages = hookMessages[env.language];
  throw new UserError(messages.badSupervisorId(env.supervisorId.slice(0, 200)), messages.badSupervisorIdFix);
}
