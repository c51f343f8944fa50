import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { tryConnection } from '../../../src/doctor/try-connection.ts';

it('finds what listens, sends nothing, and says why if nothing does', async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) => void socket.on('data', (data) => received.push(data)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  expect(await tryConnection('127.0.0.1', port)).toBeUndefined();
  const [socket] = await accepted;
  if (!socket.closed) await once(socket, 'close');
  expect(received).toEqual([]);
  server.close();
  await once(server, 'close');
  expect(await tryConnection('127.0.0.1', port)).toBe('ECONNREFUSED');
});

it('waits two seconds for a host that does not answer', async () => {
  vi.useFakeTimers();
  try {
    const silent = Object.assign(new EventEmitter(), { destroy: vi.fn() });
    const answer = tryConnection('silent.example', 4318, () => silent as never);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(silent.destroy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('ETIMEDOUT');
    expect(silent.destroy).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
