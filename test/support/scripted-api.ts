import type { ServerResponse } from 'node:http';
import {
  type Reply as MessageReply,
  openStream,
  type ReplyFormat,
  writeReply,
} from '../../src/sandbox/messages-format.ts';
import { type ScriptedApi as ApiWith, type Script as ScriptOf, startApi } from '../../src/sandbox/scripted-api.ts';

export { textReply, toolUseReply } from '../../src/sandbox/messages-format.ts';
export type { ApiRequest } from '../../src/sandbox/scripted-api.ts';

/** How the scripted API behaves for one request: what the product's own can, and every way to fail. */
export type Reply =
  | MessageReply
  /** An HTTP error with the API's own error shape. */
  | { kind: 'error'; status: number; message: string; headers?: Record<string, string> }
  /** The connection stays open and nothing is ever sent. */
  | { kind: 'hang' }
  /** The stream starts, sends a few words, then the connection is reset. */
  | { kind: 'cut'; text: string }
  /** The stream starts, sends a few words, then falls silent forever. */
  | { kind: 'stall'; text: string }
  /** A 200 whose body is not the Messages API at all. */
  | { kind: 'garbage'; body: string };

export type Script = ScriptOf<Reply>;
export type ScriptedApi = ApiWith<Reply>;

export const startScriptedApi = (script: Script): Promise<ScriptedApi> => startApi(script, write);

function write(response: ServerResponse, reply: Reply, format: ReplyFormat) {
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
      const event = openStream(response, format);
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: reply.text } });
      if (reply.kind === 'cut') setTimeout(() => response.destroy(), 20);
      return;
    }
    case 'message':
      writeReply(response, reply, format);
  }
}
