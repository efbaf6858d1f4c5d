import { randomUUID } from 'node:crypto';
import { isGood, openConnection, type Connection } from './raw-connection.ts';
import { tell } from './tell-measured.ts';

// Buyers who come one after another on each of many connections: hold, order, next. A process of its own, so that its work
// is nobody's but the machine's. Started with: <url> <path of the event> <sku> <public key> <connections> <seconds>
// Prints a Measured as JSON, of purchases; the times are those of the orders alone.

const [url = '', path = '', sku = '', key = '', connections = '64', seconds = '2'] = process.argv.slice(2);
const { host } = new URL(url);
const cart = JSON.stringify({ items: [{ sku, quantity: 1 }] });
let buyer = 0;
// Each start has buyers of its own: one e-mail may have so many unpaid orders of an event.
const start = randomUUID().slice(0, 8);

function post(connection: Connection, step: string, who: string, body: string): Promise<string> {
  return connection.ask(
    `POST ${path}/${step} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${who}content-length: ${body.length}\r\n\r\n${body}`,
  );
}

await tell(
  { url, connections: Number(connections), seconds: Number(seconds) },
  async (connection) => {
    buyer += 1;
    const address = `10.${(buyer >> 16) & 255}.${(buyer >> 8) & 255}.${buyer & 255}`;
    const who = `x-device-id: ${randomUUID()}\r\nx-forwarded-for: ${address}\r\n`;
    const held = await post(connection, 'reservations', who, cart);
    if (!isGood(held)) return { isGood: false, tookMs: Number.NaN, failure: held };
    const startedAtMs = performance.now();
    const ordered = await post(
      connection,
      'orders',
      who,
      JSON.stringify({
        quoteReference: /"quoteReference":"([^"]+)"/.exec(held)?.[1],
        email: `buyer-${start}-${buyer}@bench.example`,
        firstName: 'Ada',
        lastName: 'Obi',
      }),
    );
    return { isGood: isGood(ordered), tookMs: performance.now() - startedAtMs, failure: ordered };
  },
  openConnection,
);
