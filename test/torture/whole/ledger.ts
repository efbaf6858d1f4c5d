import type { Queryable } from '../../../src/db/database.ts';
import type { Promised } from '../../history/end-of-sale.ts';
import { findLost } from '../../long/find-lost.ts';

const MOST_SHOWN = 20;

/** All that was answered with yes. It must be found at the end, whatever crashed meanwhile. */
export type Ledger = {
  /** Tokens of carts. */
  held: Set<string>;
  released: Set<string>;
  orders: (Promised & { quantity: number })[];
  /** Request keys of refunds with money, and tickets that became void. */
  refunds: Set<string>;
  voided: Set<string>;
  /** By the ids that phones made. */
  scans: Set<string>;
  /** Seats that tickets were moved to: `ticket seat`. */
  moved: Set<string>;
  /** Tickets that have another holder. */
  passedOn: Set<string>;
  /** Orders whose bank transfer a member has seen. */
  marked: Set<string>;
  /** Returns whose money goes back. */
  returned: Set<string>;
  /** Entries of waiting lists, and those that were taken off. */
  waiting: Set<string>;
  left: Set<string>;
};

export const openLedger = (): Ledger => ({
  held: new Set(),
  released: new Set(),
  orders: [],
  refunds: new Set(),
  voided: new Set(),
  scans: new Set(),
  moved: new Set(),
  passedOn: new Set(),
  marked: new Set(),
  returned: new Set(),
  waiting: new Set(),
  left: new Set(),
});

/** Promises that were not kept. */
export async function findBroken(db: Queryable, ledger: Ledger): Promise<Record<string, string[]>> {
  const missing = async (ids: Iterable<string>, sql: string): Promise<string[]> => {
    const found = new Set((await db.query<{ id: string }>(sql)).rows.map(({ id }) => id));
    return [...ids].filter((id) => !found.has(id)).slice(0, MOST_SHOWN);
  };
  const broken = {
    ...(await findLost(db, ledger)),
    refunds: await missing(ledger.refunds, 'SELECT request_key AS id FROM refunds'),
    voided: await missing(ledger.voided, 'SELECT id FROM tickets WHERE voided_at IS NOT NULL'),
    scans: await missing(ledger.scans, 'SELECT id FROM scans'),
    moved: await missing(
      ledger.moved,
      `SELECT ticket_id || ' ' || to_seat_id AS id FROM seat_exchanges WHERE done_at IS NOT NULL`,
    ),
    passedOn: await missing(ledger.passedOn, 'SELECT id FROM tickets WHERE passed_on_at IS NOT NULL'),
    marked: await missing(
      ledger.marked,
      `SELECT o.reference AS id FROM orders AS o JOIN payments AS p ON p.order_id = o.id WHERE p.gateway_payment_id = 'by hand'`,
    ),
    returned: await missing(ledger.returned, `SELECT id FROM returns WHERE state = 'done'`),
    waiting: await missing(
      ledger.waiting,
      'SELECT id FROM waiting_list_entries WHERE confirmed_at IS NOT NULL',
    ),
    left: await missing(
      ledger.left,
      `SELECT id FROM waiting_list_entries WHERE state NOT IN ('asked', 'waiting', 'offered')`,
    ),
  };
  return Object.fromEntries(Object.entries(broken).filter(([, ids]) => ids.length > 0));
}
