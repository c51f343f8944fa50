import { variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import { launchWords } from '../i18n/launch.ts';
import { redactedJson, redactor, secretsIn } from '../platform/redact.ts';
import { quoted } from '../platform/shell-quote.ts';
import { wrapped } from '../platform/wrap-text.ts';
import { maskedEnv } from '../providers/mask.ts';
import type { Prepared } from './prepare.ts';

/** What would be started, with everything secret masked. */
export function describe(prepared: Prepared, env: Env): string {
  const words = launchWords[env.language];
  const { settings, claude, args } = prepared;
  const inSettings = variablesIn(settings ?? {});
  const file = inSettings.CCC_LAUNCH_SETTINGS ?? '';
  const redact = redactor(secretsIn({ ...env.all, ...prepared.env, ...inSettings }));
  const command = [claude, ...args].map(quoted).join(' ');
  const shown = settings && { ...JSON.parse(redactedJson(settings, redact)), env: maskedEnv(inSettings) };
  const parts = [
    ...prepared.notices,
    `${words.dryCommand}\n  ${redact(command)}`,
    ...(shown ? [`${words.drySettings(file)}\n${indented(JSON.stringify(shown, null, 2))}`] : []),
    `${words.dryVariables}\n${variables(prepared.env, words.dryUnset)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function variables(env: Prepared['env'], unset: string): string {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const taken = Object.keys(env).filter((name) => env[name] === undefined);
  return [
    ...Object.entries(maskedEnv(Object.fromEntries(set))).map(([name, value]) => `  ${name}=${value}`),
    ...(taken.length > 0 ? wrapped(`${unset}: ${taken.join(', ')}`, 76).map((line) => `  ${line}`) : []),
  ].join('\n');
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');
