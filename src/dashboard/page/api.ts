const token = new URLSearchParams(location.search).get('token') ?? '';

const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams({ ...query, token })}`;

/** Undefined: there is no answer, as when the program has ended. */
export async function ask<T>(path: string, query: Record<string, string> = {}): Promise<T | 'missing' | undefined> {
  try {
    const response = await fetch(address(path, query));
    if (response.status === 404) return 'missing';
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Calls back when something has changed, and when the connection is lost or back. */
export function listen(onChange: () => void, onState: (isOpen: boolean) => void): () => void {
  const source = new EventSource(address('/api/events', {}));
  source.onmessage = onChange;
  source.onopen = () => {
    onState(true);
    onChange();
  };
  source.onerror = () => onState(false);
  return () => source.close();
}
