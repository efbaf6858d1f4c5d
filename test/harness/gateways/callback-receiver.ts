import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RawCallback } from '../../../src/payments/gateway.ts';

/** Takes callbacks as they come, in place of the product. */
export async function startCallbackReceiver(): Promise<{
  url: string;
  received: RawCallback[];
  close(): Promise<void>;
}> {
  const received: RawCallback[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [, query] = (request.url ?? '').split('?');
      received.push({
        headers: request.headers,
        ...(query !== undefined && { query: new URLSearchParams(query) }),
        body,
      });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
