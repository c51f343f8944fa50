import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { sessionMessages } from '../i18n/sessions.ts';
import { currentFolder } from '../platform/folders.ts';
import { UserError } from '../platform/user-error.ts';
import { findSession, type StoredSession, sessionsIn, sessionsLike } from '../transcript/stored-sessions.ts';

const SHOWN = 5;

/** The session that `--session` names, or else the latest of this folder. */
export function selectSession(id: string | undefined, paths: Paths, { language }: Env, command: string): StoredSession {
  const messages = sessionMessages[language];
  const found = findSession(paths, id === undefined ? { folder: currentFolder() } : { id });
  if (found) return found;
  if (id === undefined)
    throw new UserError(messages.noneHere(currentFolder()), messages.noneHereFix(command), {
      code: 'no-session',
    });
  const alike = sessionsLike(paths, id);
  if (alike.length === 0) {
    const latest = sessionsIn(paths, currentFolder()).slice(0, SHOWN);
    throw new UserError(messages.unknown(id), messages.unknownFix(latest), { code: 'unknown-session' });
  }
  throw new UserError(
    messages.several(id, alike.length),
    messages.severalFix(alike.slice(0, SHOWN).map((session) => session.id)),
    { code: 'ambiguous-session' },
  );
}
