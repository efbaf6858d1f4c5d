import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { OrderStatus } from '../tickets/read-order.ts';
import { isOrderToken } from '../tickets/receipt-address.ts';
import { isOrderReference } from './order-reference.ts';

export type OrderName = { orderId: string } | { reference: string } | { receiptToken: string };

/** A host sees its own orders; the operator sees all; a buyer has the receipt token, or is written to at the order's own address. */
export type FindOrder = ({ hostId: string } | { seenBy: 'operator' | 'buyer' }) & OrderName;

export type OrderKeys = {
  id: string;
  hostId: string;
  eventId: string;
  reference: string;
  status: OrderStatus;
  currency: string;
  receiptToken: string;
};

/** An order by any of its names. Null where there is none, and just the same where it is another host's. */
export async function findOrder(tx: Queryable, find: FindOrder): Promise<OrderKeys | null> {
  const named = orderNamed(find);
  if (!named) return null;
  const { rows } = await tx.query<OrderKeys>(
    `SELECT o.id, o.host_id AS "hostId", o.event_id AS "eventId", o.reference, o.status, o.currency, o.receipt_token AS "receiptToken"
       FROM orders AS o WHERE ${named.condition}`,
    named.values,
  );
  return rows[0] ?? null;
}

export const noSuchOrder = (): Refusal => new Refusal('not_found', 'There is no such order.');

type NamedOrder = { condition: string; values: [name: string, hostId: string | null] };

/** The condition on the row `o` of `orders`. Null for a text that can't be such a name: the database may not be able to read it. */
function orderNamed(find: FindOrder): NamedOrder | null {
  const named = (column: string, name: string): NamedOrder => ({
    condition: `o.${column} = $1 AND ($2::uuid IS NULL OR o.host_id = $2)`,
    values: [name, 'hostId' in find ? find.hostId : null],
  });
  if ('orderId' in find) return isUuid(find.orderId) ? named('id', find.orderId) : null;
  if ('receiptToken' in find)
    return isOrderToken(find.receiptToken) ? named('receipt_token', find.receiptToken) : null;
  const reference = readReference(find.reference);
  return reference === null ? null : named('reference', reference);
}

/** Read off a PDF and typed in by hand, it may be in small letters. */
export function readReference(typed: string): string | null {
  const reference = typed.toUpperCase();
  return isOrderReference(reference) ? reference : null;
}
