import { nameActor, type Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Person } from '../../tickets/read-order.ts';
import { lockOrder } from '../lock-order.ts';

export const BY_BUYER: Actor = { kind: 'buyer' };

export type BuyersTicket = Person & {
  ticketId: string;
  hostId: string;
  reference: string;
  buyerEmail: string;
  isAllowed: boolean;
};

/**
 * The ticket that the buyer is about to change: a door that reads the code at this moment was first, and is seen; or waits. `allowedSql` is of
 * tickets `t`, orders `o` and events `e`; besides, what is used, void, of a cancelled event, or another person's by now stays as it is.
 */
export async function lockBuyersTicket(
  tx: Transaction,
  { orderId, position, allowedSql }: { orderId: string; position: number; allowedSql: string },
): Promise<BuyersTicket | undefined> {
  await nameActor(tx, BY_BUYER);
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<BuyersTicket>(
    `SELECT t.id AS "ticketId", o.host_id AS "hostId", o.reference, o.email AS "buyerEmail", t.email,
            t.first_name AS "firstName", t.last_name AS "lastName",
            t.used_at IS NULL AND t.voided_at IS NULL AND e.status <> 'CANCELLED'
              AND (t.passed_on_at IS NULL OR lower(t.email) = lower(o.email)) AND ${allowedSql} AS "isAllowed"
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id JOIN events AS e ON e.id = t.event_id
      WHERE t.order_id = $1 AND t.position = $2 FOR UPDATE OF t`,
    [orderId, position],
  );
  return rows[0];
}

/**
 * Whether it was done so often within a day already. Under the lock of the order: those who ask at one moment are counted one after the other. By
 * the history: an address that was erased gets no mail.
 */
export async function wasOftenChanged(
  tx: Transaction,
  { orderId, cause, mostADay }: { orderId: string; cause: string; mostADay: number },
): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM order_changes
      WHERE order_id = $1 AND cause LIKE $2 || '%' AND at > clock_timestamp() - interval '1 day'`,
    [orderId, cause],
  );
  return (rows[0]?.count ?? 0) >= mostADay;
}
