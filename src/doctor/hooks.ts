import { eventsCovered, HOOKS_OFF_FLAGS, type HookEntry, ourHooks } from '../claude/hooks.ts';
import { mayBeCloudSwitch } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import { thisProgram } from '../config/own-program.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { hooksMessages } from '../i18n/doctor-hooks.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import { launchMessages } from '../i18n/launch.ts';
import { isObject } from '../platform/json/parse.ts';
import type { Redact } from '../platform/redact.ts';
import { errorCode } from '../platform/user-error.ts';
import { harmlessSettings, hooksSwitchOf, ownHooks } from '../sandbox/harmless-settings.ts';
import { type HookScenario, hookRoundTrip, type RoundTrip } from '../sandbox/round-trip.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import type { HookBlocker } from './hook-blockers.ts';
import { type SettingsFile, settingsIn } from './settings-files.ts';

export interface HooksNeeds {
  claude: string;
  files: SettingsFile[];
  stoppers: HookBlocker[];
  rules: SupervisorConfig;
  /** Settings and arguments that a launch hands to the client, besides the hooks. */
  launched: Record<string, unknown>;
  args: string[];
  env: Env;
  redact: Redact;
  interrupted: AbortSignal;
  /** Told before each round trip: they take a while. */
  progress(text: string): void;
}

type Which = 'launch' | 'installed';

/** Proves, by doing it, that the client runs our hooks: those of a launch, and those that `ccc install` wrote. */
export async function checkHooks(needs: HooksNeeds): Promise<Finding[]> {
  const words = hooksMessages[needs.env.language];
  const elsewhere = leadsElsewhere(needs.files);
  if (elsewhere !== undefined) return [warning('hooks.launch', words.elsewhere(elsewhere), words.elsewhereFix)];
  const findings: Finding[] = [];
  for (const [which, scene] of hookScenarios(needs)) {
    needs.progress(words.trying[which]);
    try {
      const trip = await hookRoundTrip(needs.claude, scene, needs);
      if (trip.outcome.kind === 'interrupted') return findings;
      findings.push(tripFinding(which, trip, needs));
      // Both copies of the settings have the same faults.
      if (which === 'launch') findings.push(...refusedFindings(trip, needs));
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      findings.push(problem(`hooks.${which}`, words.notTried(code), words.notTriedFix));
    }
  }
  return findings;
}

/** An administrator's variables count more than ours: the client would talk to a real host. */
export function leadsElsewhere(files: SettingsFile[]): string | undefined {
  const names = files.flatMap((file) => {
    if (file.scope !== 'managed' || file.state !== 'read') return [];
    const { env, apiKeyHelper } = file.value;
    return [...(isObject(env) ? Object.keys(env) : []), ...(apiKeyHelper === undefined ? [] : ['apiKeyHelper'])];
  });
  return names.find((name) => /^ANTHROPIC_(?!.*MODEL)|_PROXY$|^apiKeyHelper$/i.test(name) || mayBeCloudSwitch(name));
}

export function* hookScenarios({
  files,
  launched,
  args,
  rules,
  env,
}: Pick<HooksNeeds, 'files' | 'launched' | 'args' | 'rules' | 'env'>): Generator<[Which, HookScenario]> {
  const user = settingsIn(files, 'user');
  const base = {
    user: harmlessSettings(user),
    project: hooksSwitchOf(settingsIn(files, 'project')),
    local: hooksSwitchOf(settingsIn(files, 'local')),
  };
  const ours = ourHooks(thisProgram(), rules.timeoutSeconds, launchMessages[env.language].reviewing);
  yield [
    'launch',
    {
      ...base,
      launch: { ...harmlessSettings(launched), hooks: asSettings(ours) },
      args: args.filter((word) => HOOKS_OFF_FLAGS.includes(word)),
    },
  ];
  if (eventsCovered(user.hooks).includes('Stop')) {
    const hooks = ownHooks(user.hooks);
    yield ['installed', { ...base, user: { ...base.user, hooks }, launch: undefined, args: [] }];
  }
}

const asSettings = (entries: HookEntry[]) => Object.fromEntries(entries.map(({ event, entry }) => [event, [entry]]));

function tripFinding(which: Which, trip: RoundTrip, { env, stoppers, redact }: HooksNeeds): Finding {
  const words = hooksMessages[env.language];
  const check = `hooks.${which}` as const;
  if (trip.outcome.kind === 'proved') return ok(check, words.proved[which](trip.ms / 1000));
  const said = tail(redact(trip.said));
  const what = [words.failed[which], words.broke(trip.outcome, trip.ending), said && words.clientSaid(said)];
  const [stopper] = trip.outcome.kind === 'no-hook' ? stoppers : [];
  const because = stopper && settingsMessages[env.language];
  if (stopper && because) what.splice(2, 0, because.stopper(stopper));
  const fix = stopper && because ? because.stopperFix(stopper) : words.fix(trip.outcome, which);
  return problem(check, redact(what.filter(Boolean).join('\n')), fix);
}

/** The client says on its stderr which settings it did not load; the copy has the user's own keys. */
function refusedFindings({ refused }: RoundTrip, { env, files, redact }: HooksNeeds): Finding[] {
  const words = hooksMessages[env.language];
  const path = files.find(({ scope }) => scope === 'user')?.path ?? '';
  return refused.map((why) => warning('hooks.settings_loaded', redact(words.refused(path, why)), words.refusedFix));
}

const tail = (text: string) => text.trim().split('\n').slice(-8).join('\n').slice(-800);
