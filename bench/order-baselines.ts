import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { Type } from 'typebox';
import { DeviceHeaders } from '../src/api/device-headers.ts';
import { SlugParams } from '../src/events/slug-params.ts';
import { createLogger } from '../src/log/logger.ts';
import { createRequestIds } from '../src/http/request-id.ts';
import { createHttpServer } from '../src/http/server.ts';
import { OrderBodySchema } from '../src/orders/order-schema.ts';
import { createPaystack } from '../src/payments/paystack/paystack.ts';
import { ReservationBodySchema } from '../src/reservations/reservation-schema.ts';

// A shop as most are built, on the same HTTP server, database, tables and payment gateway: one transaction with row locks
// per request. Writes the rows that the product writes, and no others.
// Started with: <port> <pool size> <database url> <the gateway's address>

const [port, poolSize, databaseUrl, gatewayUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl ?? '', max: Number(poolSize) });
const app = createHttpServer({ requestIds: createRequestIds('bench'), logger: createLogger('silent') });
const gateway = createPaystack({
  url: gatewayUrl,
  credentials: { secretKey: 'sk_test_bench' },
  nowMs: Date.now,
});

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const reservationSchema = { params: SlugParams, headers: DeviceHeaders, body: ReservationBodySchema };
app.post('/api/v1/events/:slug/reservations', { schema: reservationSchema }, async (request, reply) => {
  const token = request.headers['x-device-id'] ?? randomUUID();
  const [{ sku, quantity } = { sku: '', quantity: 0 }] = request.body.items;
  const quoteReference = `q_${randomUUID()}`;
  const total = await inTransaction(async (client) => {
    const { rows } = await client.query<{ event_id: string; price_minor: string; free: number }>(
      'SELECT event_id, price_minor, capacity - sold - held AS free FROM ticket_types WHERE id = $1 FOR UPDATE',
      [sku],
    );
    const [row] = rows;
    if (!row || row.free < quantity) throw new Error('sold out');
    const price = Number(row.price_minor);
    const quote = {
      total: price * quantity,
      currency: 'NGN',
      items: [{ sku, name: 'Ticket', quantity, price, fee: 0, discount: 0, total: price * quantity }],
    };
    const id = randomUUIDv7();
    await client.query(
      `INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at, quote_reference, quote)
       VALUES ($1, $2, $3, '', false, $4, now(), now() + interval '10 minutes', $5, $6)`,
      [id, row.event_id, token, quantity, quoteReference, JSON.stringify(quote)],
    );
    await client.query(
      `INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at) VALUES ($1, $2, $3, now() + interval '10 minutes')`,
      [id, sku, quantity],
    );
    await client.query('UPDATE ticket_types SET held = held + $2 WHERE id = $1', [sku, quantity]);
    return quote.total;
  });
  reply.code(201);
  return { data: { reservationToken: token, quoteReference, total }, status: true };
});

const orderSchema = { params: SlugParams, headers: DeviceHeaders, body: OrderBodySchema };
app.post('/api/v1/events/:slug/orders', { schema: orderSchema }, async (request, reply) => {
  const reference = `TSR-${randomBytes(8)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-')}`;
  const order = await inTransaction((client) => openOrder(client, { request, reference }));
  let checkoutUrl: string | undefined;
  if (order.total > 0) {
    const started = await gateway.start({
      reference,
      amountMinor: order.total,
      currency: 'NGN',
      email: request.body.email,
      firstName: request.body.firstName,
      lastName: request.body.lastName,
      phone: null,
      description: 'Bench',
      returnUrl: `http://127.0.0.1:${port}/checkout/orders/${reference}/return`,
      payBy: new Date(Date.now() + 30 * 60_000),
    });
    checkoutUrl = started.checkoutUrl;
    await inTransaction(async (client) => {
      await client.query(`UPDATE orders SET status = 'pending_payment', checkout_url = $2 WHERE id = $1`, [
        order.id,
        checkoutUrl,
      ]);
      await change(client, order.id, 'pending_payment');
    });
  }
  reply.code(201);
  return { data: { reference, total: order.total, checkoutUrl }, status: true };
});

