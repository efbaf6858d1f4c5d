import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

// Buyers who come one after another on each of many connections: hold, order, next. A process of its own, so that its work
// is nobody's but the machine's. Started with: <url> <path of the event> <sku> <public key> <connections> <seconds>
// Prints one line of JSON.

const [url = '', path = '', sku = '', key = '', connections = '64', seconds = '2'] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(connections), pipelining: 1 });
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const latenciesMs: number[] = [];
const orderLatenciesMs: number[] = [];
let failures = 0;
let lastFailure = '';
let buyer = 0;
// Each start has buyers of its own: one e-mail may have so many unpaid orders of an event.
const start = randomUUID().slice(0, 8);

async function post(
  step: string,
  extra: Record<string, string>,
  body: object,
): Promise<Record<string, string> | null> {
  const response = await pool.request({
    method: 'POST',
    path: `${path}/${step}`,
    headers: { ...headers, ...extra },
    body: JSON.stringify(body),
  });
  const answer = (await response.body.json()) as { data?: Record<string, string> };
  if (response.statusCode === 201 && answer.data) return answer.data;
  lastFailure = JSON.stringify(answer);
  return null;
}

async function buy(): Promise<boolean> {
  buyer += 1;
  const address = `10.${(buyer >> 16) & 255}.${(buyer >> 8) & 255}.${buyer & 255}`;
  const who = { 'x-device-id': randomUUID(), 'x-forwarded-for': address };
  const reservation = await post('reservations', who, { items: [{ sku, quantity: 1 }] });
  if (!reservation) return false;
  const beganMs = performance.now();
  const order = await post('orders', who, {
    quoteReference: reservation['quoteReference'],
    email: `buyer-${start}-${buyer}@bench.example`,
    firstName: 'Ada',
    lastName: 'Obi',
  });
  orderLatenciesMs.push(performance.now() - beganMs);
  return order !== null;
}

const beganMs = performance.now();
const endMs = beganMs + Number(seconds) * 1000;
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < endMs) {
      const startMs = performance.now();
      const isBought = await buy().catch((error: unknown) => {
        lastFailure = String(error);
        return false;
      });
      if (isBought) latenciesMs.push(performance.now() - startMs);
      else failures += 1;
    }
  }),
);
const tookSeconds = (performance.now() - beganMs) / 1000;
await pool.close();

const at = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
process.stdout.write(
  `${JSON.stringify({
    requestsPerSecond: latenciesMs.length / tookSeconds,
    requests: latenciesMs.length,
    failures,
    lastFailure,
    p50Ms: at(orderLatenciesMs, 0.5),
    p99Ms: at(orderLatenciesMs, 0.99),
  })}\n`,
);
