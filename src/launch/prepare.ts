import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { findClaude } from '../claude/executable.ts';
import { startsThisHook } from '../claude/found-hooks.ts';
import { findHookBlockers } from '../claude/hook-blockers.ts';
import { ourHooks } from '../claude/hooks.ts';
import { pluginHooks } from '../claude/plugin-hooks.ts';
import { readSettingsSources, variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { thisProgram } from '../config/own-program.ts';
import type { Paths } from '../config/paths.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { parseSupervisorId, StateFiles } from '../hook/state-file.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import { providerMessages } from '../i18n/providers.ts';
import { currentFolder } from '../platform/folders.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { UserError } from '../platform/user-error.ts';
import { expand, type ReadyProvider, readyProvider } from '../providers/ready-provider.ts';
import { findSession } from '../transcript/stored-sessions.ts';
import { type LaunchRequest, takeOption, withoutBundles, withSettings } from './arguments.ts';
import { blockerText } from './blocker-text.ts';
import { LaunchFiles } from './launch-files.ts';
import { planLaunch } from './plan.ts';
import {
  hooksToAdd,
  isStopRegistered,
  type OtherReview,
  otherReview,
  readFlagSettings,
  sourcesFor,
} from './read-settings.ts';

export type StartRequest = Extract<LaunchRequest, { kind: 'launch' | 'pass' }>;

/** A start of the client, ready to be run or shown. */
export interface PreparedLaunch {
  claude: string;
  args: string[];
  /** What differs from our own environment; undefined removes a variable. */
  env: Record<string, string | undefined>;
  /** For the private settings file; undefined where the client is started without one. */
  settings: Record<string, unknown> | undefined;
  supervisorId: string;
  provider: string | undefined;
  /** What keeps the client from running hooks, if anything does. */
  hooksOff: string | undefined;
  /** Whether the hook is registered for Stop, so that finished work is reviewed. */
  reviewsStops: boolean;
  notices: string[];
}

const MAX_DEPTH = 10;

/** Reads everything that decides how the client is started, and plans the start. Writes nothing. */
export async function prepareLaunch(
  request: StartRequest,
  { launch: config, supervisor }: { launch: LaunchConfig; supervisor: SupervisorConfig },
  env: Env,
  paths: Paths,
): Promise<PreparedLaunch> {
  const messages = launchMessages[env.language];
  // A `claude` that starts the next one on PATH would find the patched one, which starts us again, without end.
  if (env.depth >= MAX_DEPTH)
    throw new UserError(messages.startedItself(MAX_DEPTH), messages.startedItselfFix, { code: 'started-by-itself' });
  const claude = findClaude(env);
  const provider = providerFor(request, config, env);
  if (request.kind === 'pass') return passThrough(request, claude, provider, env);

  const folder = currentFolder();
  const typed = [...config.claudeArgs, ...request.args];
  const { values, rest: args } = takeOption(typed, '--settings');
  // Of several, only the last counts, as for the client.
  const flagSettings = await readFlagSettings(values.at(-1), messages);
  const sources = sourcesFor(args, await readSettingsSources(paths, folder));
  const shared = expand({ name: 'settings', env: variablesIn(config.settings) }, env);
  const settings: Record<string, unknown> = { ...config.settings, env: shared };
  const own = [settings, provider?.settings, flagSettings];
  const plugins = await pluginHooks(paths, sources, own, takeOption(args, '--plugin-dir').values);
  const hookSources = { own, sources, plugins: plugins.hooks, isThisHook: startsThisHook };
  const followed = otherReview(supervisor, hookSources);
  const wanted = ourHooks(thisProgram(), { ...supervisor, review: followed?.review ?? supervisor.review }, messages);
  const supervisorId = supervisorIdFor(env, () => resumedSupervisor(args, folder, env, paths));
  const file = new LaunchFiles(paths).settings;
  const plan = planLaunch({
    settings,
    provider,
    flagSettings,
    sources,
    env: env.all,
    hooks: hooksToAdd(wanted, hookSources),
    plugins: plugins.pinned,
    statusLine: `${thisProgram()} statusline`,
    ours: {
      ...ourVariables(env, claude, paths, supervisor),
      CCC_SUPERVISOR_ID: supervisorId,
      CCC_LAUNCH_SETTINGS: file,
    },
    maxIterations: supervisor.maxIterations,
  });
  const launch = { path: '--settings / ccc.json', settings: plan.settings, args };
  const [blocker] = findHookBlockers(sources, env.all, launch);
  const hooksOff = blocker && blockerText(blocker, env.language);
  const reviewsStops = isStopRegistered({ ...hookSources, own: [plan.settings] });
  return {
    claude,
    args: withSettings(typed, file),
    ...plan,
    supervisorId,
    provider: provider?.name,
    hooksOff,
    reviewsStops,
    notices:
      hooksOff === undefined
        ? [
            ...(reviewsStops ? [] : [messages.stopNotReviewed]),
            ...(followed ? [otherReviewText(followed, supervisor.review, messages)] : []),
          ]
        : [messages.hooksOff(hooksOff)],
  };
}

function otherReviewText(followed: OtherReview, wanted: SupervisorConfig['review'], messages: LaunchMessages): string {
  const { otherReviewFix: fixes } = messages;
  const say = (where: string, fix: string) => messages.otherReview(where, followed.review, wanted, fix);
  switch (followed.by) {
    case 'launch':
      return say('--settings / ccc.json', fixes.launch);
    case 'plugin':
      return say(messages.plugin, fixes.plugin);
    case 'managed':
      return say(followed.path, fixes.managed);
    default:
      return say(followed.path, fixes.install(followed.by));
  }
}

/**
 * A subcommand of the client starts without the provider: its settings files would override variables of ours, and a key
 * of one provider could be sent to the host of another.
 */
function passThrough(
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
    hooksOff: undefined,
    reviewsStops: false,
    notices: provider ? [messages.noProviderForSubcommand(args[0] ?? '', provider.name)] : [],
  };
}

