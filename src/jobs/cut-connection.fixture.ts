import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A way to the database that can be cut and mended: while cut, connections break and new ones are refused. */
export async function cuttableUrl(
  t: TestContext,
  url: string,
): Promise<{ url: string; cut(): void; mend(): void; refused(): number }> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const server = createServer((near) => {
    if (isCut) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(() => {
    server.close();
    cutAll();
  });
  const near = new URL(url);
  near.host = `127.0.0.1:${address.port}`;
  return {
    url: near.href,
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    /** How many connections found the way cut. */
    refused: () => refused,
  };
}
