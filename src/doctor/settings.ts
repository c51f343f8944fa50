import type { HookBlocker } from '../claude/hook-blockers.ts';
import type { SettingsFile } from '../claude/settings-files.ts';
import { mayBeCloudSwitch } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { type SettingsMessages, settingsMessages } from '../i18n/doctor-settings.ts';
import { isObject } from '../platform/json/parse.ts';
import { type Diagnosis, note, ok, problem } from './diagnosis.ts';
import { diagnoseInstalledHooks } from './installed-hooks.ts';
import { diagnoseReach } from './repository-settings.ts';

interface SettingsContext {
  blockers: HookBlocker[];
  /** Undefined if `ccc.json` could not be read. */
  supervisor: SupervisorConfig | undefined;
  /** The current provider. */
  current: string | undefined;
  env: Env;
}

/** Whether Claude Code's settings conflict with `ccc`. Pure, except that it looks for the programs of installed hooks. */
export function diagnoseSettings(
  files: SettingsFile[],
  { blockers, supervisor, current, env }: SettingsContext,
): Diagnosis[] {
  const messages = settingsMessages[env.language];
  const diagnoses = [
    ...files.flatMap((file) => diagnoseReadability(file, messages)),
    ...blockers.map((blocker) => diagnosisOfBlocker(blocker, messages)),
    ...files.flatMap((file) => diagnoseIneffective(file, messages)),
    ...(current === undefined ? [] : files.flatMap((file) => diagnoseOtherProvider(file, current, messages))),
    ...diagnoseInstalledHooks(files, supervisor, env),
    ...diagnoseReach(files, env),
  ];
  const read = files.filter(({ state }) => state === 'read').map(({ path }) => path);
  return diagnoses.length > 0 ? diagnoses : [ok('settings.agree', messages.noConflicts(read))];
}

function diagnoseReadability(file: SettingsFile, messages: SettingsMessages): Diagnosis[] {
  switch (file.state) {
    case 'absent':
    case 'read':
      return [];
    case 'unreadable':
      return [problem('settings.readable', messages.unreadable(file.path, file.code), messages.unreadableFix)];
    case 'broken':
      return [problem('settings.parsable', messages.broken(file.path, file.error), messages.brokenFix)];
  }
}

function diagnosisOfBlocker(blocker: HookBlocker, messages: SettingsMessages): Diagnosis {
  const { what, fix } = blockerText(blocker, messages);
  return problem('settings.hooks_off', what, fix);
}

export function blockerText(blocker: HookBlocker, messages: SettingsMessages): { what: string; fix: string } {
  const { blocker: what, blockerFix: fix } = messages;
  switch (blocker.kind) {
    case 'setting': {
      const { key, path, byAdministrator } = blocker;
      return { what: what.setting(key, path), fix: byAdministrator ? fix.managed : fix.setting(key, path) };
    }
    case 'variable':
      return { what: what.variable(blocker.name, blocker.path), fix: fix.variable(blocker.name, blocker.path) };
    case 'argument':
      return { what: what.argument(blocker.argument), fix: fix.argument(blocker.argument) };
  }
}

/** A setting that works only in managed settings. */
function diagnoseIneffective(file: SettingsFile, messages: SettingsMessages): Diagnosis[] {
  if (file.state !== 'read' || file.scope === 'managed' || file.value.allowManagedHooksOnly !== true) return [];
  return [note('settings.no_effect', messages.noEffect('allowManagedHooksOnly', file.path), messages.noEffectFix)];
}

/** Names only: the values may be keys. */
function diagnoseOtherProvider(file: SettingsFile, current: string, messages: SettingsMessages): Diagnosis[] {
  const variables = file.state === 'read' && isObject(file.value.env) ? Object.keys(file.value.env) : [];
  const names = variables.filter((name) => name.startsWith('ANTHROPIC_') || mayBeCloudSwitch(name));
  if (names.length === 0) return [];
  return [
    note('settings.other_provider', messages.otherProvider(file.path, names, current), messages.otherProviderFix),
  ];
}
