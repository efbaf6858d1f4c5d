import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const key = process.env['PRIVATE_KEY'] ?? '';
const port = Number(process.env['PORT'] ?? 4000);
if (!key) throw new Error("Set PRIVATE_KEY to the host's private key, sk_….");

/** Compares bytes with bytes: the body is as it came, before any parsing. */
function isGenuine(rawBody: Buffer, header: string): boolean {
  const expected = createHmac('sha512', key).update(rawBody).digest('hex');
  return (
    header.length === expected.length && timingSafeEqual(Buffer.from(header, 'latin1'), Buffer.from(expected))
  );
}

// Deliveries may come twice. In earnest this is a table with a unique key.
const seen = new Set<string>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const rawBody = Buffer.concat(chunks);
    const header = request.headers['x-service-signature'];
    response.setHeader('Content-Type', 'application/json');
    if (typeof header !== 'string' || !isGenuine(rawBody, header)) {
      response.writeHead(401).end('{"error":"invalid signature"}');
      return;
    }
    // Answer first, work afterwards: the sender waits for ten seconds at most.
    response.end('{"received":true}');
    if (rawBody.length === 0) return;
    const { eventType, data } = JSON.parse(rawBody.toString()) as {
      eventType: string;
      data: { reference: string };
    };
    if (eventType !== 'TICKET_PURCHASED' || seen.has(data.reference)) return;
    seen.add(data.reference);
    process.stdout.write(`sold: ${data.reference}\n`);
  });
});
server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
});
