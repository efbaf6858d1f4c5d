import type { Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { RefundState } from '../payments/gateway.ts';
import { addToHistory } from './add-to-history.ts';
import { lockOrder } from './lock-order.ts';
import type { RefundOutcome } from './order-watch.ts';
import { recordRefunded } from './refund-order.ts';

/** The question of this answer: one that comes after a person's retry, or after a later question, says nothing new. */
export type AskedRefund = { refundId: string; orderId: string; retries: number; lookUps: number };

type Before = { status: string; reason: string; retries: number; look_ups: number; is_confirmed: boolean };

const NOTE_MAX_CHARS = 500;

/** Writes down what the gateway says of a refund, and what follows from it. Answers how it ended, where it did so now. */
export async function recordRefundAnswer(
  tx: Transaction,
  asked: AskedRefund,
  answer: RefundState,
): Promise<RefundOutcome | null> {
  const before = await lockRefund(tx, asked);
  if (!before || before.status === 'succeeded') return null;
  if (before.status === 'settled_by_hand') {
    // It was under way when somebody settled it all the same: whoever looks at the order must see that both have happened.
    if (answer.state === 'succeeded')
      await addToHistory(tx, asked.orderId, 'the gateway has paid back, too, what was settled by hand');
    return null;
  }
  if (before.retries !== asked.retries) return null;
  const status = answer.state === 'failed' ? 'needs_attention' : answer.state;
  await tx.query(
    `UPDATE refunds
        SET status = $2, gateway_refund_id = $3, note = $4,
            failed_at = CASE WHEN $5 THEN coalesce(failed_at, clock_timestamp()) END,
            ended_at = CASE WHEN $2 = 'succeeded' THEN clock_timestamp() END,
            -- One that needs a person may still come to a good end at the gateway, when the person has seen to it.
            next_look_up_at = CASE WHEN $2 <> 'succeeded' THEN next_look_up_at END
      WHERE id = $1`,
    [
      asked.refundId,
      status,
      answer.gatewayRefundId,
      answer.note?.slice(0, NOTE_MAX_CHARS) ?? null,
      answer.state === 'failed',
    ],
  );
  if (status === 'succeeded') {
    await recordPaidBack(tx, asked, before);
    return 'paid_back';
  }
  if (status !== 'needs_attention' || before.status === status) return null;
  await addToHistory(tx, asked.orderId, `a refund needs attention: ${answer.note ?? answer.state}`);
  return 'refused';
}

async function recordPaidBack(
  tx: Transaction,
  { orderId, refundId }: AskedRefund,
  before: Before,
): Promise<void> {
  if (changesOrder(before))
    await recordRefunded(tx, { orderId, cause: 'the gateway has paid the money back' });
  if (before.reason === 'host') {
    await enqueueJob(tx, {
      kind: 'send_mail',
      payload: { mail: 'refunded', orderId, refundId },
      uniqueKey: `refunded ${refundId}`,
    });
  }
}

/** The gateway said no, or was not asked. No job asks it again: a person must look. */
export async function recordRefundRefused(
  tx: Transaction,
  asked: AskedRefund,
  { message, isNowhere }: { message: string; isNowhere: boolean },
): Promise<RefundOutcome | null> {
  const before = await lockRefund(tx, asked);
  const isOver = before?.status === 'succeeded' || before?.status === 'settled_by_hand';
  if (!before || isOver || before.retries !== asked.retries || before.look_ups !== asked.lookUps) return null;
  const note = message.slice(0, NOTE_MAX_CHARS);
  await tx.query(
    `UPDATE refunds SET status = 'needs_attention', note = $2, next_look_up_at = NULL,
            failed_at = CASE WHEN $3 THEN clock_timestamp() ELSE failed_at END
      WHERE id = $1`,
    [asked.refundId, note, isNowhere],
  );
  await addToHistory(tx, asked.orderId, `a refund needs attention: ${note}`);
  return 'refused';
}

/** A late payment's refund says nothing of an order that another payment has confirmed since. */
export const changesOrder = (refund: { reason: string; is_confirmed: boolean }): boolean =>
  refund.reason === 'host' || (refund.reason === 'late' && !refund.is_confirmed);

async function lockRefund(tx: Transaction, { refundId, orderId }: AskedRefund): Promise<Before | undefined> {
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<Before>(
    `SELECT r.status, r.reason, r.retries, r.look_ups, o.confirmed_at IS NOT NULL AS is_confirmed
       FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE r.id = $1 FOR UPDATE OF r`,
    [refundId],
  );
  return rows[0];
}
