import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Paths } from '../config/paths.ts';
import { dashboardMessages } from '../i18n/dashboard.ts';
import type { Language } from '../i18n/language.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import type { AnswerLookup } from '../transcript/answer-lookup.ts';
import { pathOf, queryOf, refusalOf } from './access.ts';
import { type CommandFor, type Running, sessionAnswer, sessionsAnswer, statisticsAnswer } from './answers.ts';
import { JournalData } from './journal-data.ts';
import { pageHtml } from './page-html.ts';
import { requestLookup } from './request-lookup.ts';

/**
 * How often is looked for what is new. While there is nothing, that opens the journal and the records of the running
 * sessions, and stats the transcripts of the newest 500 sessions and of 200 others: some milliseconds in all.
 */
const POLL_MS = 500;
const MAX_STREAMS = 20;

export interface Dashboard {
  url: string;
  /** Once the page has been sent to a browser. */
  opened: Promise<void>;
  close(): Promise<void>;
}

/** Serves the page on this machine until it is closed. Throws what the system reports if the port is taken. */
export async function startDashboard(
  {
    port,
    language,
    commandFor,
    hasAnswered,
    requestOf,
  }: {
    port: number;
    language: Language;
    commandFor: CommandFor;
    hasAnswered: AnswerLookup;
    /** What was asked last of a session, by its transcript. */
    requestOf(sessionId: string): string | null;
  },
  paths: Paths,
): Promise<Dashboard> {
  const token = randomBytes(32).toString('base64url');
  const data = new JournalData(paths.journal, hasAnswered, requestLookup(paths, requestOf));
  const streams = new Set<ServerResponse>();
  const closing = new AbortController();
  const page = pageHtml(language);
  const { refused } = dashboardMessages[language];
  let onOpened = () => {};
  const opened = new Promise<void>((resolve) => {
    onOpened = resolve;
  });
  let running: ReadonlyMap<string, Running> = new Map();
  let bound = 0;

  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    answer(request, response).catch(() => {
      // Otherwise it would end the whole process.
      if (response.headersSent) response.destroy();
      else send(request, response, 500, 'text/plain', 'internal error');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const query = queryOf(request.url);
    const refusal = refusalOf(request, { token, port: bound });
    if (refusal) return send(request, response, refusal, 'text/plain', refusal === 405 ? 'read only' : refused);
    switch (pathOf(request.url)) {
      case '/':
        if (request.method === 'GET') onOpened();
        return send(request, response, 200, 'text/html', page.html);
      case '/api/sessions':
        return sendJson(request, response, sessionsAnswer(data, running, query));
      case '/api/statistics':
        return sendJson(request, response, await statisticsAnswer(data, query));
      case '/api/session':
        return sendJson(
          request,
          response,
          sessionAnswer(data, running, paths.journal, query.get('id') ?? '', commandFor),
        );
      case '/api/events':
        return openStream(request, response);
      default:
        return send(request, response, 404, 'text/plain', 'not found');
    }
  }

  function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, body: string): void {
    response.writeHead(status, {
      ...HEADERS,
      'content-security-policy': policy(page),
      'content-type': `${type}; charset=utf-8`,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  function sendJson(request: IncomingMessage, response: ServerResponse, value: object | undefined): void {
    if (value === undefined) send(request, response, 404, 'application/json', '{}');
    else send(request, response, 200, 'application/json', JSON.stringify(value));
  }

  function openStream(request: IncomingMessage, response: ServerResponse): void {
    if (streams.size >= MAX_STREAMS) {
      send(request, response, 503, 'text/plain', 'too many pages are open');
      return;
    }
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.write('retry: 1000\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  const tell = () => {
    for (const stream of streams) stream.write('data: changed\n\n');
  };

  bound = await listen(server, port);
  void data.load(closing.signal).then(tell);
  let isLooking = false;
  const runningNow = async () => {
    const now = new Map<string, Running>();
    for (const { sessionId: id, activity } of await runningSessions(paths)) {
      if (id === null) continue;
      const before = running.get(id);
      // Another one is only asked where the client has waited for it: a transcript may be long.
      const isSame = before?.activity === activity && before.request !== null;
      now.set(id, { activity, request: isSame ? before.request : requestOf(id) });
    }
    return now;
  };
  const look = async () => {
    // What cannot be read of the client's files must not keep the journal from being followed.
    const now = await runningNow().catch(() => running);
    const isOther = JSON.stringify([...now]) !== JSON.stringify([...running]);
    running = now;
    if ((await data.update(closing.signal, (id) => now.has(id))) || isOther || data.progress < 1) tell();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A file that cannot be read this time may be readable the next.
    void look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, POLL_MS);

  return {
    url: `http://127.0.0.1:${bound}/?token=${token}`,
    opened,
    close: () => {
      clearInterval(timer);
      closing.abort();
      data.close();
      for (const stream of streams) stream.end();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Only the script and the style of the page itself, by their content: text that gets into it as markup can do nothing. */
function policy({ script, style }: { script: string; style: string }): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
