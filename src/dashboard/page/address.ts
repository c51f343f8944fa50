/** The filter of the list; an empty text restricts nothing. */
export interface Filter {
  q: string;
  outcome: string;
  project: string;
  provider: string;
  /** `12h`: the last hours; `7d`: so many days, with today. */
  period: string;
}

/** What the page shows: one session, or else the list. It is in the address, so that a reload shows the same. */
export interface View {
  /** The id; empty: the list. */
  session: string;
  filter: Filter;
}

/** Pure: what the part of an address after the `#` asks for. Somebody may have typed it. */
export function viewOf(hash: string): View {
  const [path = '', ...query] = hash.replace(/^#/, '').split('?');
  const given = new URLSearchParams(query.join('?'));
  const of = (name: string) => given.get(name) ?? '';
  const period = /^(?:[1-9]\d{0,3}d|[1-9]h|1[0-2]h)$/.test(of('period')) ? of('period') : '';
  return {
    session: decoded(/^\/session\/(.+)$/.exec(path)?.[1] ?? ''),
    filter: { q: of('q'), outcome: of('outcome'), project: of('project'), provider: of('provider'), period },
  };
}

/** Pure: the other way round. */
export function addressOf({ session, filter }: View): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return `#/${session && `session/${encodeURIComponent(session)}`}${query.size > 0 ? `?${query}` : ''}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Pure: when a period began, as the server is asked for it; empty: there is no period. */
export function sinceOf(period: string, now: Date): string {
  const count = Number.parseInt(period, 10);
  if (!count) return '';
  if (period.endsWith('h')) return new Date(now.getTime() - count * 3_600_000).toISOString();
  // Figures of days are counted by whole days: the list must begin with the same.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - count).toISOString();
}
