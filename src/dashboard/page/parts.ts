import { html } from 'htm/preact';
import type { Messages } from './messages.ts';
import type { Session } from './model.ts';
import { toneOfOutcome } from './tone.ts';

export const money = (usd: number): string => `$${usd.toFixed(usd < 1 ? 3 : 2)}`;

export const duration = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

export function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What a session is called: what was asked, or else its id and why there is nothing else. */
export function Request({ session, messages }: { session: Session; messages: Messages }) {
  if (session.request) return session.request;
  // Version 1 of the journal did not record requests.
  return html`${session.rounds === 0 ? messages.nothingAsked : messages.unknownRequest} <small>${session.id}</small>`;
}

export function Badge({ session, messages }: { session: Session; messages: Messages }) {
  return html`<span class="badges"><span class="badge ${session.outcome} ${toneOfOutcome(session.outcome)}">${messages.outcomes[session.outcome] ?? session.outcome}</span>
    ${session.isRunning && session.asked && html`<span class="badge asked broken">${messages.asked[session.asked.what]}</span>`}
    ${session.isRunning && html`<span class="badge running">${messages.running}</span>`}</span>`;
}
