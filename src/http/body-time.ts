import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const givenTime = new WeakSet<Socket>();

/**
 * Lets the body of a request take longer than the server's `requestTimeout`: for who may upload, over a phone's line. When the time
 * is up the connection is closed, however much has come by then.
 */
export function giveBodyTime(request: IncomingMessage, ms: number): void {
  const { socket } = request;
  givenTime.add(socket);
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  const end = (): void => {
    clearTimeout(timer);
    givenTime.delete(socket);
    socket.off('close', end);
  };
  request.once('end', end);
  request.once('close', end);
  // A request that was answered before all of it came hears of nothing else.
  socket.once('close', end);
}

/** Node tells once that a request takes too long, and leaves it to us to close its connection. */
export const hasBodyTime = (socket: object): boolean => givenTime.has(socket as Socket);
