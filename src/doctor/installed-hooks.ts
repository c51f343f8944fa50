import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { cccHooksIn, type FoundHook, isEntryOf, registrationOf } from '../claude/found-hooks.ts';
import { BLOCK_CAP, BLOCK_CAP_VALUE, hookLabel, registeredHooks } from '../claude/hooks.ts';
import type { SettingsFile } from '../claude/settings-files.ts';
import type { Env, Variables } from '../config/env.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { type SettingsMessages, settingsMessages } from '../i18n/doctor-settings.ts';
import { isObject } from '../platform/json/parse.ts';
import { isProgram } from '../platform/program-file.ts';
import { parseShellLine, withoutAssignments } from '../platform/shell.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { type Diagnosis, note, problem, warning } from './diagnosis.ts';

/** Claude Code's own default. */
const DEFAULT_BLOCK_CAP = 8;

/** A hook of ours in a settings file, which plain `claude` uses. */
export interface InstalledHook {
  scope: SettingsFile['scope'];
  path: string;
  event: string;
  matcher: string;
  command: string;
  timeout: number | undefined;
  found: FoundHook;
}

export function installedHooks(files: SettingsFile[]): InstalledHook[] {
  return files.flatMap((file) =>
    file.state !== 'read'
      ? []
      : cccHooksIn(file.value.hooks).map((found) => ({
          scope: file.scope,
          path: file.path,
          event: found.event,
          matcher: typeof found.group.matcher === 'string' ? found.group.matcher : '',
          command: String(found.hook.command),
          timeout: typeof found.hook.timeout === 'number' ? found.hook.timeout : undefined,
          found,
        })),
  );
}

/**
 * What is wrong with installed hooks, or conflicts with them. Without `supervisor`, because `ccc.json` could not be read,
 * they are not compared with it: what it asks for is not known, and `ccc install` would refuse.
 */
export function diagnoseInstalledHooks(
  files: SettingsFile[],
  supervisor: SupervisorConfig | undefined,
  env: Env,
): Diagnosis[] {
  const hooks = installedHooks(files);
  if (hooks.length === 0) return [];
  return [
    ...(supervisor ? diagnoseOutdated(hooks, supervisor, env) : []),
    ...diagnoseDuplicates(hooks, env),
    ...diagnoseMissingProgram(hooks, env),
    ...(supervisor ? diagnoseTimeout(hooks, supervisor, env) : []),
    ...(supervisor ? diagnoseBlockCap(hooks, files, supervisor, env) : []),
    ...diagnosePlugin(files, env),
  ];
}

/** What an installed set lacks, or has too much, for what `ccc.json` asks for now. What one file lacks, another may have. */
function diagnoseOutdated(hooks: InstalledHook[], supervisor: SupervisorConfig, env: Env): Diagnosis[] {
  const messages = settingsMessages[env.language];
  const wanted = registeredHooks(supervisor);
  const missing = wanted.filter((entry) => !hooks.some(({ found }) => isEntryOf(found, entry))).map(hookLabel);
  return [...new Set(hooks.map(({ path }) => path))].flatMap((path) => {
    const here = hooks.filter((hook) => hook.path === path);
    const superfluous = here
      .filter(({ found }) => !wanted.some((entry) => isEntryOf(found, entry)))
      .map(({ found }) => visibleLine(hookLabel(registrationOf(found))));
    if (missing.length === 0 && superfluous.length === 0) return [];
    const what = messages.hooksOutdated(path, missing, superfluous);
    return [warning('settings.hooks_outdated', what, fixInScope(here[0]?.scope ?? 'user', messages))];
  });
}

/** Claude Code runs the same command once, however many files name it; two different commands both run. */
function diagnoseDuplicates(hooks: InstalledHook[], env: Env): Diagnosis[] {
  const messages = settingsMessages[env.language];
  const eventOf = ({ event, matcher }: InstalledHook) => `${event} ${matcher}`.trim();
  return [...new Set(hooks.map(eventOf))].flatMap((event) => {
    const entries = hooks.filter((hook) => eventOf(hook) === event);
    if (new Set(entries.map(({ command }) => command)).size < 2) return [];
    const places = [...new Set(entries.map(({ path }) => path))];
    return [warning('settings.hook_twice', messages.hookTwice(event, places), messages.hookTwiceFix)];
  });
}

