import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
// Some scrapers, and a person with curl.
const MAX_CONNECTIONS = 32;

export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Tells the metrics at `/metrics`, on an address of its own: nothing of it is ever on the port that others reach. Of several processes on
 * one machine each needs a port of its own.
 */
export async function startMetrics(options: {
  host: string;
  port: number;
  /** All metrics in Prometheus' text format. */
  read: () => Promise<string>;
}): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('See /metrics.\n');
      return;
    }
    options.read().then(
      (text) =>
        response.writeHead(200, { 'content-type': TEXT_FORMAT, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  // Of this process alone, also where several share a port for requests.
  server.listen({ port: options.port, host: options.host, exclusive: true });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
