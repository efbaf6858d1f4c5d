import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { MAX_SETTLED_CHARACTERS } from '../rules/refund-words.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { findRefund, type WhoseRefunds } from './find-refund.ts';
import type { RefundStatus } from './list-refunds.ts';
import { lockOrder } from './lock-order.ts';
import { addToHistory } from './add-to-history.ts';
import { changesOrder } from './record-refund-answer.ts';
import { recordRefunded } from './refund-order.ts';

export type SettleRefund = WhoseRefunds & {
  refundId: string;
  actor: Actor;
  /** The name for the order's history. */
  by: string;
  /** How it was settled: kept in the order's history, and not shown to the buyer. */
  reason: string;
  /** The gateway may still make it, and the buyer be paid twice: whoever settles it all the same says so. */
  evenIfUnderWay: boolean;
};

type RefundRow = {
  status: RefundStatus;
  reason: string;
  is_confirmed: boolean;
  gateway_refund_id: string | null;
  has_failed: boolean;
};

/**
 * Ends a refund that was settled outside of the gateway, by a bank transfer for instance. Nobody asks the gateway for it any
 * more, the order reads as refunded, and the buyer is told by e-mail. Harmless to repeat.
 */
export async function settleRefundByHand(tx: Transaction, input: SettleRefund): Promise<{ isNew: boolean }> {
  const { refundId, actor, by, reason, evenIfUnderWay } = input;
  const said = reason.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  if (said.length < 1 || said.length > MAX_SETTLED_CHARACTERS)
    throw new Refusal(
      'validation_failed',
      `Say how it was settled, in 1 to ${MAX_SETTLED_CHARACTERS} characters.`,
    );
  const { orderId, hostId } = await findRefund(tx, input);
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<RefundRow>(
    `SELECT r.status, r.reason, o.confirmed_at IS NOT NULL AS is_confirmed, r.gateway_refund_id, r.failed_at IS NOT NULL AS has_failed
       FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE r.id = $1 FOR UPDATE OF r`,
    [refundId],
  );
  const [refund] = rows;
  if (!refund) throw new Refusal('not_found', 'There is no such refund.');
  if (refund.status === 'settled_by_hand') {
    noteUnchanged(tx);
    return { isNew: false };
  }
  if (refund.status === 'succeeded')
    throw new Refusal(
      'validation_failed',
      'The gateway has already paid this refund, so there is nothing to settle.',
    );
  if (!evenIfUnderWay && !isNowhere(refund)) throw new Refusal('validation_failed', underWay(refund));

  await tx.query(
    `UPDATE refunds SET status = 'settled_by_hand', note = $2, next_look_up_at = NULL, ended_at = clock_timestamp() WHERE id = $1`,
    [refundId, said],
  );
  const cause = `a refund was settled by hand, says ${by}: ${said}`;
  if (changesOrder(refund)) await recordRefunded(tx, { orderId, cause });
  else await addToHistory(tx, orderId, cause);
  await enqueueJob(tx, {
    kind: 'send_mail',
    payload: { mail: 'refunded', orderId, refundId },
    uniqueKey: `refunded ${refundId}`,
  });
  const subject = { id: refundId, name: '' };
  await recordChange(tx, { hostId, actor, action: 'refund.settle_by_hand', subject, after: { by } });
  return { isNew: true };
}

/** The gateway said no to it, or that it failed: it will not be made behind our back. */
const isNowhere = ({ status, has_failed: hasFailed }: RefundRow): boolean =>
  status === 'needs_attention' && hasFailed;

const underWay = ({ gateway_refund_id: name }: RefundRow): string =>
  name === null
    ? 'The gateway may still pay this refund: confirm that you want to settle it anyway.'
    : `The gateway is processing this refund (${name}) and may still pay it: confirm that you want to settle it anyway.`;
