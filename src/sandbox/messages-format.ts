import type { ServerResponse } from 'node:http';

/** A content block of the scripted model's reply. */
export type Block = { type: 'text'; text: string } | { type: 'tool_use'; name: string; input: unknown; id?: string };

export interface Reply {
  kind: 'message';
  blocks: Block[];
}

export const textReply = (text: string): Reply => ({ kind: 'message', blocks: [{ type: 'text', text }] });
export const toolUseReply = (name: string, input: unknown, id?: string): Reply => ({
  kind: 'message',
  blocks: [{ type: 'tool_use', name, input, ...(id ? { id } : {}) }],
});

/** What the format of a reply depends on. */
export interface ReplyFormat {
  model: string;
  stream: boolean;
  /** The number of the request. */
  n: number;
}

/** Writes a reply in the format of the Messages API, streamed if the request asked for it. */
export function writeReply(response: ServerResponse, { blocks }: Reply, format: ReplyFormat): void {
  if (format.stream) writeStream(response, blocks, format);
  else writeWhole(response, blocks, format);
}

const usage = { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

function withIds(blocks: Block[], n: number) {
  return blocks.map((block, index) =>
    block.type === 'tool_use' ? { ...block, id: block.id ?? `toolu_${n}_${index}` } : block,
  );
}

const stopReason = (blocks: Block[]) => (blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn');

function writeWhole(response: ServerResponse, blocks: Block[], { model, n }: ReplyFormat) {
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

/** Starts a stream; returns a function that writes one event. */
export function openStream(response: ServerResponse, { model, n }: ReplyFormat): (type: string, data: object) => void {
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
  return event;
}

function writeStream(response: ServerResponse, blocks: Block[], format: ReplyFormat) {
  const event = openStream(response, format);
  withIds(blocks, format.n).forEach((block, index) => {
    if (block.type === 'text') {
      event('content_block_start', { index, content_block: { type: 'text', text: '' } });
      event('content_block_delta', { index, delta: { type: 'text_delta', text: block.text } });
    } else {
      const { id, name, input } = block;
      event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
      event('content_block_delta', { index, delta });
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
