import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Certificate } from './certificates.ts';

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** The headers as they were spelt. */
  rawHeaders: string[];
};

export type Receiver = { url: string; address: string; received: Received[]; connections: () => number };

type Answer = (response: ServerResponse, received: Received, number: number) => void;

/**
 * A receiver of webhooks on a port of its own, which keeps what it is sent, to the byte. With a certificate it speaks TLS, as
 * `localhost`.
 */
export async function startReceiver(
  t: Pick<TestContext, 'after'>,
  answer: Answer = (response) => response.end('{"received":true}'),
  certificate: Certificate | null = null,
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const take: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { url = '', headers, rawHeaders } = request;
      const one = { path: url, headers, rawHeaders, raw: Buffer.concat(chunks) };
      received.push(one);
      answer(response, one, received.length);
    });
  };
  const server = certificate ? createTlsServer(certificate, take) : createServer(take);
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = `${certificate ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  return {
    url: `${certificate ? 'https' : 'http'}://${address}/hook`,
    address,
    received,
    connections: () => connections,
  };
}

/** The purchase, or test, that was heard of. */
export function referenceOf({ raw }: Received): string {
  return (JSON.parse(raw.toString()) as { data: { reference: string } }).data.reference;
}
