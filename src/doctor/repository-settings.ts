import { cccHooksIn, foreignFields } from '../claude/found-hooks.ts';
import { type SettingsFile, type SettingsSource, usableSettings, variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import { isGuarded, PROGRAM_VARIABLES } from '../config/guarded-variables.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import { isObject } from '../platform/json/parse.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { type Diagnosis, note, warning } from './diagnosis.ts';

/**
 * What reaches for the hook or the reviewer: in the settings of a repository, which anybody can have written, and in
 * entries of ours that were changed. Pure.
 */
export function diagnoseReach(files: SettingsFile[], env: Env): Diagnosis[] {
  const sources = usableSettings(files);
  const repository = sources.filter(({ scope }) => scope === 'project' || scope === 'local');
  // Then no session has hooks, whoever starts it, and that is told already.
  const isOffByUser = sources.some(({ scope, value }) => scope === 'user' && value.disableAllHooks === true);
  return [
    ...(isOffByUser ? [] : repository.flatMap((source) => diagnoseSwitch(source, env))),
    ...repository.flatMap((source) => diagnoseVariables(source, env)),
    ...repository.flatMap((source) => diagnoseHelpers(source, env)),
    ...repository.flatMap((source) => diagnosePlugins(source, sources, env)),
    ...sources.filter(({ scope }) => scope === 'user').flatMap((source) => diagnoseOwnVariables(source, env)),
    ...sources.flatMap((source) => diagnoseFields(source, env)),
  ];
}

/** A session that `ccc` starts turns hooks on again; one that plain `claude` starts has none. */
function diagnoseSwitch({ value, path }: SettingsSource, { language }: Env): Diagnosis[] {
  const messages = settingsMessages[language];
  if (value.disableAllHooks !== true) return [];
  return [warning('settings.project_hooks_off', messages.projectHooksOff(path), messages.projectHooksOffFix(path))];
}

/** Names only: the values may be keys. */
function diagnoseVariables({ value, path }: SettingsSource, { language }: Env): Diagnosis[] {
  const messages = settingsMessages[language];
  const names = Object.keys(variablesIn(value)).filter(isGuarded).map(visibleLine);
  if (names.length === 0) return [];
  return [warning('settings.project_env', messages.projectEnv(names, path), messages.projectEnvFix(path))];
}

function diagnoseHelpers({ value, path }: SettingsSource, { language }: Env): Diagnosis[] {
  const messages = settingsMessages[language];
  return value.apiKeyHelper === undefined
    ? []
    : [note('settings.project_helper', messages.projectHelper(path), messages.projectHelperFix)];
}

/** By the name of the plugin alone: what it would run is not known before it is installed. */
function diagnosePlugins({ value, path }: SettingsSource, sources: SettingsSource[], { language }: Env): Diagnosis[] {
  const messages = settingsMessages[language];
  const enabled = isObject(value.enabledPlugins) ? value.enabledPlugins : {};
  const byUser = sources.find(({ scope }) => scope === 'user')?.value.enabledPlugins;
  return Object.keys(enabled)
    .filter((name) => /^ccc\b/i.test(name) && enabled[name] === true && !(isObject(byUser) && byUser[name] === true))
    .map((name) => {
      const plugin = visibleLine(name);
      return warning(
        'settings.project_plugin',
        messages.projectPlugin(plugin, path),
        messages.projectPluginFix(plugin, path),
      );
    });
}

/** In the user's own settings these are their will; but they hold for every session, and are easily forgotten. */
function diagnoseOwnVariables({ value, path }: SettingsSource, { language }: Env): Diagnosis[] {
  const messages = settingsMessages[language];
  const variables = variablesIn(value);
  const names = Object.keys(variables).filter(
    (name) => variables[name] && (name.startsWith('CCC_') || PROGRAM_VARIABLES.includes(name)),
  );
  if (names.length === 0) return [];
  return [note('settings.user_env', messages.userEnv(names.map(visibleLine), path), messages.userEnvFix(path))];
}

function diagnoseFields(source: SettingsSource, { language }: Env): Diagnosis[] {
  const messages = settingsMessages[language];
  return cccHooksIn(source.value.hooks).flatMap((found) => {
    const fields = foreignFields(found).map(visibleLine);
    if (fields.length === 0) return [];
    const fix = source.scope === 'managed' ? messages.askAdministrator : messages.hookFieldsFix(fields, source.path);
    const event = visibleLine(found.event);
    return [warning('settings.hook_fields', messages.hookFields(event, fields, source.path), fix)];
  });
}
