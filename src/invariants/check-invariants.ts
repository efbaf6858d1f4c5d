import type { Database } from '../db/database.ts';
import { DISPUTE_PROMISES } from './dispute-promises.ts';
import { DOOR_PROMISES } from './door-promises.ts';
import { INVOICE_PROMISES } from './invoice-promises.ts';
import { MAIL_PROMISES } from './mail-promises.ts';
import { ORDER_PROMISES } from './order-promises.ts';
import { PAGE_PROMISES } from './page-promises.ts';
import type { Promised } from './promise.ts';
import { RETURN_PROMISES } from './return-promises.ts';
import { ROOM_PROMISES } from './room-promises.ts';
import { STOCK_PROMISES } from './stock-promises.ts';
import { TAX_PROMISES } from './tax-promises.ts';
import { TRANSFER_PROMISES } from './transfer-promises.ts';
import { WAITING_LIST_PROMISES } from './waiting-list-promises.ts';

/** Something that must never be: which promise is broken, where, and how. */
export type Violation = { promise: string; where: string; detail: string };

const PROMISES: readonly Promised[] = [
  ...STOCK_PROMISES,
  ...ORDER_PROMISES,
  ...TAX_PROMISES,
  ...INVOICE_PROMISES,
  ...DISPUTE_PROMISES,
  ...PAGE_PROMISES,
  ...TRANSFER_PROMISES,
  ...RETURN_PROMISES,
  ...MAIL_PROMISES,
  ...DOOR_PROMISES,
  ...ROOM_PROMISES,
  ...WAITING_LIST_PROMISES,
];

const MAX_SHOWN = 20;

/**
 * Reads everything in one snapshot, so that a sale going on meanwhile can't look like a contradiction. Whether a hold
 * lives is asked of a clock later than the snapshot: by the time of the transaction, which is earlier, one that lapsed
 * and was taken in between would seem to live.
 */
export async function checkInvariants(database: Database): Promise<Violation[]> {
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const violations: Violation[] = [];
    for (const { promise, sql } of PROMISES) {
      const { rows } = await tx.query<{ where_at: string; detail: string }>(`${sql} LIMIT ${MAX_SHOWN}`);
      violations.push(...rows.map((row) => ({ promise, where: row.where_at, detail: row.detail })));
    }
    return violations;
  });
}

export const PROMISE_COUNT = PROMISES.length;
