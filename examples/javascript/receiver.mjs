// @ts-check
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = process.env['PRIVATE_KEY'] ?? '';
const port = Number(process.env['PORT'] ?? 4000);
if (!key) throw new Error("Set PRIVATE_KEY to the host's private key, sk_….");

/**
 * Compares bytes with bytes: the body is as it came, before any parsing.
 *
 * @param {Buffer} rawBody
 * @param {string} header
 * @returns {boolean}
 */
function isGenuine(rawBody, header) {
  const expected = createHmac('sha512', key).update(rawBody).digest('hex');
  return (
    header.length === expected.length && timingSafeEqual(Buffer.from(header, 'latin1'), Buffer.from(expected))
  );
}

/**
 * Deliveries may come twice. In earnest this is a table with a unique key.
 *
 * @type {Set<string>}
 */
const seen = new Set();

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
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
    /** @type {{ eventType: string, data: { reference: string } }} */
    const { eventType, data } = JSON.parse(rawBody.toString());
    if (eventType !== 'TICKET_PURCHASED' || seen.has(data.reference)) return;
    seen.add(data.reference);
    process.stdout.write(`sold: ${data.reference}\n`);
  });
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`listening on ${address && typeof address === 'object' ? address.port : port}\n`);
});
