import { html } from 'htm/preact';
import { doubtAbout } from '../../hook/rules/approval.ts';
import { outcomeOf } from '../../hook/rules/decision-outcome.ts';
import { isJudged } from '../../hook/rules/summary.ts';
import { moneyText, timeText } from '../../i18n/amounts.ts';
import { Command } from './command.ts';
import type { Messages } from './messages.ts';
import type { Line, Timeline } from './model.ts';
import { Badge, moment, Request } from './parts.ts';
import { type RoundChange, roundChanges } from './rounds.ts';
import { toneOf } from './tone.ts';

interface SessionViewProps {
  timeline: Timeline;
  /** The address of the list that it was opened from. */
  list: string;
  messages: Messages;
}

export function SessionView({ timeline, list, messages }: SessionViewProps) {
  const { session, command, next, lines } = timeline;
  const changes = roundChanges(lines);
  const requests = newRequests(lines);
  return html`<article class="session">
    <p><a class="back" href=${list}>← ${messages.back}</a></p>
    <h1 tabindex="-1"><${Request} session=${session} messages=${messages} /></h1>
    <p class="facts">
      <${Badge} session=${session} messages=${messages} />
      <span>${messages.rounds(session.rounds)}</span>
      <span>${moneyText(session.costUsd)}</span>
      <span>${session.provider}${session.model ? ` · ${session.model}` : ''}</span>
    </p>
    <dl class="facts">
      ${session.folder && html`<div><dt>${messages.folder}</dt><dd>${session.folder}${session.branch ? ` · ${session.branch}` : ''}</dd></div>`}
      <div><dt>${messages.session}</dt><dd>${session.id}</dd></div>
      <div><dt>${messages.firstRecord}</dt><dd><${Time} time=${session.startedAt} /></dd></div>
      <div><dt>${messages.lastRecord}</dt><dd><${Time} time=${session.lastAt} /></dd></div>
    </dl>
    ${session.isAsking && session.asked && html`<p><strong>${messages[session.isRunning ? 'asked' : 'agentAsked'][session.asked.what]}</strong>${session.asked.text && `${messages.colon}${session.asked.text}`}</p>`}
    ${command && html`<${Command} text=${command} messages=${messages} />`}
    ${next && html`<p class="next">${next[messages.code]}</p>`}
    <ol class="timeline">
      ${lines.map(
        (line, index) =>
          html`<li class=${toneOf(line)}><${Entry} line=${line} request=${requests[index]} change=${changes[index]} messages=${messages} /></li>`,
      )}
    </ol>
  </article>`;
}

/** Pure: for each line its request, if that is another than the one before it. */
export function newRequests(lines: readonly Line[]): (string | undefined)[] {
  let before: string | undefined;
  return lines.map(({ request }) => {
    if (!request || request === before) return undefined;
    before = request;
    return request;
  });
}

const Time = ({ time }: { time: string }) => html`<time datetime=${time}>${moment(time, 'seconds')}</time>`;

/** Pure: whether the client asked the user. After a review that failed, that depends on the settings of then. */
export const isShownToUser = ({ verdict, cause = '', plan_approved }: Line): boolean =>
  verdict === 'allow' && !['answered', 'overruled', 'off'].includes(cause) && plan_approved !== true;

/** Why the client ended a session, where that says nothing to the user. */
const PLAIN_ENDS = new Set([
  ...['prompt_input_exit', 'other', 'logout', 'clear', 'bypass_permissions_disabled', undefined],
]);

/** A newer client may have other words. */
const withCode = (title: string, { why }: Line, messages: Messages) => title + (why ? messages.inBrackets(why) : '');

