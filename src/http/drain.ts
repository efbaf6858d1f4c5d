import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { hasBodyTime } from './body-time.ts';
import type { Handler } from './server.ts';

// A proxy may have chosen a connection that it keeps, or opened one, and its request is on the way. Longer than that takes.
const LINGER_MS = 2_000;
const LOOK_EVERY_MS = 50;
// In a turn of the event loop that was so short nobody has connected and also sent a request: a proxy needs a turn of its own between.
const SHORT_TURN_MS = 0.05;
// Longer than this only a flood of connections takes, which has no end.
const MAX_TURNS_MS = 5_000;

export type Drain = ReturnType<typeof createDrain>;

/**
 * The end of a server, without a request that is lost: first it says that it is not ready and serves on, until balancers have noticed;
 * then every answer asks for the end of its connection; the connections that wait are taken in; only then the port is closed.
 * Without a balancer nobody has to notice, and all of it takes no time.
 */
export function createDrain({ balancerMs = 0 }: { balancerMs?: number } = {}) {
  const lingerMs = balancerMs > 0 ? LINGER_MS : 0;
  const sockets = new Set<Socket>();
  let isReady = true;
  let isLeaving = false;
  let accepted = 0;
  let emptied = Promise.withResolvers<void>();

  /** Ends connections on which no request is under way. */
  function endIdle(server: Server): void {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Waits for a moment at which no connection waits to be accepted: Node accepts one in each turn. */
  async function untilNobodyWaits(): Promise<void> {
    const startedAtMs = performance.now();
    for (let turnAtMs = startedAtMs; turnAtMs - startedAtMs < MAX_TURNS_MS;) {
      const before = accepted;
      await nextTurn();
      const nowMs = performance.now();
      // On a busy machine there may be none that short: after a second, one of a millisecond will do.
      const shortMs = Math.max(SHORT_TURN_MS, (nowMs - startedAtMs) / 1_000);
      if (accepted === before && nowMs - turnAtMs < shortMs) return;
      turnAtMs = nowMs;
    }
  }

  async function end(server: Server, requestTimeoutMs: number): Promise<void> {
    if (lingerMs > 0) await untilNobodyWaits();
    // The port alone. Node's own close for HTTP would end connections that a proxy is about to use.
    NetServer.prototype.close.call(server);
    const startedAtMs = performance.now();
    emptied = Promise.withResolvers();
    while (sockets.size > 0) {
      const elapsedMs = performance.now() - startedAtMs;
      if (elapsedMs >= lingerMs) {
        // A process that got no time from its machine has not read yet what has come meanwhile: a turn reads it.
        for (let turns = 0; turns < 2; turns++) await nextTurn();
        endIdle(server);
      }
      // No stop waits for an upload longer than for any other request.
      if (elapsedMs >= requestTimeoutMs)
        for (const socket of sockets) if (hasBodyTime(socket)) socket.destroy();
      await Promise.race([delay(LOOK_EVERY_MS), emptied.promise]);
    }
  }

  return {
    isReady: (): boolean => isReady,
    /** Says no to balancers, and resolves when they have had their time; at once when the signal is aborted. */
    async untilNoticed(signal?: AbortSignal): Promise<void> {
      isReady = false;
      await delay(balancerMs, undefined, { signal }).catch(() => {});
    },
    /** From now on every answer ends its connection. */
    leave(): void {
      isReady = false;
      isLeaving = true;
      for (const socket of sockets) {
        const answer = answerUnderWay(socket);
        if (answer && !answer.headersSent) answer.shouldKeepAlive = false;
      }
    },
    wrap:
      (handler: Handler): Handler =>
      (request, response) => {
        if (isLeaving) response.shouldKeepAlive = false;
        handler(request, response);
      },
    /** Lets `server.close()` wait for requests under way, and for nothing else. */
    endInOrder(server: Server, { requestTimeoutMs }: { requestTimeoutMs: number }): void {
      server.on('connection', (socket: Socket) => {
        accepted += 1;
        sockets.add(socket);
        socket.once('close', () => {
          sockets.delete(socket);
          if (sockets.size === 0) emptied.resolve();
        });
      });
      const closeAtOnce = server.close.bind(server);
      let ending: Promise<void> | null = null;
      server.close = (callback) => {
        if (!server.listening && !ending) return closeAtOnce(callback);
        ending ??= end(server, requestTimeoutMs).finally(() => closeAtOnce());
        void ending.then(() => callback?.());
        return server;
      };
    },
  };
}

const answerUnderWay = (socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | null =>
  socket._httpMessage ?? null;
