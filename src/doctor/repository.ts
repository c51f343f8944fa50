import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import { translated } from '../i18n/translated.ts';
import { quoteForShell } from '../platform/shell-quote.ts';
import { trustStatusOf } from '../trust/trust-status.ts';
import { type Finding, note, ok, warning } from './finding.ts';

/** What the repository of this folder brings for us, and whether it counts. */
export async function checkRepository(folder: string, paths: Paths, env: Env): Promise<Finding[]> {
  const messages = settingsMessages[env.language];
  const standing = await trustStatusOf(folder, paths, env, { remember: false });
  switch (standing.kind) {
    case 'nothing':
      return [];
    case 'untrusted':
    case 'changed': {
      const say = standing.kind === 'changed' ? warning : note;
      const files = standing.files.join(', ');
      const what =
        standing.kind === 'changed' ? messages.repositoryChanged(files) : messages.repositoryUntrusted(files);
      return [say('settings.repository', what, messages.repositoryFix(quoteForShell(standing.root)))];
    }
    case 'trusted': {
      const { values, problems } = standing.config;
      const file = join(standing.root, '.claude', 'ccc.json');
      return [
        ok('settings.repository', messages.repositoryTrusted(standing.root, values.checks?.length ?? 0)),
        ...problems.map(({ key, line, column, fix, leftOut }) => {
          const place = line === undefined ? file : `${file}:${line}:${column}`;
          const what = leftOut ? messages.leftOut(place, key) : messages.defaultUsed(place, key);
          return warning('settings.repository', what, messages.configFix(translated(fix, env.language)));
        }),
      ];
    }
  }
}
