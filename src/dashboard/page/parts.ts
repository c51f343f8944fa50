import { html } from 'htm/preact';
import { dayOf } from '../../platform/local-time.ts';
import type { Messages } from './messages.ts';
import type { Session } from './model.ts';
import { toneOfSession } from './tone.ts';

/** In the local time zone. Rounds may be seconds apart, sessions are not. */
export function moment(time: string, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const clock = [date.getHours(), date.getMinutes(), ...(precision === 'seconds' ? [date.getSeconds()] : [])];
  return `${dayOf(date)} ${clock.map((value) => String(value).padStart(2, '0')).join(':')}`;
}

/** The time alone, unless it is of another day. */
export function shortMoment(time: Date, now: Date): string {
  const text = moment(time.toISOString());
  return dayOf(time) === dayOf(now) ? text.slice(-'00:00'.length) : text;
}

/** What a session is called: what was asked, or else its id and why there is nothing else. */
export function Request({ session, messages }: { session: Session; messages: Messages }) {
  if (session.request) return session.request;
  return html`${messages.noRequest} <small>${session.id}</small>`;
}

export function Badge({ session, messages }: { session: Session; messages: Messages }) {
  const { outcome, statusText, isRunning, isAsking, asked } = session;
  return html`<span class="badges"><span class="badge ${outcome} ${toneOfSession(session)} ${statusText && 'long'}">${statusText?.[messages.code] ?? messages.outcomes[outcome] ?? outcome}</span>
    ${isRunning && isAsking && asked && html`<span class="badge asked broken">${messages.asked[asked.what]}</span>`}
    ${isRunning && html`<span class="badge running">${messages.running}</span>`}</span>`;
}
