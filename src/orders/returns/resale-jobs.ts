import { nameActor, SYSTEM } from '../../audit/actor.ts';
import type { Database, Queryable, Transaction } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { addToHistory } from '../add-to-history.ts';
import { paysTwiceSql } from '../disputes/disputed-money.ts';
import { lockOrder } from '../lock-order.ts';
import { lockTickets } from '../replace-email.ts';
import { endUnsold } from './end-listing.ts';
import { lockReturn } from './find-return.ts';
import { giveReturnBack } from './give-return-back.ts';
import { sumOfReturn } from '../../rules/return-sum.ts';
import { readReturnable } from './read-returnable.ts';

// A ticket that is in a cart when resale ends is looked at again: carts last minutes.
const EVERY_MS = 30_000;
const SET_SIZE = 200;

export const resaleJobs = (database: Database) => [payBackResoldJob(database), endResalesJob(database)];

type Resold = { orderId: string; returnId: string };

/** Somebody has bought a listed ticket: it is void from now on, and its buyer is paid back. Enqueued by functions/sell_listings.sql. */
function payBackResoldJob(database: Database): JobKind<Resold> {
  return {
    kind: 'pay_back_resold',
    retryDelaysMs: [1_000, 5_000, 30_000, 300_000],
    leaseMs: 15_000,
    concurrency: 2,
    run: (resold) => database.transaction((tx) => payBack(tx, resold)),
  };
}

async function payBack(tx: Transaction, { orderId, returnId }: Resold): Promise<void> {
  await nameActor(tx, SYSTEM);
  await lockOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const found = await lockReturn(tx, { orderId, returnId });
  const order = await readReturnable(tx, orderId);
  // A member's refund, or that of a cancelled event, came first.
  if (!found || !order || found.state !== 'sold') return;
  // Its bank gives the buyer the money back, or keeps it from the host.
  const isDisputed = await paysTwice(tx, orderId);
  const amountMinor = isDisputed ? 0 : sumOfReturn(order, [found]);
  if (amountMinor < found.amountMinor)
    await addToHistory(
      tx,
      orderId,
      'less goes back for a ticket that was sold again than its buyer was told: no more is left of the payment',
    );
  await giveReturnBack(tx, { orderId, found: { ...found, amountMinor }, actor: SYSTEM });
}

async function paysTwice(tx: Queryable, orderId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM payments AS p WHERE p.order_id = $1 AND p.use = 'order' AND ${paysTwiceSql('p')}`,
    [orderId],
  );
  return rowCount !== null && rowCount > 0;
}

/** Ends listings whose time is over, that the doors may let in again, or that are dearer by now than their tickets were. */
function endResalesJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'end_resales',
    retryDelaysMs: [1_000, 5_000],
    leaseMs: 60_000,
    concurrency: 1,
    everyMs: EVERY_MS,
    async run(_payload, { signal }) {
      for (const listing of await listOver(database)) {
        if (signal.aborted) return;
        await database.transaction((tx) => endUnsold(tx, listing));
      }
    },
  };
}

/** An event that is cancelled is left out: all its tickets are refunded. */
async function listOver(database: Database): Promise<Resold[]> {
  const { rows } = await database.query<Resold>(
    `SELECT r.id AS "returnId", r.order_id AS "orderId"
       FROM (SELECT * FROM returns WHERE listed_type_id IS NOT NULL) AS r
      CROSS JOIN LATERAL (SELECT return_terms FROM orders WHERE id = r.order_id LIMIT 1) AS o
      CROSS JOIN LATERAL (SELECT status, starts_at, closes_at FROM events WHERE id = r.event_id LIMIT 1) AS e
      CROSS JOIN LATERAL (SELECT sale_ends_at FROM ticket_types WHERE id = r.listed_type_id LIMIT 1) AS s
      CROSS JOIN LATERAL (SELECT used_at FROM tickets WHERE id = r.listed_ticket_id LIMIT 1) AS t
      WHERE e.status <> 'CANCELLED' AND (
            e.starts_at - (o.return_terms ->> 'hours')::integer * interval '1 hour' <= clock_timestamp()
            OR e.closes_at <= clock_timestamp() OR s.sale_ends_at <= clock_timestamp() OR t.used_at IS NOT NULL
            OR EXISTS (SELECT FROM payment_disputes AS d WHERE d.order_id = r.order_id AND d.state = 'open'))
      ORDER BY r.confirmed_at DESC LIMIT ${SET_SIZE}`,
  );
  return rows;
}
