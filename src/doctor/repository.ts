import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import { quoteForShell } from '../platform/shell.ts';
import { trustStatusOf } from '../trust/trust-status.ts';
import { problemFinding } from './config-file.ts';
import { type Finding, note, ok, warning } from './finding.ts';

/** The repository's own `.claude/ccc.json` and `SUPERVISOR.md`, and whether they are trusted. */
export async function checkRepository(folder: string, paths: Paths, env: Env): Promise<Finding[]> {
  const messages = settingsMessages[env.language];
  const status = await trustStatusOf(folder, paths, env, { remember: false });
  switch (status.kind) {
    case 'nothing':
      return [];
    case 'untrusted':
    case 'changed': {
      const files = status.files.join(', ');
      const fix = messages.repositoryFix(quoteForShell(status.root));
      return status.kind === 'changed'
        ? [warning('settings.repository', messages.repositoryChanged(files), fix)]
        : [note('settings.repository', messages.repositoryUntrusted(files), fix)];
    }
    case 'trusted': {
      const { values, problems } = status.config;
      const file = join(status.root, '.claude', 'ccc.json');
      return [
        ok('settings.repository', messages.repositoryTrusted(status.root, values.checks?.length ?? 0)),
        ...problems.map((found) => problemFinding('settings.repository', found, file, env.language)),
      ];
    }
  }
}
