import type { AuditMessages, CountedSessions } from '../i18n/audit.ts';
import { dayOf } from '../platform/local-time.ts';
import type { AuditRequest } from './request.ts';
import { type AuditTotals, claiming, UNSUPPORTED } from './totals.ts';

/** The whole audit in one sentence, which can be quoted alone. `folder` is as people write it. */
export function headline(
  totals: AuditTotals,
  { since, last }: AuditRequest,
  folder: string | undefined,
  messages: AuditMessages,
): string {
  const { all, leftOut } = totals;
  const day = since && dayOf(since);
  const which: CountedSessions = { count: all.sessions, isLast: last !== undefined, since: day, folder };
  const found = Object.values(leftOut).reduce((sum, count) => sum + count, all.sessions);
  if (found === 0) return messages.headline.noSessions(folder, day);
  if (all.sessions === 0) return messages.headline.noneCounted(found);
  const wrong = UNSUPPORTED.filter((status) => all[status] > 0);
  const part = (status: (typeof wrong)[number], who: string) => ({
    count: all[status],
    clause: messages.clause[status][totals.subjectOf(status)](who),
  });
  const [only] = wrong;
  if (wrong.length > 1)
    return messages.headline.several(
      wrong.map((status) => part(status, messages.it)),
      which,
    );
  if (only) return messages.headline.single(part(only, messages.lastMessage), which);
  if (claiming(all) === 0) return messages.headline.noClaim(which);
  if (all.undecidable > 0) return messages.headline.undecided(all.backed, all.undecidable, which);
  return messages.headline.allBacked(all.backed, which);
}
