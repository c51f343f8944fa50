import { variablesIn } from '../claude/settings-files.ts';
import type { Env } from '../config/env.ts';
import type { Summary } from '../hook/rules/summary.ts';
import { moneyText } from '../i18n/amounts.ts';
import { type LaunchMessages, launchMessages } from '../i18n/launch.ts';
import { printedJson } from '../platform/json/printed-json.ts';
import { redactedJson, secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';
import { quoteForShell } from '../platform/shell.ts';
import { wrapText } from '../platform/text-layout.ts';
import { maskVariables } from '../providers/mask.ts';
import type { PreparedLaunch } from './prepare.ts';
import type { RunOutcome } from './run-outcome.ts';

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
    ...(shown ? [`${messages.drySettings(file)}\n${indented(printedJson(shown, 2))}`] : []),
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

/** The last line of a run that nobody saw. */
export function closingLine(
  outcome: RunOutcome,
  { reviews, costUsd, max }: Pick<Summary, 'reviews' | 'costUsd' | 'max'>,
  log: string,
  messages: LaunchMessages,
): string {
  switch (outcome.kind) {
    case 'approved':
      return messages.closingApproved(reviews, costUsd > 0 ? moneyText(costUsd) : undefined);
    case 'unchanged':
      return messages.closingUnchanged;
    case 'files-changed':
      return messages.closingFilesChanged(outcome.files.join(', '));
    case 'changed-since':
      return messages.closingChangedSince;
    case 'settings-changed':
      return messages.closingSettingsChanged(outcome.files.join(', '));
    case 'sent-back':
      return messages.closingSentBack(outcome.why);
    case 'stalled':
      return messages.closingStalled(outcome.why);
    case 'impossible':
      return messages.closingImpossible(outcome.why);
    case 'budget':
      return messages.closingBudget;
    case 'limit':
      return messages.closingLimit(max, outcome.why);
    case 'overruled':
      return messages.closingOverruled(outcome.why);
    case 'off':
      return messages.closingOff;
    case 'failed':
      return messages.closingFailed(outcome.why, log);
    case 'api-error':
      return messages.closingApiError(outcome.why);
    case 'background':
      return messages.closingBackground;
    case 'not-judged':
      return messages.closingNotJudged(outcome.why);
    case 'unrecorded':
      return messages.closingUnrecorded;
    case 'unconfirmed':
      return messages.closingUnconfirmed;
    case 'cut-off':
      return messages.closingCutOff;
    case 'no-stop':
      return outcome.called ? messages.closingNoStop : messages.closingNeverCalled;
    case 'journal-unreadable':
      return messages.closingJournal(outcome.code);
    case 'files-removed':
      return messages.closingFilesRemoved;
  }
}

/** After a session on the screen: the client itself names `claude --resume`, which would not be supervised. */
export function resumeLine(
  session: string,
  { mode, provider }: { mode: Summary['mode']; provider: string | undefined },
  messages: LaunchMessages,
): string {
  const named = provider === undefined ? [] : ['--provider', quoteForShell(provider)];
  const command = ['ccc', ...named, '--resume', session].join(' ');
  switch (mode) {
    case 'on':
      return messages.resume(command);
    case 'paused':
      return messages.resumePaused(command);
    case 'off':
      return messages.resumeOff(command);
  }
}
