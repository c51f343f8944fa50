import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Reply, type ReplyFormat, writeReply } from './messages-format.ts';

export interface ApiRequest {
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: the wire format belongs to the client; scripts look into it freely
  body: any;
  /** The text of the last user message, tool results included. */
  lastUserText: string;
}

export type Script<R = Reply> = (request: ApiRequest, log: readonly ApiRequest[]) => R | Promise<R>;

export interface ScriptedApi<R = Reply> {
  url: string;
  port: number;
  /** Every POST to /v1/messages, in order of arrival. */
  requests: ApiRequest[];
  script: Script<R>;
  close(): Promise<void>;
}

/** A Messages API on loopback whose replies come from `script`. Only the model is scripted; HTTP and SSE are real. */
export const startScriptedApi = (script: Script): Promise<ScriptedApi> => startApi(script, writeReply);

/** The same for other kinds of replies, which `write` sends. */
export async function startApi<R>(
  script: Script<R>,
  write: (response: ServerResponse, reply: R, format: ReplyFormat) => void,
): Promise<ScriptedApi<R>> {
  const requests: ApiRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.writeHead(500).end(JSON.stringify({ error: { message: String(error) } }));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || path !== '/v1/messages') {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"type":"error","error":{"type":"not_found_error","message":"not here"}}');
      return;
    }
    const raw = Buffer.concat(chunks);
    const body = JSON.parse(raw.toString('utf8'));
    const entry: ApiRequest = {
      at: Date.now(),
      path,
      headers: request.headers,
      bytes: raw.length,
      body,
      lastUserText: lastUserText(body),
    };
    requests.push(entry);
    const reply = await api.script(entry, requests);
    write(response, reply, { model: body.model, stream: !!body.stream, n: requests.length });
  }

  const api: ScriptedApi<R> = { url: '', port: 0, requests, script, close: () => close(server) };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  api.port = (server.address() as AddressInfo).port;
  api.url = `http://127.0.0.1:${api.port}`;
  return api;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function lastUserText(body: { messages?: { role: string; content: unknown }[] }): string {
  const last = (body.messages ?? []).filter((message) => message.role === 'user').at(-1);
  return textOf(last?.content);
}

/** All text in a message's content, tool results included. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => (block.type === 'text' ? block.text : textOf(block.content))).join('\n');
}
