import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { lockOrder } from '../lock-order.ts';
import { settleTransfers } from './settle-transfers.ts';

type OrderRow = {
  status: string;
  gateway: string | null;
  hostId: string;
  reference: string;
  totalMinor: number;
  currency: string;
};

/**
 * A member has seen the money of one order on the host's account: the sum that was due. Two members at once mark it once. Of an order that
 * has ended it is a late payment, decided as any other (decide_payment).
 */
export async function markTransferPaid(
  tx: Transaction,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<{ outcome: 'settled' | 'refunded' | 'already_paid' }> {
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<OrderRow>(
    `SELECT status, gateway, host_id AS "hostId", reference, total_minor AS "totalMinor", currency FROM orders WHERE id = $1`,
    [orderId],
  );
  const [order] = rows;
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  if (order.gateway !== 'bank_transfer')
    throw new Refusal('wrong_state', 'This order is not paid by bank transfer.');
  const { rowCount } = await tx.query(`SELECT 1 FROM payments WHERE order_id = $1`, [orderId]);
  if (rowCount) {
    noteUnchanged(tx);
    return { outcome: 'already_paid' };
  }
  const [outcome] = await settleTransfers(tx, [
    {
      orderId,
      // One name for all marks by hand: a second one is a duplicate.
      paymentName: 'by hand',
      amountMinor: order.totalMinor,
      currency: order.currency,
      paidAt: null,
      cause: 'a member has seen the bank transfer',
    },
  ]);
  await recordChange(tx, {
    hostId: order.hostId,
    actor,
    action: 'order.mark_paid',
    subject: { id: orderId, name: order.reference },
  });
  return { outcome: outcome === 'refunded' ? 'refunded' : 'settled' };
}
