import { connect, type Socket } from 'node:net';
import { errorCode } from '../platform/user-error.ts';

/** For the host's name to be found and for the connection together. */
export const CONNECTION_MS = 2_000;

/** Tries a TCP connection, over which nothing is sent. Undefined: there is one; otherwise why not, as the system calls it. */
export const tryConnection = (
  host: string,
  port: number,
  open: (to: { host: string; port: number }) => Socket = connect,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = open({ host, port });
    const end = (why: string | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(why);
    };
    const timer = setTimeout(() => end('ETIMEDOUT'), CONNECTION_MS);
    socket.once('connect', () => end(undefined));
    // It stays: a socket that is destroyed may still report why.
    socket.on('error', (error) => end(errorCode(error) ?? error.message));
  });
