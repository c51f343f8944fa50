/** The filter of the list; an empty text restricts nothing. */
export interface Filter {
  q: string;
  outcome: string;
  project: string;
  provider: string;
  /** How many days, with today. */
  days: string;
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
  const days = /^[1-9]\d{0,3}$/.test(of('days')) ? of('days') : '';
  return {
    session: decoded(/^\/session\/(.+)$/.exec(path)?.[1] ?? ''),
    filter: { q: of('q'), outcome: of('outcome'), project: of('project'), provider: of('provider'), days },
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