const fixInScope = (scope: InstalledHook['scope'], messages: SettingsMessages) =>
  scope === 'managed' ? messages.askAdministrator : messages.installAgain(scope);

function diagnoseMissingProgram(hooks: InstalledHook[], env: Env): Diagnosis[] {
  const messages = settingsMessages[env.language];
  return hooks.flatMap(({ command, path, scope }) => {
    const missing = missingProgram(command, env.path);
    return missing
      ? [problem('settings.hook_program', messages.hookProgramMissing(missing, path), fixInScope(scope, messages))]
      : [];
  });
}

function diagnoseTimeout(hooks: InstalledHook[], { timeoutSeconds }: SupervisorConfig, env: Env): Diagnosis[] {
  const messages = settingsMessages[env.language];
  return hooks.flatMap(({ event, path, timeout, scope }) => {
    if (timeout === timeoutSeconds) return [];
    // A longer one does no harm: the hook has its own deadline.
    const say = timeout !== undefined && timeout > timeoutSeconds ? note : warning;
    const what = messages.hookTimeout(event, path, timeout, timeoutSeconds);
    return [say('settings.hook_timeout', what, fixInScope(scope, messages))];
  });
}

function diagnoseBlockCap(
  hooks: InstalledHook[],
  files: SettingsFile[],
  { maxIterations }: SupervisorConfig,
  env: Env,
): Diagnosis[] {
  if (!hooks.some(({ event }) => event === 'Stop')) return [];
  const messages = settingsMessages[env.language];
  const cap = blockCap(files, env.all);
  if (cap === 0 || cap >= maxIterations) return [];
  const fix = messages.blockCapFix(BLOCK_CAP, BLOCK_CAP_VALUE);
  return [warning('settings.block_cap', messages.blockCapLow(BLOCK_CAP, cap, maxIterations), fix)];
}

/** After how many blocked stops in a row Claude Code stops anyway; 0 means never. */
export function blockCap(files: SettingsFile[], variables: Variables): number {
  const named = files.flatMap((file) =>
    file.state === 'read' && isObject(file.value.env) && BLOCK_CAP in file.value.env ? [file.value.env[BLOCK_CAP]] : [],
  );
  const text = String(named.at(-1) ?? variables[BLOCK_CAP] ?? '');
  return /^\d+$/.test(text) ? Number(text) : DEFAULT_BLOCK_CAP;
}

function diagnosePlugin(files: SettingsFile[], env: Env): Diagnosis[] {
  const messages = settingsMessages[env.language];
  return files.flatMap((file) => {
    const plugins = file.state === 'read' && isObject(file.value.enabledPlugins) ? file.value.enabledPlugins : {};
    const ours = Object.keys(plugins).find((name) => name.startsWith('ccc@') && plugins[name] !== false);
    return ours
      ? [warning('settings.plugin_too', messages.pluginToo(ours, file.path), messages.pluginTooFix(ours))]
      : [];
  });
}

/** The first of a command's programs that is not there. A command that a shell would expand is not judged. */
export function missingProgram(command: string, path: string): string | undefined {
  const start = command.slice(0, command.lastIndexOf('supervisor-hook'));
  const words = /[$`~*?;&|<>()#]/.test(start) ? [] : (parseShellLine(start)[0]?.programs[0] ?? []);
  const [program, ...rest] = withoutAssignments(words);
  if (program === undefined) return undefined;
  const exists = isAbsolute(program)
    ? isProgram(program)
    : path.split(delimiter).some((dir) => isAbsolute(dir) && isProgram(join(dir, program)));
  return exists ? rest.filter(isAbsolute).find((file) => !existsSync(file)) : program;
}
