import { quoted } from '../claude/own-command.ts';
import type { Prepared } from '../claude/prepare.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { isSecretName, redactedJson, redactor, secretsIn } from '../store/redact.ts';
import { launchWords } from '../words/launch.ts';

const MASK = '[redacted]';

/** What would be started, with everything secret masked. */
export function describe(prepared: Prepared, env: Env, paths: Paths): string {
  const words = launchWords[env.language];
  const { settings, claude, args } = prepared;
  const file = paths.launchSettings('…');
  const redact = redactor(secretsIn({ ...env.all, ...prepared.env, ...variablesOf(settings) }));
  const command = [claude, ...(settings ? ['--settings', file] : []), ...args].map(quoted).join(' ');
  const parts = [
    ...prepared.notices,
    `${words.dryCommand}\n  ${redact(command)}`,
    ...(settings ? [`${words.drySettings(file)}\n${indented(masked(settings, redact))}`] : []),
    `${words.dryVariables}\n${Object.entries(prepared.env)
      .map(
        ([name, value]) => `  ${name}${value === undefined ? ` ${words.dryUnset}` : `=${shown(name, value, redact)}`}`,
      )
      .sort()
      .join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const variablesOf = (settings: Prepared['settings']) => (settings?.env ?? {}) as Record<string, string>;

const shown = (name: string, value: string, redact: (text: string) => string) =>
  value !== '' && isSecretName(name) ? MASK : redact(value);

function masked(settings: Record<string, unknown>, redact: (text: string) => string): string {
  const env = Object.fromEntries(
    Object.entries(variablesOf(settings)).map(([name, value]) => [name, shown(name, value, redact)]),
  );
  return JSON.stringify(JSON.parse(redactedJson({ ...settings, env }, redact)), null, 2);
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');
