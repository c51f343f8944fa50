import { timingSafeEqual } from 'node:crypto';

/** What decides whether a request is answered. */
export interface AccessRequest {
  method?: string | undefined;
  /** Path and query. */
  url?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Access {
  token: string;
  port: number;
}

/**
 * Pure: the status with which a request is refused; undefined: it is answered. The token keeps out other users of this
 * machine; `Host` and `Origin` keep out web pages that a name server sends here; there is nothing to write.
 */
export function refusalOf(request: AccessRequest, { token, port }: Access): 403 | 405 | undefined {
  const { method, url, headers } = request;
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(String(headers.host))) return 403;
  const { origin } = headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`)) return 403;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opensPage(request)) return 403;
  if (!isSame(queryOf(url).get('token') ?? '', token)) return 403;
  return method === 'GET' || method === 'HEAD' ? undefined : 405;
}

/** From the file that a browser is started with, which is another site to it: the page alone, in a window of its own. */
const opensPage = ({ method, url, headers }: AccessRequest): boolean =>
  method === 'GET' &&
  pathOf(url) === '/' &&
  headers['sec-fetch-site'] === 'cross-site' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

export const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0] ?? '/';

export const queryOf = (url: string | undefined): URLSearchParams =>
  new URLSearchParams((url ?? '').split('?').slice(1).join('?'));

/** In a time that does not tell how much of it is right. */
function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