/** Set to what they are for us, so that no settings file of a repository can change them for the session. */
const ourVariables = (
  env: Env,
  claude: string,
  paths: Paths,
  supervisor: SupervisorConfig,
): Record<string, string> => ({
  CCC_DEPTH: String(env.depth + 1),
  // As it is now: the worker can edit ccc.json.
  CCC_SUPERVISOR: env.all.CCC_SUPERVISOR || (supervisor.enabled ? '1' : ''),
  CCC_SUPERVISOR_HOOK: '',
  // It is about this run alone: a session that the worker starts is not what the user waits for.
  CCC_REQUIRE_APPROVAL: '',
  CCC_CHECK: env.all.CCC_CHECK ?? '',
  CCC_PROVIDER: env.provider ?? '',
  CCC_CLAUDE: claude,
  CCC_CONFIG_DIR: dirname(paths.configFile),
  CCC_LANG: env.all.CCC_LANG ?? '',
});

function providerFor(request: StartRequest, config: LaunchConfig, env: Env): ReadyProvider | undefined {
  if (request.provider === '')
    throw new UserError(launchMessages[env.language].providerNameMissing, '', { code: 'usage', exitCode: 2 });
  // Inside a session under a provider its URL is in the environment, so its keys have to be kept apart here too.
  const inherited = env.insideClient ? env.provider : undefined;
  // A subcommand of the client is about the user's own setup, unless a provider is named.
  const name = request.provider ?? (request.kind === 'launch' ? (config.current ?? inherited) : undefined);
  if (name === undefined) return undefined;
  const messages = providerMessages[env.language];
  const provider = config.providers.get(name);
  if (provider) return readyProvider(provider, env);
  const names = [...config.providers.keys()];
  const message = request.provider === undefined ? messages.currentNotFound(name) : messages.unknownProvider(name);
  throw new UserError(message, messages.knownProviders(names, nearestName(name, names)), { code: 'unknown-provider' });
}

/** `CCC_SUPERVISOR_ID` from outside is used, but a session started from within another gets an id of its own. */
function supervisorIdFor(env: Env, resumed: () => string | undefined): string {
  if (env.supervisorId === undefined || env.insideClient) return resumed() ?? randomUUID();
  return parseSupervisorId(env.supervisorId, env.language);
}

/** The id of the session that these arguments resume, if it is supervised: resuming must not end supervision. */
function resumedSupervisor(args: string[], folder: string, env: Env, paths: Paths): string | undefined {
  if (args.includes('--fork-session')) return undefined;
  const single = withoutBundles(args);
  const named = [...takeOption(args, '--resume').values, ...takeOption(single, '-r').values].at(-1);
  const latest = () =>
    args.includes('--continue') || single.includes('-c') ? findSession(paths, { folder })?.id : undefined;
  const session = named ?? latest();
  return session && new StateFiles(paths, env.language).enabledFor(session);
}