/** The word for what a line says; a line may say `constructor`, which every object has. */
const wordFor = (words: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

export function titleOf(line: Line, messages: Messages): string {
  const { outcomes, causes, decisions, verdicts, colon } = messages;
  if (line.api_error) return `${outcomes['api-error']}${colon}${line.api_error}`;
  if (line.session === 'started')
    return wordFor(messages.starts, line.why ?? '') ?? withCode(messages.started, line, messages);
  if (line.session) return PLAIN_ENDS.has(line.why) ? messages.ended : withCode(messages.ended, line, messages);
  if (line.mode) return line.mode === 'on' ? messages.turnedOn : messages.turnedOff;
  if (line.overruled) return outcomes.overruled;
  if (line.by_hand)
    return `${messages.byHand}${colon}${wordFor(verdicts, line.by_hand.verdict) ?? line.by_hand.verdict}`;
  const { verdict, cause = '', event = '' } = line;
  if (!verdict) return '';
  const outcome = outcomeOf({ ...line, verdict, cause, event });
  if (outcome !== 'sent-back' && outcome !== 'not-reviewed') return decisions[outcome];
  const text = outcome === 'sent-back' ? decisions[outcome] : outcomes[outcome] + messages.inBrackets(cause);
  return wordFor(causes, cause) ?? text;
}

/** What a line says besides its verdict. Only what the reviewer or a check has said is feedback. */
export function textOf(line: Line, messages: Messages): [label: string, text: string | undefined] {
  if (line.api_error) return [messages.shownByClient, line.message];
  if (line.overruled) return [messages.why, line.why];
  if (line.by_hand) return [messages.feedback, line.by_hand.feedback];
  const { verdict, cause = '' } = line;
  // What used up rounds or a budget say is in the title, in the user's language.
  if (verdict === 'allow' && (cause === 'limit' || cause === 'budget')) return [messages.why, undefined];
  const isFeedback = verdict !== 'failed' && isJudged({ cause });
  return [isFeedback ? messages.feedback : messages.why, line.feedback];
}

interface EntryProps {
  line: Line;
  /** What the user asked for, if it is new. */
  request: string | undefined;
  change: RoundChange | undefined;
  messages: Messages;
}

function Entry({ line, request, change, messages }: EntryProps) {
  const {
    since_last: since,
    questions = [],
    claims = [],
    checks = [],
    findings = [],
    answers = [],
    notices = [],
  } = line;
  const spent = line.by_hand ?? line;
  const doubt = doubtAbout(line) ?? 'files-changed';
  const doubted = (doubt === 'files-changed' ? line.touched : line.changed_settings) ?? [];
  const changed = since ? [] : (line.changed?.files ?? []);
  const event = [line.event, line.tool].filter(Boolean).join(' ');
  const [label, text] = textOf(line, messages);
  return html`
    <header>
      <h2>${titleOf(line, messages)}</h2>
      <p class="when">
        <${Time} time=${line.time} />
        ${event && html`<span>${event}</span>`}
        ${line.count != null && html`<span>${messages.round(line.count, line.max ?? 0)}</span>`}
        ${spent.duration_ms !== undefined && html`<span>${timeText(spent.duration_ms, messages.code)}</span>`}
        ${spent.cost_usd != null && html`<span>${moneyText(spent.cost_usd)}</span>`}
      </p>
    </header>
    ${request && html`<${Part} title=${messages.request}><p>${request}</p><//>`}
    ${doubted.length > 0 && html`<${Part} title=${messages.outcomes[doubt]}><p>${doubted.join(messages.comma)}</p><//>`}
    ${questions.length > 0 && html`<${Part} title=${messages[isShownToUser(line) ? 'asked' : 'agentAsked'].question}><ul>${questions.map((question) => html`<li>${question}</li>`)}</ul><//>`}
    ${changed.length > 0 && html`<${Part} title=${messages.changed}><${Names} title=${messages.files} names=${changed} more=${line.changed?.more_files ?? 0} messages=${messages} /><//>`}
    ${
      (since || change) &&
      html`<${Part} title=${messages.since}>
        ${since && html`<${Work} since=${since} messages=${messages} />`}
        ${change && html`<${Change} change=${change} messages=${messages} />`}
      <//>`
    }
    ${
      claims.length > 0 &&
      html`<${Part} title=${messages.claims}><ul>
        ${claims.map(
          ({ quote, status }) =>
            html`<li><span class="status ${status}">${wordFor(messages.statuses, status) ?? status}</span> <q>${quote}</q></li>`,
        )}
      </ul><//>`
    }
    ${
      checks.length > 0 &&
      html`<${Part} title=${messages.checks}><ul>
        ${checks.map(({ name, outcome }) => html`<li><span class="status ${outcome}">${wordFor(messages.outcomesOfChecks, outcome) ?? outcome}</span> ${name}</li>`)}
      </ul><//>`
    }
    ${
      findings.length > 0 &&
      html`<${Part} title=${messages.findings}><ul>
        ${findings.map(
          ({ text: found, certain }) =>
            html`<li>${found}${certain ? '' : html`<em>${messages.inBrackets(messages.uncertain)}</em>`}</li>`,
        )}
      </ul><//>`
    }
    ${
      answers.length > 0 &&
      html`<${Part} title=${messages.answered}><ul>
        ${answers.map(
          ({ question, answer, ground }) =>
            html`<li>${question} → <strong>${[answer].flat().join(messages.comma)}</strong>${messages.inBrackets(ground)}</li>`,
        )}
      </ul><//>`
    }
    ${text && html`<${Part} title=${label}><p class="text">${text}</p><//>`}
    ${
      notices.length > 0 &&
      html`<${Part} title=${messages.notices}><ul>${notices.map((notice) => html`<li>${notice}</li>`)}</ul><//>`
    }
  `;
}

function Work({ since, messages }: { since: NonNullable<Line['since_last']>; messages: Messages }) {
  return html`<p>${messages.toolCalls(since.tool_calls)}</p>
    <${Names} title=${messages.files} names=${since.files} more=${since.more_files} messages=${messages} />
    <${Names} title=${messages.commands} names=${since.commands} more=${since.more_commands} messages=${messages} />`;
}

function Change({ change, messages }: { change: RoundChange; messages: Messages }) {
  const status = (name: string) =>
    html`<span class="status ${name}">${wordFor(messages.statuses, name) ?? name}</span>`;
  return html`
    ${change.gone.length > 0 && html`<p>${messages.notFoundAgain}${messages.colon}</p><ul>${change.gone.map((text) => html`<li>${text}</li>`)}</ul>`}
    ${
      change.claims.length > 0 &&
      html`<p>${messages.statusChanged}${messages.colon}</p><ul>${change.claims.map(
        ({ quote, before, now }) => html`<li><q>${quote}</q> ${status(before)} → ${status(now)}</li>`,
      )}</ul>`
    }`;
}

function Part({ title, children }: { title: string; children: unknown }) {
  return html`<section class="part"><h3>${title}</h3>${children}</section>`;
}

function Names({ title, names, more, messages }: { title: string; names: string[]; more: number; messages: Messages }) {
  if (names.length === 0) return null;
  return html`<p>${title}${messages.colon}${names.map((name, index) => html`${index > 0 ? messages.comma : ''}<code>${name}</code>`)}
    ${more > 0 ? ` ${messages.andMore(more)}` : ''}</p>`;
}
