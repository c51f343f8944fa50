import type { SettingsFile } from '../../../src/claude/settings-files.ts';

/** A settings file that could be read. */
export const file = (scope: SettingsFile['scope'], value: Record<string, unknown>): SettingsFile => ({
  scope,
  path: `/${scope}.json`,
  state: 'read',
  value,
});
