import { html } from 'htm/preact';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { moneyText } from '../../i18n/amounts.ts';
import { addressOf, type Filter, sinceOf, viewOf } from './address.ts';
import { ask, listen } from './api.ts';
import { Charts } from './charts.ts';
import { folderNames } from './folder-names.ts';
import { type Messages, messagesFor } from './messages.ts';
import type { Session, Sessions, Statistics, Timeline } from './model.ts';
import { Badge, moment, Request, shortMoment } from './parts.ts';
import { SessionView } from './timeline.ts';

const PAGE = 100;
const SYSTEM_IS_DARK = matchMedia('(prefers-color-scheme: dark)');

type NameOf = (folder: string | null) => string;

/** The part of a filter that applies to the figures as well as to the list. */
const scopeOf = ({ project, provider, period }: Filter) => ({ project, provider, since: sinceOf(period, new Date()) });

function App() {
  const [language, setLanguage] = useState(document.documentElement.lang);
  const [{ session: opened, filter }, setView] = useState(viewOf(location.hash));
  const [isDark, setDark] = useState(isShownDark);
  const [limit, setLimit] = useState(PAGE);
  /** Since when nothing comes from the server; empty: it does. */
  const [lostSince, setLostSince] = useState('');
  const [changes, setChanges] = useState(0);
  const [sessions, setSessions] = useState<Sessions>();
  const [statistics, setStatistics] = useState<Statistics>();
  const [timeline, setTimeline] = useState<Timeline | 'missing'>();
  const messages = messagesFor(language);
  const showDark = (wanted: boolean) => {
    document.documentElement.dataset.theme = wanted ? 'dark' : 'light';
    setDark(wanted);
  };
  const list = addressOf({ session: '', filter });
  // Also those of the rows: there may be more projects than can be chosen from.
  const nameOf = folderNames([
    ...(sessions?.projects ?? []),
    ...(sessions?.sessions ?? []).flatMap(({ folder }) => folder ?? []),
  ]);
  const setFilter = (change: Partial<Filter>) => {
    const view = viewOf(location.hash);
    // Not a step of its own: Back leads from a session to the list, not through what was typed.
    history.replaceState(null, '', addressOf({ ...view, filter: { ...view.filter, ...change } }));
    setView(viewOf(location.hash));
  };

  useEffect(() => {
    let lostAt: Date | undefined;
    return listen(
      () => setChanges((count) => count + 1),
      (isOpen) => {
        // It is told of each attempt to connect again.
        lostAt = isOpen ? undefined : (lostAt ?? new Date());
        setLostSince(lostAt ? shortMoment(lostAt, new Date()) : '');
      },
    );
  }, []);
  useEffect(() => {
    const onSystem = () => setDark(isShownDark());
    SYSTEM_IS_DARK.addEventListener('change', onSystem);
    return () => SYSTEM_IS_DARK.removeEventListener('change', onSystem);
  }, []);
  useEffect(() => {
    const onHash = () => setView(viewOf(location.hash));
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const title = opened ? sessionTitle(timeline, opened, messages) : listTitle(sessions?.needUser ?? 0);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const { q, outcome } = filter;
    const query = { ...scopeOf(filter), q, outcome, limit: String(limit) };
    return latest(ask<Sessions>('/api/sessions', query), setSessions);
  }, [list, limit, changes]);
  useEffect(
    () => latest(ask<Statistics>('/api/statistics', scopeOf(filter)), setStatistics),
    [filter.project, filter.provider, filter.period, changes],
  );
  useEffect(() => setTimeline(undefined), [opened]);
  useEffect(() => {
    if (!opened) return;
    return latest(ask<Timeline>('/api/session', { id: opened }), setTimeline, () => setTimeline('missing'));
  }, [opened, changes]);
  useFocus(opened, timeline !== undefined);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      const view = viewOf(location.hash);
      if (event.key === 'Escape' && view.session) location.hash = addressOf({ ...view, session: '' });
      else if (event.key === '/' && !isTyping) {
        event.preventDefault();
        document.getElementById('search')?.focus();
      } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !(event.target instanceof HTMLSelectElement))
        moveFocus(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return html`
    <header class="top">
      <a class="name" href="#/">ccc</a>
      <span role="status" class=${lostSince && 'lost'}>${lostSince ? messages.lost(lostSince) : sessions && sessions.progress < 1 ? messages.reading(Math.round(sessions.progress * 100)) : ''}</span>
      <button type="button" lang=${language.startsWith('zh') ? 'en' : 'zh-CN'} onClick=${() => setLanguage(language.startsWith('zh') ? 'en' : 'zh-CN')}>${messages.language}</button>
      <button type="button" onClick=${() => showDark(!isDark)}>${isDark ? messages.toLight : messages.toDark}</button>
    </header>
    <main>
      ${
        opened
          ? timeline === 'missing'
            ? html`<p><a class="back" href=${list}>← ${messages.back}</a></p><h1 tabindex="-1">${messages.notFound}</h1>`
            : timeline && html`<${SessionView} timeline=${timeline} list=${list} messages=${messages} />`
          : html`<${Overview} ...${{ sessions, statistics, filter, setFilter, nameOf, messages }} onMore=${() => setLimit(limit + PAGE)} />`
      }
    </main>`;
}

