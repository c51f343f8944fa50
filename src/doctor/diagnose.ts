import { findHookBlockers } from '../claude/hook-blockers.ts';
import { readSettingsFiles, usableSettings, withoutDuplicates } from '../claude/settings-files.ts';
import { unparsedIn } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { pathsOf } from '../config/paths.ts';
import { type DoctorMessages, doctorMessages } from '../i18n/doctor.ts';
import { hooksMessages } from '../i18n/doctor-hooks.ts';
import { hooksSwitch } from '../launch/plan.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';
import { isUtf8, localeOf } from '../platform/terminal-style.ts';
import { diagnoseClient } from './client.ts';
import { diagnoseConfig, diagnoseRepository } from './config-file.ts';
import { type Diagnosis, note, ok } from './diagnosis.ts';
import { diagnoseDisk, diagnoseTemporaryFolder } from './disk.ts';
import { diagnoseFilePermissions } from './file-permissions.ts';
import { diagnoseHooks } from './hook-round-trip.ts';
import { diagnoseProviders } from './providers.ts';
import { diagnoseChangedSettings, diagnoseReviews } from './reviews.ts';
import { diagnoseSettings } from './settings.ts';
import { diagnoseTelling } from './telling.ts';

export interface DoctorOptions {
  env: Env;
  /** The folder whose project settings apply. */
  folder: string;
  terminal: TerminalFacts;
  /** Skips running the real client with the hooks. */
  quick: boolean;
  abortSignal: AbortSignal;
  progress(text: string): void;
}

/** Claude Code's settings in `ccc.json`: for every launch, and for the current provider. */
const launchSettingsOf = (launch: LaunchConfig | undefined): Record<string, unknown> => ({
  ...launch?.settings,
  ...launch?.providers.get(launch.current ?? '')?.settings,
});

/** All diagnoses, area by area. Changes nothing. */
export async function diagnose({
  env,
  folder,
  terminal,
  quick,
  abortSignal,
  progress,
}: DoctorOptions): Promise<Diagnosis[]> {
  const messages = doctorMessages[env.language];
  const { skipped, skippedFix, noClient, noClientFix, noStop, noStopFix } = hooksMessages[env.language];
  const paths = pathsOf(env);
  const configResult = await diagnoseConfig(paths.configFile, env);
  const files = withoutDuplicates(await readSettingsFiles(paths, folder));
  const { supervisor } = configResult.config;
  const configured = launchSettingsOf(configResult.launch);
  const launchSettings = { ...configured, ...hooksSwitch(usableSettings(files), configured) };
  const args = configResult.launch?.claudeArgs ?? [];
  const blockers = findHookBlockers(usableSettings(files), env.all, {
    path: paths.configFile,
    settings: launchSettings,
    args,
  });
  const providers = configResult.launch
    ? diagnoseProviders(configResult.launch, supervisor.provider, env)
    : { diagnoses: [], secrets: [] };
  const redact = redactor([...secretsIn(env.all), ...providers.secrets]);

  const temporaryFolder = diagnoseTemporaryFolder(messages);
  const { diagnoses: clientDiagnoses, client } =
    temporaryFolder.length > 0 ? { diagnoses: [], client: undefined } : await diagnoseClient(env, abortSignal);
  const hookDiagnoses = async (): Promise<Diagnosis[]> => {
    // What would be tried is the review of a stop.
    if (!supervisor.events.includes('Stop')) return [note('hooks.launch', noStop, noStopFix)];
    if (quick) return [note('hooks.launch', skipped, skippedFix)];
    if (client === undefined) return [note('hooks.launch', noClient, noClientFix)];
    return diagnoseHooks({
      claude: client.path,
      files,
      blockers,
      supervisor,
      launchSettings,
      args,
      env,
      redact,
      abortSignal,
      progress,
    });
  };

  const diagnoses = [
    ...clientDiagnoses,
    ...(await hookDiagnoses()),
    ...diagnoseReviews(paths, messages),
    ...diagnoseChangedSettings(paths, messages),
    ...diagnoseSettings(files, {
      blockers,
      supervisor: unparsedIn(configResult.config) ? undefined : supervisor,
      current: configResult.launch?.current,
      env,
    }),
    ...configResult.diagnoses,
    ...(await diagnoseRepository(folder, paths, env)),
    ...(await diagnoseTelling(configResult.config, env, paths)),
    ...diagnoseFilePermissions(paths, configResult.launch, messages),
    ...providers.diagnoses,
    ...diagnoseTerminal(terminal, env, messages),
    ...temporaryFolder,
    ...diagnoseDisk(paths, messages),
  ];
  return diagnoses.map((diagnosis) => ({ ...diagnosis, what: redact(diagnosis.what) }));
}

const ENOUGH_COLUMNS = 80;

export interface TerminalFacts {
  /** Whether stdout or stderr is a terminal. */
  isTerminal: boolean;
  columns: number | undefined;
}

export function diagnoseTerminal(
  { isTerminal, columns }: TerminalFacts,
  env: Env,
  messages: DoctorMessages,
): Diagnosis[] {
  const { TERM } = env.all;
  const diagnoses: Diagnosis[] = [];
  if (!isTerminal) diagnoses.push(note('terminal.is_one', messages.noTerminal, messages.noTerminalFix));
  // A terminal that does not know its size says 0.
  else if (columns && columns < ENOUGH_COLUMNS)
    diagnoses.push(note('terminal.width', messages.narrow(columns), messages.narrowFix(ENOUGH_COLUMNS)));
  if (isTerminal && (!TERM || TERM === 'dumb'))
    diagnoses.push(note('terminal.kind', messages.plainTerm(TERM || '""'), messages.plainTermFix));
  if (!isUtf8(env.all))
    diagnoses.push(note('terminal.locale', messages.notUtf8(localeOf(env.all) || '""'), messages.notUtf8Fix));
  return diagnoses.length > 0 ? diagnoses : [ok('terminal.is_one', messages.terminal(columns, TERM ?? ''))];
}
