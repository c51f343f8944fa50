import type { Variables } from './env.ts';

/** The variables that make Claude Code use a cloud, which has a login of its own, and the name of each cloud. */
const CLOUDS = {
  CLAUDE_CODE_USE_BEDROCK: 'bedrock',
  CLAUDE_CODE_USE_VERTEX: 'vertex',
  CLAUDE_CODE_USE_FOUNDRY: 'foundry',
  CLAUDE_CODE_USE_MANTLE: 'mantle',
  CLAUDE_CODE_USE_ANTHROPIC_AWS: 'anthropic-aws',
  CLAUDE_CODE_USE_ANTHROPIC_GOOGLE_CLOUD: 'anthropic-google-cloud',
  CLAUDE_CODE_USE_GATEWAY: 'gateway',
} as const;

export type Cloud = (typeof CLOUDS)[keyof typeof CLOUDS];

export const CLOUD_SWITCHES = Object.keys(CLOUDS) as (keyof typeof CLOUDS)[];

/** The cloud that these variables switch on. */
export function cloudIn(variables: Variables): Cloud | undefined {
  const on = CLOUD_SWITCHES.find((name) => isSwitchedOn(variables[name]));
  return on && CLOUDS[on];
}

/** As Claude Code reads a switch. */
export const isSwitchedOn = (value: string | undefined) => /^\s*(?:1|true|yes|on)\s*$/i.test(value ?? '');

/** Whether a variable may switch a cloud on, including clouds newer than the list. */
export const mayBeCloudSwitch = (name: string): boolean => name.startsWith('CLAUDE_CODE_USE_');
