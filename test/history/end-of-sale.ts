import assert from 'node:assert/strict';
import type { Database } from '../../src/db/database.ts';

/** The product's promises. */
export type Promised = { reference: string; isFree: boolean };

/** Time passes, and every job is due. Answers whether there is nothing left to do. */
export async function hasEnded(database: Database): Promise<boolean> {
  await database.query(
    // In the product's order of locks, or this would deadlock. An order that waits for its look-up keeps its turn: those that were
    // looked up come after it.
    `UPDATE orders SET pay_by = least(pay_by, now()), next_look_up_at = least(next_look_up_at, now())
       FROM (SELECT id FROM orders WHERE next_look_up_at > now() OR next_look_up_at IS NOT NULL AND pay_by > now()
              ORDER BY id FOR UPDATE) AS locked
      WHERE orders.id = locked.id`,
  );
  await database.query('UPDATE refunds SET next_look_up_at = now() WHERE next_look_up_at > now()');
  await database.query(
    `UPDATE jobs SET run_at = least(run_at, now()) WHERE kind <> 'send_mail' AND leased_by IS NULL AND set_aside_at IS NULL`,
  );
  await database.query(
    `SELECT pg_notify('jobs_due', kind) FROM (SELECT DISTINCT kind FROM jobs WHERE kind <> 'send_mail') AS due`,
  );
  const { rows } = await database.query<{ left: number }>(
    `SELECT (SELECT count(*) FROM orders WHERE status IN ('processing', 'pending_payment'))
          + (SELECT count(*) FROM refunds WHERE status NOT IN ('succeeded', 'settled_by_hand'))
          + (SELECT count(*) FROM sandbox_payments WHERE status = 'processing')
          + (SELECT count(*) FROM sandbox_payments AS p WHERE p.status = 'paid'
              AND NOT EXISTS (SELECT 1 FROM payments WHERE gateway_payment_id = p.id))
          + (SELECT count(*) FROM jobs WHERE kind IN ('follow_payment', 'send_refunds', 'sandbox_callback', 'sandbox_late_payment')
              AND set_aside_at IS NULL) AS left`,
  );
  return rows[0]?.left === 0;
}

/** Every payment has bought tickets or went back, and every order that was promised is there. */
export async function assertEverythingAccountedFor(database: Database, promised: Promised[]): Promise<void> {
  const { rows: payments } = await database.query<{ reference: string; end: string }>(
    `SELECT p.reference, CASE
              WHEN p.refunded_minor <> returned.minor THEN 'the gateway and we disagree about what went back'
              WHEN taken.use = 'order' AND p.refunded_minor + returned.by_hand_minor = 0 AND tickets.valid > 0 THEN 'tickets'
              WHEN p.refunded_minor + returned.by_hand_minor = p.amount_minor AND tickets.valid = 0 THEN 'refunded'
              ELSE format('%s, %s of %s went back, %s tickets are valid', taken.use, p.refunded_minor, p.amount_minor,
                          tickets.valid) END AS end
       FROM sandbox_payments AS p
       LEFT JOIN orders AS o ON o.reference = p.reference
       LEFT JOIN payments AS taken ON taken.order_id = o.id AND taken.gateway_payment_id = p.id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(r.amount_minor) FILTER (WHERE r.status = 'succeeded'), 0) AS minor,
                coalesce(sum(r.amount_minor) FILTER (WHERE r.status = 'settled_by_hand'), 0) AS by_hand_minor
           FROM refunds AS r WHERE r.payment_id = taken.id) AS returned
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS valid FROM tickets AS t WHERE t.order_id = o.id AND t.voided_at IS NULL) AS tickets
      WHERE p.status = 'paid'`,
  );
  assert.ok(payments.length > 0, 'nobody paid');
  assert.deepEqual(
    payments.filter(({ end }) => end !== 'tickets' && end !== 'refunded'),
    [],
  );
  const { rows: kept } = await database.query<{ reference: string; confirmed: boolean }>(
    'SELECT reference, confirmed_at IS NOT NULL AS confirmed FROM orders',
  );
  const confirmed = new Map(kept.map((order) => [order.reference, order.confirmed]));
  assert.deepEqual(
    promised.filter(
      ({ reference, isFree }) => !confirmed.has(reference) || (isFree && !confirmed.get(reference)),
    ),
    [],
    'an order that was answered 201 is there, and a free one has its tickets',
  );
}
