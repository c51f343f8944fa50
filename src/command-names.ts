/** What people type after `ccc`. Each verb is a file in `commands/`. */
export const VERBS = [
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
export const OUR_WORDS: readonly string[] = ['supervisor-hook', 'supervisor-mode', ...VERBS, 'help', 'version'];
