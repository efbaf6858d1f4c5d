import type { Queryable } from '../db/database.ts';

// The longest that a law of our countries has a seller keep its books: seven years (South Africa, Companies Act, section 24).
export const BOOKS_KEPT_YEARS = 7;

type Found = {
  isSuspended: boolean;
  carts: number;
  unpaidOrders: number;
  openRefunds: number;
  openDisputes: number;
  eventsToCome: number;
  booksUntil: Date | null;
};

const EVENTS = '(SELECT id FROM events WHERE host_id = $1)';

/** Reasons why a host can't be deleted now, in words for the operator: sales under way, and books that must be kept. */
export async function findObstacles(tx: Queryable, hostId: string): Promise<string[]> {
  const { rows } = await tx.query<Found>(
    `SELECT (SELECT suspended_at IS NOT NULL FROM hosts WHERE id = $1) AS "isSuspended",
            (SELECT count(*) FROM reservations WHERE event_id IN ${EVENTS} AND ended_at IS NULL AND expires_at > now()) AS carts,
            (SELECT count(*) FROM orders WHERE event_id IN ${EVENTS}
                AND (status IN ('processing', 'pending_payment') OR next_look_up_at IS NOT NULL)) AS "unpaidOrders",
            (SELECT count(*) FROM refunds WHERE host_id = $1 AND status NOT IN ('succeeded', 'settled_by_hand')) AS "openRefunds",
            (SELECT count(*) FROM payment_disputes WHERE host_id = $1 AND state = 'open') AS "openDisputes",
            (SELECT count(*) FROM events AS e WHERE e.host_id = $1 AND e.closes_at > now() AND e.status = 'LIVE'
                AND EXISTS (SELECT 1 FROM tickets AS t WHERE t.event_id = e.id AND t.voided_at IS NULL)) AS "eventsToCome",
            (SELECT max(p.recorded_at) + interval '${BOOKS_KEPT_YEARS} years' FROM payments AS p JOIN orders AS o ON o.id = p.order_id
              WHERE o.event_id IN ${EVENTS} AND p.gateway <> 'sandbox'
                AND p.recorded_at > now() - interval '${BOOKS_KEPT_YEARS} years') AS "booksUntil"`,
    [hostId],
  );
  const found = rows[0];
  if (!found) return [];
  const { isSuspended, carts, unpaidOrders, openRefunds, openDisputes, eventsToCome, booksUntil } = found;
  return [
    ...(isSuspended ? [] : ['it is not suspended (tessera hosts suspend)']),
    ...(carts > 0 ? [`${carts} carts are held`] : []),
    ...(unpaidOrders > 0 ? [`payments of ${unpaidOrders} orders may still come`] : []),
    ...(openRefunds > 0
      ? [`${openRefunds} refunds are under way or need attention (tessera refunds list)`]
      : []),
    ...(openDisputes > 0 ? [`${openDisputes} disputes of its payments are open`] : []),
    ...(eventsToCome > 0
      ? [`${eventsToCome} of its events are still to come, and people have tickets (cancel them first)`]
      : []),
    ...(booksUntil === null
      ? []
      : [`its books must be kept until ${booksUntil.toISOString().slice(0, 10)}, for it has taken money`]),
  ];
}
