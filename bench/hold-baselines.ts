import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { Type } from 'typebox';
import { EXAMPLE_RESERVATION } from '../src/api/examples.ts';
import { createHoldLane } from '../src/api/hold-lane.ts';
import { CORS_HEADERS } from '../src/http/cors.ts';
import { createRequestIds } from '../src/http/request-id.ts';
import { createHttpServer } from '../src/http/server.ts';
import { createLogger } from '../src/log/logger.ts';

// The competitors of the hold engine, on the same HTTP server, in the same lane, with the same validation:
//   null               answers a fixed body
//   naive <pool size>  holds as most ticket shops do: a transaction with a row lock per request
// They leave out two things that the product does for every request: the look at the key and the limits.
// Started with: <port> <null|naive> [pool size] [database url]

const [port, kind, poolSize, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl ?? '', max: Number(poolSize ?? 1) });
const requestIds = createRequestIds('bench');
const held = { reservation: EXAMPLE_RESERVATION, isNew: true };
const anybody = { keyId: 'bench', hostId: 'bench', isServer: () => false };
const verdict = { isAllowed: true, header: '', secondsLeft: 0 };

const lane = createHoldLane({
  keys: { peek: () => anybody },
  counter: { count: () => verdict, remember: () => {} },
  headersFor: (request) => ['x-request-id', requestIds(request), ...CORS_HEADERS],
  requests: { of: () => () => {} },
  async hold(_caller, { body, device }) {
    if (kind === 'naive') await holdNaively(body.items, device ?? randomUUIDv7());
    return held;
  },
});
const app = createHttpServer({
  requestIds,
  logger: createLogger('silent'),
  takeFastLane: (framework) => (request, response) => {
    if (request.method !== 'POST' || !lane.take({ request, response, framework }))
      framework(request, response);
  },
});
app.get('/ready', { schema: { querystring: Type.Object({}) } }, async () => 'yes');
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
