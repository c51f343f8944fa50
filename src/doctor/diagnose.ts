import { findHookBlockers } from '../claude/hook-blockers.ts';
import { readSettingsFiles, usableSettings, withoutDuplicates } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { pathsOf } from '../config/paths.ts';
import { type DoctorMessages, doctorMessages } from '../i18n/doctor.ts';
import { hooksMessages } from '../i18n/doctor-hooks.ts';
import { redactor, secretsIn } from '../platform/redact.ts';
import { isUtf8, localeOf } from '../platform/terminal-style.ts';
import { checkClient } from './client.ts';
import { checkConfig, checkRepository } from './config-file.ts';
import { type Finding, note, ok } from './diagnosis.ts';
import { checkDisk, checkTemporary } from './disk.ts';
import { checkFiles } from './file-permissions.ts';
import { checkHooks } from './hook-round-trip.ts';
import { checkProviders } from './providers.ts';
import { settingsFindings } from './settings.ts';

export interface Examination {
  env: Env;
  /** The folder whose project settings apply. */
  folder: string;
  terminal: TerminalFacts;
  /** Without the round trip. */
  quick: boolean;
  interrupted: AbortSignal;
  progress(text: string): void;
}

/** Claude Code's settings in `ccc.json`: for every launch, and for the current provider. */
const launchSettings = (launch: LaunchConfig | undefined): Record<string, unknown> => ({
  ...launch?.settings,
  ...launch?.providers.get(launch.current ?? '')?.settings,
});

/** All findings, area by area. Changes nothing. */
export async function examine({
  env,
  folder,
  terminal,
  quick,
  interrupted,
  progress,
}: Examination): Promise<Finding[]> {
  const messages = doctorMessages[env.language];
  const { skipped, skippedFix, noClient, noClientFix } = hooksMessages[env.language];
  const paths = pathsOf(env);
  const ccc = await checkConfig(paths.configFile, env);
  const files = withoutDuplicates(await readSettingsFiles(paths, folder));
  const { supervisor } = ccc.config;
  const launched = launchSettings(ccc.launch);
  const args = ccc.launch?.claudeArgs ?? [];
  const blockers = findHookBlockers(usableSettings(files), env.all, {
    path: paths.configFile,
    settings: launched,
    args,
  });
  const providers = ccc.launch ? checkProviders(ccc.launch, supervisor.provider, env) : { findings: [], secrets: [] };
  const redact = redactor([...secretsIn(env.all), ...providers.secrets]);

  const ofTemporary = checkTemporary(messages);
  const { findings: ofClient, client } =
    ofTemporary.length > 0 ? { findings: [], client: undefined } : await checkClient(env, interrupted);
  const ofHooks = quick
    ? [note('hooks.launch', skipped, skippedFix)]
    : client === undefined
      ? [note('hooks.launch', noClient, noClientFix)]
      : await checkHooks({
          claude: client.path,
          files,
          blockers,
          supervisor,
          launched,
          args,
          env,
          redact,
          interrupted,
          progress,
        });

  const findings = [
    ...ofClient,
    ...ofHooks,
    ...settingsFindings(files, { blockers, supervisor, current: ccc.launch?.current, env }),
    ...ccc.findings,
    ...(await checkRepository(folder, paths, env)),
    ...checkFiles(paths, ccc.launch, messages),
    ...providers.findings,
    ...terminalFindings(terminal, env, messages),
    ...ofTemporary,
    ...checkDisk(paths, messages),
  ];
  return findings.map((finding) => ({ ...finding, what: redact(finding.what) }));
}

const ENOUGH_COLUMNS = 80;

export interface TerminalFacts {
  /** Whether stdout or stderr is a terminal. */
  isOne: boolean;
  columns: number | undefined;
}

export function terminalFindings({ isOne, columns }: TerminalFacts, env: Env, messages: DoctorMessages): Finding[] {
  const { TERM } = env.all;
  const findings: Finding[] = [];
  if (!isOne) findings.push(note('terminal.is_one', messages.noTerminal, messages.noTerminalFix));
  // A terminal that does not know its size says 0.
  else if (columns && columns < ENOUGH_COLUMNS)
    findings.push(note('terminal.width', messages.narrow(columns), messages.narrowFix(ENOUGH_COLUMNS)));
  if (isOne && (!TERM || TERM === 'dumb'))
    findings.push(note('terminal.kind', messages.plainTerm(TERM || '""'), messages.plainTermFix));
  if (!isUtf8(env.all))
    findings.push(note('terminal.locale', messages.notUtf8(localeOf(env.all) || '""'), messages.notUtf8Fix));
  return findings.length > 0 ? findings : [ok('terminal.is_one', messages.terminal(columns, TERM ?? ''))];
}