/** What a tab and the history of a browser show of it. */
const MAX_TITLE = 60;

const listTitle = (needUser: number): string => (needUser > 0 ? `(${needUser}) ccc` : 'ccc');

function sessionTitle(timeline: Timeline | 'missing' | undefined, id: string, messages: Messages): string {
  if (timeline === undefined) return 'ccc';
  if (timeline === 'missing') return `${messages.notFound} – ccc`;
  const letters = [...(timeline.session.request ?? id)];
  const text = letters.length > MAX_TITLE ? `${letters.slice(0, MAX_TITLE - 1).join('')}…` : letters.join('');
  return `${text} – ccc`;
}

/** Hands on an answer, unless another was asked for meanwhile: they may come in another order. */
function latest<T>(
  answer: Promise<T | 'missing' | undefined>,
  set: (value: T) => void,
  onMissing = () => {},
): () => void {
  let isLatest = true;
  void answer.then((value) => {
    if (!isLatest || value === undefined) return;
    if (value === 'missing') onMissing();
    else set(value);
  });
  return () => {
    isLatest = false;
  };
}

/** To a session when it is opened, and to its row when it is closed: else the keyboard begins at the top again. */
function useFocus(opened: string, isShown: boolean): void {
  const last = useRef('');
  // Before it is painted: else the focus is taken from whoever is quick.
  useLayoutEffect(() => {
    if (opened && isShown && last.current !== opened) {
      last.current = opened;
      scrollTo(0, 0);
      document.querySelector('h1')?.focus();
    } else if (!opened && last.current) {
      const id = last.current;
      last.current = '';
      [...document.querySelectorAll<HTMLAnchorElement>('.sessions a')]
        .find((link) => viewOf(link.hash).session === id)
        ?.focus();
    }
  }, [opened, isShown]);
}

/** Between the search box and the sessions of the list. */
function moveFocus(event: KeyboardEvent): void {
  const links = [...document.querySelectorAll<HTMLElement>('.sessions a')];
  if (links.length === 0) return;
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = event.key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : at - 1;
  event.preventDefault();
  (links[next] ?? document.getElementById('search'))?.focus();
}

/** Chosen on the page, or else that of the system. */
function isShownDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : SYSTEM_IS_DARK.matches;
}

interface OverviewProps {
  sessions: Sessions | undefined;
  statistics: Statistics | undefined;
  filter: Filter;
  setFilter: (change: Partial<Filter>) => void;
  nameOf: NameOf;
  messages: Messages;
  onMore: () => void;
}

