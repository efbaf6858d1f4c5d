import type { Transaction } from '../../../db/database.ts';
import { payLate } from './pay-late.ts';
import { enqueueCallback } from './send-callback.ts';
import type { TestCard } from './test-cards.ts';

type Status = 'paid' | 'declined' | 'left' | 'processing';

const STATUS_AFTER: Record<TestCard['behaviour'], Status> = {
  success: 'paid',
  callback_lost: 'paid',
  callback_twice: 'paid',
  declined: 'declined',
  insufficient_funds: 'declined',
  leave: 'left',
  late: 'processing',
};

/**
 * Does with a payment what the card says. Null: the payment no longer takes a card, because it is paid, over or closed;
 * of two cards at the same time one gets this.
 */
export async function takeCard(
  tx: Transaction,
  { id, behaviour }: { id: string; behaviour: TestCard['behaviour'] },
): Promise<Status | null> {
  const status = STATUS_AFTER[behaviour];
  const { rows } = await tx.query<{ id: string; pay_by: Date }>(
    `UPDATE sandbox_payments SET
       status = $2,
       attempts = attempts + 1,
       paid_at = CASE WHEN $2 = 'paid' THEN clock_timestamp() END
     WHERE id = $1 AND status IN ('open', 'declined', 'left') AND pay_by > clock_timestamp()
     RETURNING id, pay_by`,
    [id, status],
  );
  const [payment] = rows;
  if (!payment) return null;
  if (behaviour === 'success') await enqueueCallback(tx, { paymentId: id, copies: 1 });
  if (behaviour === 'callback_twice') await enqueueCallback(tx, { paymentId: id, copies: 2 });
  if (behaviour === 'late') await payLate(tx, payment);
  return status;
}
