import { findHookBlockers } from '../claude/hook-blockers.ts';
import { readSettingsFiles, usableSettings, withoutDuplicates } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { pathsOf } from '../config/paths.ts';
import { doctorMessages } from '../i18n/doctor.ts';
import { hooksMessages } from '../i18n/doctor-hooks.ts';
import { redactor, secretsIn } from '../platform/redact.ts';
import { checkClient } from './client.ts';
import { checkConfig, checkRepository } from './config-file.ts';
import { checkDisk, checkTemporary } from './disk.ts';
import { checkFiles } from './files.ts';
import { type Finding, note } from './findings.ts';
import { checkHooks } from './hooks.ts';
import { checkProviders } from './providers.ts';
import { settingsFindings } from './settings.ts';
import { type TerminalFacts, terminalFindings } from './terminal.ts';

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
