import type { Transaction } from '../../../db/database.ts';
import { enqueueCallback } from './send-callback.ts';

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The buyer's bank claims the payment back, or decides. The shop is told, as of a payment. False: it is not paid, or has ended already. */
export async function disputePayment(
  tx: Transaction,
  { id, state }: { id: string; state: DisputeState },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE sandbox_payments SET dispute_state = $2, disputed_at = coalesce(disputed_at, clock_timestamp()),
            dispute_ended_at = CASE WHEN $2 <> 'open' THEN clock_timestamp() END
      WHERE id = $1 AND status = 'paid' AND CASE $2 WHEN 'open' THEN dispute_state IS NULL ELSE dispute_state = 'open' END`,
    [id, state],
  );
  if (rowCount !== 1) return false;
  await enqueueCallback(tx, { paymentId: id, copies: 1, isOfDispute: true });
  return true;
}
