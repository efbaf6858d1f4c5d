import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { findRefund, type WhoseRefunds } from './find-refund.ts';
import type { RefundStatus } from './list-refunds.ts';
import { paysTwiceSql } from './disputes/disputed-money.ts';
import { lockOrder } from './lock-order.ts';
import { addToHistory } from './add-to-history.ts';

/**
 * Has a refund that needs attention asked for once more. The gateway is searched for it first: it may have been made there
 * meanwhile. Harmless to repeat, and at the same time as the job: one that is under way, or made, stays as it is.
 */
export async function retryRefund(
  tx: Transaction,
  /** `by`: who asks for it, for the order's history. */
  input: WhoseRefunds & { refundId: string; actor: Actor; by: string },
): Promise<{ isNew: boolean; status: RefundStatus }> {
  const { refundId, actor, by } = input;
  const { orderId, hostId } = await findRefund(tx, input);
  await lockOrder(tx, orderId);
  await refuseToPayTwice(tx, refundId);
  const { rows } = await tx.query<{ status: RefundStatus }>(
    `UPDATE refunds
        SET retries = retries + 1, look_ups = 0, next_look_up_at = now(), note = NULL, failed_at = NULL,
            -- A failed refund is requested again. One that the gateway has is only looked up, and an unknown one is searched for.
            status = CASE WHEN failed_at IS NOT NULL THEN 'pending' WHEN gateway_refund_id IS NOT NULL THEN 'sent' ELSE 'asking' END,
            earlier_refund_ids = CASE WHEN failed_at IS NOT NULL AND gateway_refund_id IS NOT NULL
                                      THEN earlier_refund_ids || gateway_refund_id ELSE earlier_refund_ids END,
            gateway_refund_id = CASE WHEN failed_at IS NULL THEN gateway_refund_id END
      WHERE id = $1 AND status = 'needs_attention'
      RETURNING status`,
    [refundId],
  );
  const [retried] = rows;
  if (retried) {
    await addToHistory(tx, orderId, `the refund is tried again, asked for by ${by}`);
    await enqueueJob(tx, { kind: 'send_refunds', payload: {} });
    const subject = { id: refundId, name: '' };
    await recordChange(tx, { hostId, actor, action: 'refund.retry', subject, after: { by } });
    return { isNew: true, status: retried.status };
  }
  const { rows: found } = await tx.query<{ status: RefundStatus }>(
    'SELECT status FROM refunds WHERE id = $1',
    [refundId],
  );
  const status = found[0]?.status;
  if (!status || status === 'settled_by_hand')
    throw new Refusal('validation_failed', 'This refund was settled by hand, so it can’t be tried again.');
  noteUnchanged(tx);
  return { isNew: false, status };
}

/** One that the gateway has, and that has not failed, is only looked up. */
async function refuseToPayTwice(tx: Transaction, refundId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
      WHERE r.id = $1 AND r.status = 'needs_attention' AND (r.gateway_refund_id IS NULL OR r.failed_at IS NOT NULL) AND ${paysTwiceSql('p')}`,
    [refundId],
  );
  if (rowCount)
    throw new Refusal(
      'wrong_state',
      'The buyer’s bank disputes this payment, or has it back, so this refund would pay it twice. It can be tried again if the dispute ends in your favour.',
    );
}
