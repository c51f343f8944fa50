import type { HookBlocker } from '../claude/hook-blockers.ts';
import type { Language } from '../i18n/language.ts';
import { launchMessages } from '../i18n/launch.ts';

/** What keeps hooks from running, in a few words. */
export function blockerText(blocker: HookBlocker, language: Language): string {
  switch (blocker.kind) {
    case 'setting':
      return launchMessages[language].setting(blocker.key, blocker.path);
    case 'variable':
      return blocker.name;
    case 'argument':
      return blocker.argument;
  }
}
