import { HOOKS_OFF_FLAGS, type HookBlocker } from '../claude/hook-blockers.ts';
import { asSettings, ourHooks } from '../claude/hooks.ts';
import { type SettingsFile, settingsIn } from '../claude/settings-files.ts';
import { mayBeCloudSwitch } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import { thisProgram } from '../config/own-program.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { hooksMessages } from '../i18n/doctor-hooks.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import type { Language } from '../i18n/language.ts';
import { launchMessages } from '../i18n/launch.ts';
import { isObject } from '../platform/json/parse.ts';
import type { Redact } from '../platform/known-secrets.ts';
import { errorCode } from '../platform/user-error.ts';
import { harmlessSettings, hooksSwitchOf, ownHooks } from '../sandbox/harmless-settings.ts';
import { type HookScenario, hookRoundTrip, type RoundTrip } from '../sandbox/round-trip.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';
import { blockerText } from './settings.ts';

export interface HookRoundTripInput {
  claude: string;
  files: SettingsFile[];
  blockers: HookBlocker[];
  supervisor: SupervisorConfig;
  /** Settings and arguments that a launch passes to Claude Code, besides the hooks. */
  launchSettings: Record<string, unknown>;
  args: string[];
  env: Env;
  redact: Redact;
  abortSignal: AbortSignal;
  /** Called before each round trip, because they take a while. */
  progress(text: string): void;
}

type HookScenarioName = 'launch' | 'installed';

/** Runs the real client once with the hooks of a launch, and once with those that `ccc install` wrote. */
export async function diagnoseHooks(input: HookRoundTripInput): Promise<Diagnosis[]> {
  const messages = hooksMessages[input.env.language];
  const name = realApiSetting(input.files);
  if (name !== undefined) return [warning('hooks.launch', messages.realApi(name), messages.realApiFix)];
  const diagnoses: Diagnosis[] = [];
  for (const [scenarioName, scenario] of hookScenarios(input)) {
    input.progress(messages.trying[scenarioName]);
    try {
      const trip = await hookRoundTrip(input.claude, scenario, input);
      if (trip.outcome.kind === 'interrupted') return diagnoses;
      diagnoses.push(diagnosisOfRoundTrip(scenarioName, trip, input));
      // The second run uses the same settings.
      if (scenarioName === 'launch') diagnoses.push(...diagnoseRefusedSettings(trip, input));
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      diagnoses.push(problem(`hooks.${scenarioName}`, messages.notTried(code), messages.notTriedFix));
    }
  }
  return diagnoses;
}

/** The managed setting that would send the client to a real host: they take precedence over ours. */
export function realApiSetting(files: SettingsFile[]): string | undefined {
  const names = files.flatMap((file) => {
    if (file.scope !== 'managed' || file.state !== 'read') return [];
    const { env, apiKeyHelper } = file.value;
    return [...(isObject(env) ? Object.keys(env) : []), ...(apiKeyHelper === undefined ? [] : ['apiKeyHelper'])];
  });
  return names.find((name) => /^ANTHROPIC_(?!.*MODEL)|_PROXY$|^apiKeyHelper$/i.test(name) || mayBeCloudSwitch(name));
}

export function* hookScenarios({
  files,
  launchSettings,
  args,
  supervisor,
  env,
}: Pick<HookRoundTripInput, 'files' | 'launchSettings' | 'args' | 'supervisor' | 'env'>): Generator<
  [HookScenarioName, HookScenario]
> {
  const user = settingsIn(files, 'user');
  const base = {
    user: harmlessSettings(user),
    project: hooksSwitchOf(settingsIn(files, 'project')),
    local: hooksSwitchOf(settingsIn(files, 'local')),
  };
  // The script has answers for the reviews of a stop, and for no other.
  const ours = ourHooks(thisProgram(), { ...supervisor, events: ['Stop'] }, launchMessages[env.language]);
  yield [
    'launch',
    {
      ...base,
      launch: { ...harmlessSettings(launchSettings), hooks: asSettings(ours) },
      args: args.filter((word) => HOOKS_OFF_FLAGS.includes(word)),
    },
  ];
  const { Stop } = ownHooks(user.hooks);
  if (Stop) yield ['installed', { ...base, user: { ...base.user, hooks: { Stop } }, launch: undefined, args: [] }];
}

function diagnosisOfRoundTrip(
  scenarioName: HookScenarioName,
  trip: RoundTrip,
  { env, blockers, redact }: HookRoundTripInput,
): Diagnosis {
  const messages = hooksMessages[env.language];
  const id = `hooks.${scenarioName}` as const;
  if (trip.outcome.kind === 'proved') return ok(id, messages.proved[scenarioName](trip.ms / 1000));
  const output = tail(redact(trip.output));
  const [blocker] = trip.outcome.kind === 'no-hook' ? blockers : [];
  const because = blocker && blockerText(blocker, settingsMessages[env.language]);
  const what = [
    messages.failed[scenarioName],
    failedRoundTripText(trip, env.language),
    because?.what,
    output && messages.clientOutput(output),
  ];
  return problem(
    id,
    redact(what.filter(Boolean).join('\n')),
    because?.fix ?? failedRoundTripFix(trip, scenarioName, env.language),
  );
}

/** How far it got, and how the client ended. */
export function failedRoundTripText(
  { outcome, ending }: Pick<RoundTrip, 'outcome' | 'ending'>,
  language: Language,
): string {
  const messages = hooksMessages[language];
  return stepText(outcome, messages) + endingText(ending, messages);
}

type Messages = (typeof hooksMessages)['en'];

function stepText(outcome: RoundTrip['outcome'], { steps }: Messages): string {
  switch (outcome.kind) {
    case 'proved':
    case 'interrupted':
      return '';
    case 'not-started':
      return steps[outcome.kind](outcome.code);
    case 'no-request':
    case 'no-feedback':
      return steps[outcome.kind]();
    case 'no-hook':
    case 'no-review':
      return steps[outcome.kind](outcome.error);
    case 'no-verdicts':
      return steps[outcome.kind](outcome.found.join(', '));
  }
}

function endingText(ending: RoundTrip['ending'], messages: Messages): string {
  if (ending.kind === 'too-slow') return messages.stoppedAfter(ending.seconds);
  if (ending.kind !== 'exited' || ending.code === 0) return '';
  return messages.exitedWith(ending.code ?? String(ending.signal));
}

export function failedRoundTripFix(
  { outcome }: Pick<RoundTrip, 'outcome'>,
  scenarioName: HookScenarioName,
  language: Language,
): string {
  const { fixes } = hooksMessages[language];
  switch (outcome.kind) {
    case 'not-started':
    case 'no-request':
      return fixes[outcome.kind];
    case 'no-hook':
      return scenarioName === 'installed' ? fixes['no-hook-installed'] : fixes['no-hook'];
    default:
      return fixes.other;
  }
}

/** Claude Code prints which settings it does not load; the sandbox has a copy of the user's. */
function diagnoseRefusedSettings({ refused }: RoundTrip, { env, files, redact }: HookRoundTripInput): Diagnosis[] {
  const messages = hooksMessages[env.language];
  const path = files.find(({ scope }) => scope === 'user')?.path ?? '';
  return refused.map((why) =>
    warning('hooks.settings_loaded', redact(messages.refused(path, why)), messages.refusedFix),
  );
}

const tail = (text: string) => text.trim().split('\n').slice(-8).join('\n').slice(-800);
