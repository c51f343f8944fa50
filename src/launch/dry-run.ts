import { variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import { launchMessages } from '../i18n/launch.ts';
import { redactedJson, redactor, secretsIn } from '../platform/redact.ts';
import { quoteForShell } from '../platform/shell-quote.ts';
import { wrapped } from '../platform/wrap-text.ts';
import { maskedEnv } from '../providers/mask.ts';
import type { PreparedLaunch } from './prepare.ts';

/** What would be started, with everything secret masked. */
export function describe(prepared: PreparedLaunch, env: Env): string {
  const messages = launchMessages[env.language];
  const { settings, claude, args } = prepared;
  const inSettings = variablesIn(settings ?? {});
  const file = inSettings.CCC_LAUNCH_SETTINGS ?? '';
  const redact = redactor(secretsIn({ ...env.all, ...prepared.env, ...inSettings }));
  const command = [claude, ...args].map(quoteForShell).join(' ');
  const shown = settings && { ...JSON.parse(redactedJson(settings, redact)), env: maskedEnv(inSettings) };
  const parts = [
    ...prepared.notices,
    `${messages.dryCommand}\n  ${redact(command)}`,
    ...(shown ? [`${messages.drySettings(file)}\n${indented(JSON.stringify(shown, null, 2))}`] : []),
    `${messages.dryVariables}\n${variables(prepared.env, messages.dryUnset)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function variables(env: PreparedLaunch['env'], unset: string): string {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const taken = Object.keys(env).filter((name) => env[name] === undefined);
  return [
    ...Object.entries(maskedEnv(Object.fromEntries(set))).map(([name, value]) => `  ${name}=${value}`),
    ...(taken.length > 0 ? wrapped(`${unset}: ${taken.join(', ')}`, 76).map((line) => `  ${line}`) : []),
  ].join('\n');
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');
