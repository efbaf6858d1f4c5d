import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import { refundOrder } from '../refund-order.ts';
import type { FoundReturn } from './find-return.ts';

/**
 * Makes the tickets of a return void and has its sum go back, by the refund that members make, so the two can't both happen. The caller has locked the
 * order, its tickets and the return, and looked at all of them.
 */
export async function giveReturnBack(
  tx: Transaction,
  {
    orderId,
    found: { id: returnId, state, ticketIds, amountMinor },
    actor,
  }: { orderId: string; found: FoundReturn; actor: Actor },
): Promise<void> {
  await tx.query(
    `UPDATE returns SET state = 'done', confirmed_at = coalesce(confirmed_at, clock_timestamp()), ended_at = clock_timestamp(),
            listed_ticket_id = NULL,
            decided_by = $2, amount_minor = $3 WHERE id = $1`,
    [returnId, actor.kind === 'member' ? actor.personId : null, amountMinor],
  );
  const { refundId } = await refundOrder(tx, {
    orderId,
    actor,
    ticketIds,
    amountMinor,
    returnsDifferences: false,
    returnsStock: true,
    reason:
      state === 'sold'
        ? 'somebody bought the ticket that the buyer put on sale'
        : 'the buyer returned the tickets',
    requestKey: `return ${returnId}`,
  });
  await tx.query('UPDATE returns SET refund_id = $2 WHERE id = $1', [returnId, refundId]);
  await enqueueJob(tx, { kind: SEND_HOLDER_MAIL, payload: { mail: 'returned', orderId, returnId } });
}
