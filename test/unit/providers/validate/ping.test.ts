import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { messagesUrl, ping } from '../../../../src/providers/validate/ping.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real server that answers so; how many connections it has. */
async function serve(answer: Answer) {
  const server = createServer((request, response) => request.resume().on('end', () => answer(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const target = (url: string) => ({ url, headers: { 'x-api-key': 'k' }, model: 'm' });

describe('one request', () => {
  it.each([
    ['https://x.test', 'https://x.test/v1/messages'],
    ['https://x.test/', 'https://x.test/v1/messages'],
    ['https://x.test/coding/', 'https://x.test/coding/v1/messages'],
  ])('to %s goes to %s', (base, url) => expect(messagesUrl(base)).toBe(url));

  it('brings back what was said', async () => {
    const url = await serve((_, response) => response.writeHead(418).end('teapot'));
    expect(await ping(target(url), 20_000)).toEqual({
      kind: 'response',
      status: 418,
      body: 'teapot',
      ms: expect.any(Number),
    });
  });

  it.each<[how: string, answer: Answer]>([
    ['hangs', () => {}],
    ['begins and hangs', (_, response) => response.writeHead(200).write('{"type":')],
  ])('to a host that %s ends at the limit', async (_, answer) => {
    expect(await ping(target(await serve(answer)), 300)).toMatchObject({ kind: 'unreachable', why: 'timeout' });
  });

  it('ends when it is interrupted', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort());
    expect(await ping(target(url), 60_000, stop.signal)).toMatchObject({ kind: 'unreachable' });
  });

  it('takes no more than it needs of an answer without end', async () => {
    const url = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', more);
      };
      more();
    });
    const result = await ping(target(url), 60_000);
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(result.kind === 'response' && result.body.length).toBe(64 * 1024);
  });

  it('whose answer is cut off is not an answer', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    });
    expect(await ping(target(url), 60_000)).toMatchObject({ kind: 'unreachable', why: 'closed' });
  });
});
