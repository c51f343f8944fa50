/** What people type after `ccc`. Each verb is a file in `commands/`. */
export const COMMAND_NAMES = [
  'demo',
  'review',
  'status',
  'evidence',
  'statusline',
  'init',
  'trust',
  'install',
  'uninstall',
  'provider',
  'validate',
  'patch',
  'doctor',
  'completion',
] as const;

/** Every word that is ours as a first argument. */
export const RESERVED_NAMES: readonly string[] = [
  'supervisor-hook',
  'supervisor-mode',
  ...COMMAND_NAMES,
  'help',
  'version',
];
