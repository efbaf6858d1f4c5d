import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestCard } from '../../src/pages/sandbox/server/test-cards.ts';
import { ask, type Answer } from './client.ts';
import type { TestHost } from './make-catalog.ts';
import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

export const BUYER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };

/** The cards of random buyers: most pay, and some payments are told of twice, not at all, too late, or left. */
export const PAYING_CARDS: TestCard['behaviour'][] = [
  'success',
  'success',
  'success',
  'callback_twice',
  'callback_lost',
  'late',
  'leave',
];

/** A cart that is held: what is needed to order it. */
export type HeldCart = { slug: string; token: string; quoteReference: string; total: number };

/** Holds tickets of an event, as a new attendee or as the one whose token is given. */
export async function hold(
  on: Pick<TestApp, 'baseUrl'>,
  host: TestHost,
  cart: {
    slug: string;
    items: { sku: string | undefined; quantity: number }[];
    token?: string;
    promoCode?: string;
  },
): Promise<HeldCart> {
  const { slug, items, token = randomUUID(), promoCode } = cart;
  const { status, body } = await ask(on, `/events/${slug}/reservations`, {
    method: 'POST',
    key: host,
    headers: { 'x-device-id': token },
    body: { items, ...(promoCode !== undefined && { promoCode }) },
  });
  assert.ok(status === 201 || status === 200, JSON.stringify(body));
  return { slug, token, quoteReference: body.data.quoteReference, total: body.data.total };
}

/** Orders a held cart, and answers whatever the API does. */
export function order(
  on: Pick<TestApp, 'baseUrl'>,
  host: TestHost,
  cart: Pick<HeldCart, 'slug' | 'token' | 'quoteReference'>,
  options: { body?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return ask(on, `/events/${cart.slug}/orders`, {
    method: 'POST',
    key: host,
    headers: { 'x-device-id': cart.token, ...options.headers },
    body: { quoteReference: cart.quoteReference, ...BUYER, ...options.body },
  });
}

export type Ordered = {
  status: string;
  checkoutUrl: string;
  reference: string;
  total: number;
  receiptUrl: string | null;
};

/** Holds and orders in one go. Of a free order there is no `checkoutUrl`. */
export async function buy(
  on: Pick<TestApp, 'baseUrl'>,
  host: TestHost,
  cart: Parameters<typeof hold>[2],
  options: Parameters<typeof order>[3] = {},
): Promise<Ordered & { token: string }> {
  const held = await hold(on, host, cart);
  const { status, body } = await order(on, host, held, options);
  assert.equal(status, 201, JSON.stringify(body));
  return { ...(body.data as Ordered), token: held.token };
}

/** Pays on the sandbox's page, as a browser's form would; answers where it leads and what it shows. */
export async function pay(
  checkoutUrl: string,
  card: TestCard['behaviour'] = 'success',
): Promise<{ status: number; location: string | null; page: string }> {
  const response = await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card }),
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    page: await response.text(),
  };
}

export type StoredOrder = {
  id: string;
  status: string;
  reservation_id: string | null;
  total_minor: number;
  phone: string | null;
  first_name: string;
  last_name: string;
  callback_url: string | null;
  receipt_token: string;
  return_token: string;
  email: string;
  metadata: string;
  language: string;
  idempotency_key: string | null;
  pay_by: Date | null;
  next_look_up_at: Date | null;
  confirmed_at: Date | null;
};

export async function storedOrder(on: Pick<TestApp, 'app'>, reference: string): Promise<StoredOrder> {
  const { rows } = await on.app.database.query<StoredOrder>('SELECT * FROM orders WHERE reference = $1', [
    reference,
  ]);
  assert.ok(rows[0], `there is no order ${reference}`);
  return rows[0];
}

export function untilStatus(
  on: Pick<TestApp, 'app'>,
  reference: string,
  status: string,
): Promise<StoredOrder> {
  return until(`order ${reference} to be ${status}`, async () => {
    const stored = await storedOrder(on, reference);
    return stored.status === status && stored;
  });
}