function Overview({ sessions, statistics, filter, setFilter, nameOf, messages, onMore }: OverviewProps) {
  if (!sessions) return null;
  if (sessions.all === 0 && sessions.progress === 1)
    return html`<section class="empty"><h1>${messages.emptyTitle}</h1><p>${messages.emptyText}</p><p><code>CCC_SUPERVISOR=1 ccc</code></p></section>`;
  const { total } = statistics ?? {};
  return html`
    <div class="choices">
      <${Choice} label=${messages.project} value=${filter.project} any=${messages.any} onChange=${(project: string) => setFilter({ project })}
        options=${sessions.projects.map((folder) => [folder, nameOf(folder), folder])} />
      <${Choice} label=${messages.provider} value=${filter.provider} any=${messages.any} onChange=${(provider: string) => setFilter({ provider })}
        options=${sessions.providers.map((name) => [name, name])} />
      <${Choice} label=${messages.period} value=${filter.period} any=${messages.periods['']} onChange=${(period: string) => setFilter({ period })}
        options=${Object.entries(messages.periods).filter(([period]) => period)} />
    </div>
    ${
      total &&
      html`<dl class="figures">
        <${NeedsYou} count=${sessions.needUser} filter=${filter} messages=${messages} />
        <div><dt>${messages.figures.approvals}</dt><dd data-figure="approvals">${total.approvals}</dd></div>
        <div><dt>${messages.figures.blocks}</dt><dd data-figure="blocks">${total.blocks}</dd></div>
        <div><dt>${messages.figures.failures}</dt><dd data-figure="failures">${total.failures}</dd></div>
        <div><dt>${messages.figures.falseClaims}</dt><dd data-figure="false-claims">${total.falseClaims}</dd></div>
        <div><dt>${messages.figures.cost}</dt><dd data-figure="cost">${moneyText(total.costUsd)}</dd></div>
      </dl>`
    }
    <div class="columns">
    <section class="list">
      <h1>${messages.sessions}</h1>
      <form role="search" class="choices" onSubmit=${(event: Event) => event.preventDefault()}>
        <${SearchBox} value=${filter.q} messages=${messages} onInput=${(q: string) => setFilter({ q })} />
        <${Choice} label=${messages.outcome} value=${filter.outcome} any=${messages.any} onChange=${(outcome: string) => setFilter({ outcome })}
          options=${[['needs-you', messages.needsYou], ...Object.entries(messages.outcomes)]} />
      </form>
      <p class="count">${messages.shown(sessions.sessions.length, sessions.total, sessions.all)}</p>
      ${sessions.total === 0 && html`<p>${messages.noMatch}</p>`}
      <ul class="sessions">${sessions.sessions.map((session) => html`<${Row} key=${session.id} session=${session} filter=${filter} nameOf=${nameOf} messages=${messages} />`)}</ul>
      ${sessions.sessions.length < sessions.total && html`<button type="button" onClick=${onMore}>${messages.more}</button>`}
      <p class="help">${messages.help}</p>
    </section>
    ${statistics && html`<${Charts} statistics=${statistics} messages=${messages} />`}
    </div>`;
}

/** Leads to those that it counts: to all of them, whatever was searched for. */
function NeedsYou({ count, filter, messages }: { count: number; filter: Filter; messages: Messages }) {
  const isShown = filter.outcome === 'needs-you' && filter.q === '';
  return html`<div class="needs-you ${count > 0 && 'some'}"><dt>${messages.needsYou}</dt>
    <dd><a data-figure="needs-you" href=${addressOf({ session: '', filter: { ...filter, q: '', outcome: 'needs-you' } })}
      aria-current=${isShown ? 'true' : undefined} aria-label="${messages.needsYou}${messages.colon}${count}">${count}</a></dd></div>`;
}

function SearchBox({
  value,
  messages,
  onInput,
}: {
  value: string;
  messages: Messages;
  onInput: (text: string) => void;
}) {
  // Its own text: until it is searched for, `value` is the earlier one, and to show that would undo what is typed.
  const [text, setText] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  const searched = useRef(value);
  const later = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      searched.current = typed;
      onInput(typed);
    }, 150);
  };
  useEffect(() => {
    // Not from here, but from the address.
    if (value === searched.current) return;
    clearTimeout(timer.current);
    searched.current = value;
    setText(value);
  }, [value]);
  return html`<label class="search"><span>${messages.search}</span>
    <input id="search" type="search" value=${text} onInput=${(event: InputEvent) => later((event.target as HTMLInputElement).value)} /></label>`;
}

interface ChoiceProps {
  label: string;
  value: string;
  any: string;
  options: [value: string, name: string, title?: string][];
  onChange: (value: string) => void;
}

function Choice({ label, value, any, options, onChange }: ChoiceProps) {
  // What is in the address restricts the list even if there is nothing of the kind.
  const unknown: ChoiceProps['options'] = value && !options.some(([key]) => key === value) ? [[value, value]] : [];
  const all = [...unknown, ...options];
  const chosen = all.find(([key]) => key === value);
  return html`<label><span>${label}</span>
    <select value=${value} title=${chosen?.[2]} onChange=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}>
      <option value="">${any}</option>
      ${all.map(([key, name, title]) => html`<option value=${key} title=${title}>${name}</option>`)}
    </select></label>`;
}

interface RowProps {
  session: Session;
  filter: Filter;
  nameOf: NameOf;
  messages: Messages;
}

function Row({ session, filter, nameOf, messages }: RowProps) {
  const place = [nameOf(session.folder), session.branch].filter(Boolean).join(' · ');
  return html`<li><a href=${addressOf({ session: session.id, filter })}>
    <span class="request"><${Request} session=${session} messages=${messages} /></span>
    <${Badge} session=${session} messages=${messages} />
    <span class="place" title=${session.folder}>${place}</span>
    <span class="numbers">${messages.rounds(session.rounds)} · ${moneyText(session.costUsd)}${session.provider ? ` · ${session.provider}` : ''}</span>
    <time datetime=${session.lastAt}>${moment(session.lastAt)}</time>
  </a></li>`;
}

const root = document.getElementById('app');
if (root) render(html`<${App} />`, root);
