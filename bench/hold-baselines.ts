import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { EXAMPLE_RESERVATION } from '../src/api/examples.ts';
import { createHoldLane } from '../src/api/hold-lane.ts';
import { createClientAddress } from '../src/http/client-address.ts';
import { CORS_HEADERS } from '../src/http/cors.ts';
import { createRequestCounter } from '../src/http/count-request.ts';
import { createRateLimiter } from '../src/http/rate-limit.ts';
import { createRequestIds } from '../src/http/request-id.ts';
import { createHttpServer } from '../src/http/server.ts';
import { createSharedCounts } from '../src/http/shared-counts.ts';
import { createLogger } from '../src/log/logger.ts';

// What the hold engine is measured against, in the same lane with the same validation, key and limiter:
//   null               answers a fixed body
//   naive <pool size>  holds as most ticket shops do: a transaction with a row lock per request
// Started with: <port> <null|naive> [pool size] [database url]

const [port, kind, poolSize, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl ?? '', max: Number(poolSize ?? 1) });
const requestIds = createRequestIds('bench');
const answer = { reservation: EXAMPLE_RESERVATION, isNew: true };
const caller = { keyId: 'bench', hostId: 'bench', isServer: () => false };
const FAR = 1_000_000_000;
const counts = createSharedCounts({ counters: null, onCacheError: () => {} });
const counter = createRequestCounter({
  limiter: createRateLimiter({ counts, perKey: FAR, perAddress: FAR }),
  clientAddress: createClientAddress(['loopback'], () => {}),
});

const lane = createHoldLane({
  keys: { peek: () => caller },
  counter,
  async hold(_caller, { body, device }) {
    if (kind === 'naive') await holdNaively(body.items, device ?? randomUUIDv7());
    return answer;
  },
  headersFor: (request, { header }) => [
    'x-request-id',
    requestIds(request),
    ...CORS_HEADERS,
    'ratelimit',
    header,
    'ratelimit-policy',
    counter.policy,
  ],
  isOpen: () => true,
});
const app = createHttpServer({
  requestIds,
  logger: createLogger('silent'),
  takeFastLane: (framework) => (request, response) => {
    if (!lane.take({ request, response, framework })) framework(request, response);
  },
});
app.get('/ready', async () => 'yes');
await app.listen({ port: Number(port), host: '127.0.0.1' });

async function holdNaively(items: { sku: string; quantity: number }[], token: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const { sku, quantity } of items) {
      const { rows } = await client.query<{ event_id: string; free: number }>(
        'SELECT event_id, capacity - sold - held AS free FROM ticket_types WHERE id = $1 FOR UPDATE',
        [sku],
      );
      const [row] = rows;
      if (!row || row.free < quantity) throw new Error('sold out');
      const id = randomUUIDv7();
      await client.query(
        `INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at, quote_reference, quote)
         VALUES ($1, $2, $3, '', false, $4, now(), now() + interval '10 minutes', 'q', $5)`,
        [id, row.event_id, token, quantity, JSON.stringify(EXAMPLE_RESERVATION)],
      );
      await client.query(
        `INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at) VALUES ($1, $2, $3, now() + interval '10 minutes')`,
        [id, sku, quantity],
      );
      await client.query('UPDATE ticket_types SET held = held + $2 WHERE id = $1', [sku, quantity]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
