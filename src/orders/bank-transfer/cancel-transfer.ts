import type { Transaction } from '../../db/database.ts';
import { lockOrder } from '../lock-order.ts';
import { releaseOrderStock } from '../release-order-stock.ts';

/** The buyer gives up an order that waits for a transfer: its tickets are for sale at the commit. Money that comes all the same is late. */
export async function cancelTransfer(
  tx: Transaction,
  { orderId }: { orderId: string },
): Promise<'cancelled' | 'nothing_to_cancel'> {
  await lockOrder(tx, orderId);
  const { rowCount } = await tx.query(
    `SELECT 1 FROM orders WHERE id = $1 AND gateway = 'bank_transfer' AND status = 'pending_payment'`,
    [orderId],
  );
  if (!rowCount) return 'nothing_to_cancel';
  await tx.query(
    `SELECT end_orders(ids => ARRAY[$1::uuid], new_status => 'cancelled', cause => 'the buyer cancelled it', at_time => clock_timestamp())`,
    [orderId],
  );
  await releaseOrderStock(tx, orderId);
  return 'cancelled';
}