type Asked = {
  request: {
    params: { slug: string };
    headers: { 'x-device-id'?: string };
    body: { quoteReference: string; email: string; firstName: string; lastName: string };
  };
  reference: string;
};

async function openOrder(
  client: pg.PoolClient,
  { request, reference }: Asked,
): Promise<{ id: string; total: number }> {
  const { body } = request;
  const { rows } = await client.query<{
    id: string;
    event_id: string;
    host_id: string;
    quote: { total: number; items: { sku: string; quantity: number }[] };
  }>(
    `SELECT r.id, r.event_id, e.host_id, r.quote::jsonb AS quote FROM reservations AS r JOIN events AS e ON e.id = r.event_id
      WHERE r.token = $1 AND r.quote_reference = $2 AND r.ended_at IS NULL AND r.expires_at > now()
        AND r.event_id = (SELECT id FROM events WHERE slug = $3) FOR UPDATE OF r`,
    [request.headers['x-device-id'], body.quoteReference, request.params.slug],
  );
  const [cart] = rows;
  if (!cart) throw new Error('the hold has lapsed');
  const id = randomUUIDv7();
  const { total } = cart.quote;
  const confirmedAt = total > 0 ? null : new Date();
  await client.query(
    `INSERT INTO orders (id, reference, event_id, host_id, reservation_id, source, status, quote_reference, quote, total_minor,
                         currency, email, first_name, last_name, created_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, 'api', $6, $7, $8, $9, 'NGN', $10, $11, $12, now(), $13)`,
    [
      id,
      reference,
      cart.event_id,
      cart.host_id,
      cart.id,
      total > 0 ? 'processing' : 'confirmed',
      body.quoteReference,
      JSON.stringify(cart.quote),
      total,
      body.email,
      body.firstName,
      body.lastName,
      confirmedAt,
    ],
  );
  await change(client, id, 'processing');
  if (total > 0) {
    await client.query(
      `UPDATE reservations SET order_id = $2, expires_at = now() + interval '32 minutes' WHERE id = $1`,
      [cart.id, id],
    );
    await client.query(
      `UPDATE holds SET expires_at = now() + interval '32 minutes' WHERE reservation_id = $1`,
      [cart.id],
    );
    return { id, total };
  }
  for (const { sku, quantity } of cart.quote.items) {
    await client.query('SELECT 1 FROM ticket_types WHERE id = $1 FOR UPDATE', [sku]);
    await client.query('UPDATE ticket_types SET held = held - $2, sold = sold + $2 WHERE id = $1', [
      sku,
      quantity,
    ]);
    await client.query(
      `INSERT INTO sales_times AS kept (ticket_type_id, at, gateway, orders, tickets)
       VALUES ($1, date_bin('1 minute', $2::timestamptz(3), 'epoch'), 'none', 1, $3)
       ON CONFLICT (ticket_type_id, at, gateway) DO UPDATE
          SET orders = kept.orders + excluded.orders, tickets = kept.tickets + excluded.tickets`,
      [sku, confirmedAt, quantity],
    );
    for (let position = 1; position <= quantity; position++) {
      await client.query(
        `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())`,
        [
          randomUUIDv7(),
          id,
          cart.event_id,
          sku,
          position,
          randomUUID(),
          body.email,
          body.firstName,
          body.lastName,
        ],
      );
    }
  }
  await client.query('DELETE FROM holds WHERE reservation_id = $1', [cart.id]);
  await client.query('UPDATE reservations SET order_id = $2, ended_at = now() WHERE id = $1', [cart.id, id]);
  await change(client, id, 'confirmed');
  await client.query(`INSERT INTO jobs (id, kind, payload) VALUES ($1, 'naive_mail', $2)`, [
    randomUUIDv7(),
    JSON.stringify({ orderId: id }),
  ]);
  return { id, total };
}

const change = (client: pg.PoolClient, orderId: string, status: string) =>
  client.query(
    `INSERT INTO order_changes (order_id, at, status, cause) VALUES ($1, now(), $2, 'the buyer ordered')`,
    [orderId, status],
  );

app.get('/ready', { schema: { querystring: Type.Object({}) } }, async () => 'yes');
await app.listen({ port: Number(port), host: '127.0.0.1' });
