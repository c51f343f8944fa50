import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the scripted model says in one answer. */
export type Block = { type: 'text'; text: string } | { type: 'tool_use'; name: string; input: unknown; id?: string };

/** How the scripted API behaves for one request. */
export type Reply =
  | { kind: 'say'; blocks: Block[] }
  /** An HTTP error with the API's own error shape. */
  | { kind: 'error'; status: number; message: string; headers?: Record<string, string> }
  /** The connection stays open and nothing is ever sent. */
  | { kind: 'hang' }
  /** The stream starts, sends a few words, then the connection is reset. */
  | { kind: 'cut'; text: string }
  /** The stream starts, sends a few words, then falls silent for ever. */
  | { kind: 'stall'; text: string }
  /** A 200 whose body is not the Messages API at all. */
  | { kind: 'garbage'; body: string };

export interface ApiRequest {
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: the wire format belongs to the client; tests look into it freely
  body: any;
  /** The text of the last user message, tool results included. */
  lastUserText: string;
}

export type Script = (request: ApiRequest, log: readonly ApiRequest[]) => Reply | Promise<Reply>;

export interface ScriptedApi {
  url: string;
  port: number;
  /** Every POST to /v1/messages, in order of arrival. */
  requests: ApiRequest[];
  script: Script;
  close(): Promise<void>;
}

export const say = (text: string): Reply => ({ kind: 'say', blocks: [{ type: 'text', text }] });
export const use = (name: string, input: unknown, id?: string): Reply => ({
  kind: 'say',
  blocks: [{ type: 'tool_use', name, input, ...(id ? { id } : {}) }],
});

/** A Messages API on loopback whose words come from `script`. Only the model is played; HTTP and SSE are real. */
export async function startScriptedApi(script: Script): Promise<ScriptedApi> {
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
    write(response, await api.script(entry, requests), body, requests.length);
  }

  const api: ScriptedApi = {
    url: '',
    port: 0,
    requests,
    script,
    close: () => close(server),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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

/** All words inside a message's content, tool results included. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => (block.type === 'text' ? block.text : textOf(block.content))).join('\n');
}

function write(response: ServerResponse, reply: Reply, body: { model: string; stream?: boolean }, n: number) {
  switch (reply.kind) {
    case 'error':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: reply.message } }));
      return;
    case 'hang':
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(reply.body);
      return;
    case 'cut':
    case 'stall': {
      const stream = openStream(response, body.model, n);
      stream.event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
      stream.event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: reply.text } });
      if (reply.kind === 'cut') setTimeout(() => response.destroy(), 20);
      return;
    }
    case 'say':
      if (body.stream) writeStream(response, reply.blocks, body.model, n);
      else writeWhole(response, reply.blocks, body.model, n);
  }
}

const usage = { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

function withIds(blocks: Block[], n: number) {
  return blocks.map((block, index) =>
    block.type === 'tool_use' ? { ...block, id: block.id ?? `toolu_${n}_${index}` } : block,
  );
}

const stopReason = (blocks: Block[]) => (blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn');

function writeWhole(response: ServerResponse, blocks: Block[], model: string, n: number) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      model,
      content: withIds(blocks, n),
      stop_reason: stopReason(blocks),
      stop_sequence: null,
      usage,
    }),
  );
}

function openStream(response: ServerResponse, model: string, n: number) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${n}` });
  const event = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('message_start', {
    message: {
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  });
  return { event };
}

function writeStream(response: ServerResponse, blocks: Block[], model: string, n: number) {
  const { event } = openStream(response, model, n);
  withIds(blocks, n).forEach((block, index) => {
    if (block.type === 'text') {
      event('content_block_start', { index, content_block: { type: 'text', text: '' } });
      event('content_block_delta', { index, delta: { type: 'text_delta', text: block.text } });
    } else {
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: block.id, name: block.name, input: {} },
      });
      event('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      });
    }
    event('content_block_stop', { index });
  });
  event('message_delta', {
    delta: { stop_reason: stopReason(blocks), stop_sequence: null },
    usage: { output_tokens: 100 },
  });
  event('message_stop', {});
  response.end();
}
