import type { Queryable } from '../../src/db/database.ts';
import type { Told } from './buyers.ts';

export const NOTHING_LOST = { orders: [], confirmations: [], tickets: [], carts: [], releases: [] };

/** Finds what was answered 2xx and is not there: by reference of orders, by token of carts. */
export async function findLost(
  db: Queryable,
  { held, released, orders }: Pick<Told, 'held' | 'released' | 'orders'>,
): Promise<Record<keyof typeof NOTHING_LOST, string[]>> {
  // Before the rows are read: what is told meanwhile may come after them.
  const told = { held: [...held], released: [...released], orders: [...orders] };
  const { rows: carts } = await db.query<{ token: string; ended: boolean }>(
    'SELECT token, ended_at IS NOT NULL AS ended FROM reservations',
  );
  const endedOf = new Map(carts.map(({ token, ended }) => [token, ended]));
  const { rows: stored } = await db.query<{ reference: string; confirmed: boolean; tickets: number }>(
    `SELECT o.reference, o.confirmed_at IS NOT NULL AS confirmed,
            (SELECT count(*)::integer FROM tickets AS t WHERE t.order_id = o.id) AS tickets
       FROM orders AS o`,
  );
  const orderOf = new Map(stored.map((order) => [order.reference, order]));
  const referencesOf = (isLost: (one: Told['orders'][number]) => boolean): string[] =>
    told.orders.filter(isLost).map(({ reference }) => reference);
  return {
    orders: referencesOf(({ reference }) => !orderOf.has(reference)),
    confirmations: referencesOf(
      ({ reference, isFree }) => isFree && orderOf.get(reference)?.confirmed === false,
    ),
    tickets: referencesOf(({ reference, quantity }) => {
      const order = orderOf.get(reference);
      return order?.confirmed === true && order.tickets !== quantity;
    }),
    carts: told.held.filter((token) => !endedOf.has(token)),
    releases: told.released.filter((token) => endedOf.get(token) === false),
  };
}
