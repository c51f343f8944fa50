import type { Env } from '../config/env.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { type SettingsWords, settingsWords } from '../i18n/doctor-settings.ts';
import { isObject } from '../platform/json/parse.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import type { HookStopper } from './hook-blockers.ts';
import { installedHookFindings } from './installed-hooks.ts';
import type { SettingsFile } from './settings-files.ts';

interface Surroundings {
  stoppers: HookStopper[];
  rules: SupervisorConfig;
  /** The provider that `ccc` starts under. */
  current: string | undefined;
  env: Env;
}

/** Pure but for the programs that installed hooks name: whether Claude Code's settings let `ccc` do its work. */
export function settingsFindings(files: SettingsFile[], { stoppers, rules, current, env }: Surroundings): Finding[] {
  const words = settingsWords[env.language];
  const findings = [
    ...files.flatMap((file) => unreadable(file, words)),
    ...stoppers.map((stopper) => stopperFinding(stopper, words)),
    ...files.flatMap((file) => withoutEffect(file, words)),
    ...(current === undefined ? [] : files.flatMap((file) => otherProvider(file, current, words))),
    ...installedHookFindings(files, rules, env),
  ];
  const read = files.filter(({ state }) => state === 'read').map(({ path }) => path);
  return findings.length > 0 ? findings : [ok('settings.agree', words.settingsAgree(read))];
}

function unreadable(file: SettingsFile, words: SettingsWords): Finding[] {
  switch (file.state) {
    case 'absent':
    case 'read':
      return [];
    case 'unreadable':
      return [problem('settings.readable', words.unreadable(file.path, file.code), words.unreadableFix)];
    case 'broken': {
      const place = `${file.path}:${file.at.line}:${file.at.column}`;
      return [problem('settings.parsable', words.broken(place, file.why), words.brokenFix)];
    }
  }
}

function stopperFinding(stopper: HookStopper, words: SettingsWords): Finding {
  const what = words.stopper(stopper);
  return problem('settings.hooks_off', what, words.stopperFix(stopper));
}

/** What people write to be safe, where it does nothing. */
function withoutEffect(file: SettingsFile, words: SettingsWords): Finding[] {
  if (file.state !== 'read' || file.scope === 'managed' || file.value.allowManagedHooksOnly !== true) return [];
  return [note('settings.no_effect', words.noEffect('allowManagedHooksOnly', file.path), words.noEffectFix)];
}

/** Names only: the values may be keys. */
function otherProvider(file: SettingsFile, current: string, words: SettingsWords): Finding[] {
  const variables = file.state === 'read' && isObject(file.value.env) ? Object.keys(file.value.env) : [];
  const names = variables.filter((name) => /^(?:ANTHROPIC_|CLAUDE_CODE_USE_)/.test(name));
  if (names.length === 0) return [];
  return [note('settings.other_provider', words.otherProvider(file.path, names, current), words.otherProviderFix)];
}
