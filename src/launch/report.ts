import { variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import { redactedJson, redactor, secretsIn } from '../platform/redact.ts';
import { quoteForShell } from '../platform/shell.ts';
import { wrapText } from '../platform/text-layout.ts';
import { maskVariables } from '../providers/mask.ts';
import type { PreparedLaunch } from './prepare.ts';

/** `--dry-run`: what would be started, with every secret masked. */
export function dryRunText(prepared: PreparedLaunch, env: Env): string {
  const messages = launchMessages[env.language];
  const { settings, claude, args } = prepared;
  const inSettings = variablesIn(settings ?? {});
  const file = inSettings.CCC_LAUNCH_SETTINGS ?? '';
  const redact = redactor(secretsIn({ ...env.all, ...prepared.env, ...inSettings }));
  const command = [claude, ...args].map(quoteForShell).join(' ');
  const shown = settings && { ...JSON.parse(redactedJson(settings, redact)), env: maskVariables(inSettings) };
  const parts = [
    ...prepared.notices,
    `${messages.dryCommand}\n  ${redact(command)}`,
    ...(shown ? [`${messages.drySettings(file)}\n${indented(JSON.stringify(shown, null, 2))}`] : []),
    `${messages.dryVariables}\n${variablesText(prepared.env, messages)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function variablesText(env: PreparedLaunch['env'], messages: LaunchMessages): string {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const removed = Object.keys(env).filter((name) => env[name] === undefined);
  return [
    ...Object.entries(maskVariables(Object.fromEntries(set))).map(([name, value]) => `  ${name}=${value}`),
    ...(removed.length > 0
      ? wrapText(`${messages.dryUnset}: ${removed.join(', ')}`, 76).map((line) => `  ${line}`)
      : []),
  ].join('\n');
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');

/**
 * The last line of `ccc -p`, by what the journal says of the last decision. The mode is asked only after that: a stall in
 * the last round also leaves the session at its limit.
 */
export function closingLine(
  { mode, last, lastCause, reviews, decisions, max, costUsd }: Summary,
  messages: LaunchMessages,
): string | undefined {
  const why = last?.feedback.split('\n')[0] ?? '';
  if (decisions === 0) return messages.closingNoStop;
  if (lastCause === 'overruled') return messages.closingOverruled(why);
  if (lastCause === 'stall') return messages.closingStalled(why);
  if (lastCause === 'budget') return messages.closingBudget;
  if (mode === 'paused') return messages.closingLimit(max, last?.verdict === 'block' ? why : '');
  if (lastCause === 'unchanged') return messages.closingUnchanged;
  switch (last?.outcome) {
    case undefined:
      return undefined;
    case 'stall':
      return messages.closingStalled(why);
    case 'budget':
      return messages.closingBudget;
    case 'overruled':
      return messages.closingOverruled(why);
    case 'failed':
      return messages.closingFailed(why);
    case 'block':
      return messages.closingSentBack(why);
    case 'allow':
      return messages.closingApproved(reviews, costUsd > 0 ? `, $${costUsd.toFixed(3)}` : '');
  }
}
