import type { Paths } from '../config/paths.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { journalEntries } from '../journal/read.ts';
import { localTime } from '../platform/local-time.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { type Diagnosis, note, ok, warning } from './diagnosis.ts';

const LAST_REVIEWS = 20;
const LAST_EVENTS = 100;
const JOURNAL_BYTES = 1024 * 1024;
const MAX_WHY = 200;

/** What decides about reviews and was changed while a session ran, by the last events of the journal. */
export function diagnoseChangedSettings(paths: Paths, messages: DoctorMessages): Diagnosis[] {
  const changed = [...journalEntries(paths.journal, JOURNAL_BYTES)]
    .slice(-LAST_EVENTS)
    .filter(({ changed_settings }) => Array.isArray(changed_settings) && changed_settings.length > 0);
  const last = changed.at(-1);
  if (last === undefined) return [];
  const files = (last.changed_settings ?? []).map((file) => visibleLine(String(file))).join(', ');
  const what = messages.changedSettings(localTime(last.time), visibleLine(last.session_id), files);
  return [note('hooks.changed_settings', what, messages.changedSettingsFix)];
}

/** Whether the last reviews came to a verdict. One that the user interrupted says nothing about the set-up. */
export function diagnoseReviews(paths: Paths, messages: DoctorMessages): Diagnosis[] {
  const reviews = [...journalEntries(paths.journal, JOURNAL_BYTES)]
    .filter(({ verdict, cause }) => cause !== 'interrupted' && (verdict === 'failed' || cause === 'review'))
    .slice(-LAST_REVIEWS);
  const failed = reviews.filter(({ verdict }) => verdict === 'failed');
  const last = failed.at(-1);
  if (reviews.length === 0) return [];
  if (last === undefined) return [ok('hooks.reviews', messages.reviews(reviews.length))];
  const causes = new Map<string, number>();
  for (const { cause } of failed) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const [why = ''] = String(last.feedback).split('\n');
  const what = messages.failedReviews(
    failed.length,
    reviews.length,
    [...causes].map(([cause, times]) => `${visibleLine(cause)} (${times})`).join(', '),
    `${localTime(last.time)}, ${visibleLine(why.slice(0, MAX_WHY))}`,
  );
  const isStillFailing = reviews.at(-1) === last;
  return [
    (isStillFailing ? warning : note)('hooks.reviews', what, messages.failedReviewsFix(paths.log(last.supervisor_id))),
  ];
}