/** Every state that the order came to, in turn. */
export async function historyOf(
  on: Pick<TestApp, 'app'>,
  reference: string,
): Promise<{ status: string; cause: string }[]> {
  const { rows } = await on.app.database.query<{ status: string; cause: string }>(
    `SELECT c.status, c.cause FROM order_changes AS c JOIN orders AS o ON o.id = c.order_id
      WHERE o.reference = $1 ORDER BY c.id`,
    [reference],
  );
  return rows;
}

/** Makes a recurring job due now, instead of seconds from now. */
export async function runSoon(on: Pick<TestApp, 'app'>, kind: string): Promise<void> {
  await on.app.database.query(
    `WITH due AS (UPDATE jobs SET run_at = now() WHERE kind = $1) SELECT pg_notify('jobs_due', $1)`,
    [kind],
  );
}

/**
 * The same for a job that recurs after minutes or hours. If it is under way it would be put off again when it ends, and come too
 * late for any test: that is waited for first.
 */
export async function runRareJobSoon(on: Pick<TestApp, 'app'>, kind: string): Promise<void> {
  await until(`the job ${kind} to be under way no more`, async () => {
    const { rowCount } = await on.app.database.query(
      'UPDATE jobs SET run_at = now() WHERE kind = $1 AND leased_by IS NULL',
      [kind],
    );
    return rowCount;
  });
  await on.app.database.query(`SELECT pg_notify('jobs_due', $1)`, [kind]);
}

/** Makes a cart lapse, as if it had been held that much earlier. */
export async function lapse(on: Pick<TestApp, 'app'>, token: string): Promise<void> {
  await on.app.database.query(
    `WITH cart AS (
       UPDATE reservations SET expires_at = clock_timestamp() - interval '1 millisecond' WHERE token = $1
       RETURNING id, expires_at
     ), moved AS (
       UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id
     )
     UPDATE seats SET held_until = cart.expires_at FROM cart WHERE held_by = cart.id`,
    [token],
  );
}

/** Makes the time to pay be over, here and at the sandbox, and lets the job find out. */
export async function endPaymentWindow(on: Pick<TestApp, 'app'>, reference: string): Promise<void> {
  await on.app.database.query(
    `WITH page AS (
       UPDATE sandbox_payments SET pay_by = now() - interval '1 second' WHERE reference = $1
     )
     UPDATE orders SET pay_by = now() - interval '1 second', next_look_up_at = now() WHERE reference = $1`,
    [reference],
  );
  await runSoon(on, 'ask_gateways');
}

/** Lets the bank transfer of the card `late` arrive now. */
export async function letTransferArrive(on: Pick<TestApp, 'app'>, reference: string): Promise<void> {
  const { rowCount } = await on.app.database.query(
    // This one and no other, whose own turn is still to come.
    `WITH due AS (
       UPDATE jobs SET run_at = now() FROM sandbox_payments AS p
        WHERE kind = 'sandbox_late_payment' AND unique_key = p.id AND p.reference = $1
       RETURNING kind
     )
     SELECT pg_notify('jobs_due', kind) FROM due`,
    [reference],
  );
  assert.equal(rowCount, 1, 'no transfer is under way');
}

export async function quantityLeft(
  on: Pick<TestApp, 'baseUrl'>,
  host: TestHost,
  slug: string,
): Promise<number[]> {
  const { status, body } = await ask(on, `/events/${slug}/tickets`, { key: host });
  assert.equal(status, 200);
  return (body.data as { quantityLeft: number }[]).map((ticket) => ticket.quantityLeft);
}

/** The e-mails about an order that were sent, or are going to be. */
export async function mailsAbout(on: Pick<TestApp, 'app'>, reference: string): Promise<string[]> {
  const { rows } = await on.app.database.query<{ mail: string }>(
    `WITH bought AS (SELECT id FROM orders WHERE reference = $1)
     SELECT j.payload ->> 'mail' AS mail FROM jobs AS j, bought
      WHERE j.kind = 'send_mail' AND j.payload ->> 'orderId' = bought.id::text
      UNION SELECT m.kind FROM mails AS m, bought WHERE m.order_id = bought.id
      ORDER BY mail`,
    [reference],
  );
  return rows.map(({ mail }) => mail);
}
