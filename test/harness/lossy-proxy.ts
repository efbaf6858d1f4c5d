import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { until } from './until.ts';

// How PostgreSQL ends its answer: it is ready for the next query, and no transaction is open. The request is committed.
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

type Loss = {
  /** Words of the statement, or its name where it is prepared. */
  statement: string;
  /** The statement is part of a transaction: what is lost is about its COMMIT. */
  inTransaction?: boolean;
  /** `answer`: it was carried out, and nobody is told. `request`: it never got there. */
  what?: 'answer' | 'request';
  /** So many such statements pass first. */
  after?: number;
};

export type LossyProxy = Awaited<ReturnType<typeof openLossyProxy>>;

/** Stands between the product and PostgreSQL, and can lose a statement, or the answer to one that was carried out. */
export async function openLossyProxy(url: string) {
  const target = new URL(url);
  let wanted: Loss | null = null;
  let passing = 0;
  let lost = 0;
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    let isSeen = false;
    let isLosing = false;
    const cut = (): void => {
      lost += 1;
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (chunk) => {
      if (silent.has(client)) return;
      if (wanted && chunk.includes(wanted.statement)) {
        isSeen = passing === 0;
        passing -= 1;
      }
      if (isSeen && wanted && (!wanted.inTransaction || chunk.includes('COMMIT'))) {
        const { what = 'answer' } = wanted;
        wanted = null;
        if (what === 'request') return cut();
        isLosing = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isLosing) client.write(chunk);
      else if (chunk.subarray(-READY.length).equals(READY)) cut();
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    /** The next such statement is hit by the loss while the work is done. */
    async losing<T>(loss: Loss, work: () => Promise<T>): Promise<T> {
      const lostBefore = lost;
      wanted = loss;
      passing = loss.after ?? 0;
      const done = await work();
      await until(`${loss.statement} to be lost`, () => lost === lostBefore + 1);
      return done;
    },
    /** Open connections are no longer heard, and don't hear that. New ones are. */
    fallSilent(): void {
      for (const socket of sockets) silent.add(socket);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
