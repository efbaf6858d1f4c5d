import { nameActor, type Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import { lockEvent } from '../events/event-fields.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { retryRefund } from '../orders/retry-refund.ts';
import { Refusal } from '../refusal.ts';
import { isUuid } from '../values/is-uuid.ts';
import { actingPerson, personOf } from './acting-person.ts';

type Which = { hostId: string; eventId: string; actor: Actor };

// In an order's history, beside the member who is named there by the transaction.
const BY = 'the host';
const BATCH_SIZE = 20;

/** Has one refund of a cancelled event asked for once more. */
export async function retryCancelledOrder(
  tx: Transaction,
  { hostId, eventId, actor, refundId }: Which & { refundId: string },
): Promise<void> {
  const { rowCount } = isUuid(refundId)
    ? await tx.query(
        `SELECT FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
          WHERE r.id = $1 AND o.event_id = $2 AND o.host_id = $3`,
        [refundId, eventId, hostId],
      )
    : { rowCount: 0 };
  if (rowCount === 0) throw new Refusal('not_found', 'There is no such refund.');
  const { isNew } = await retryRefund(tx, { hostId, refundId, actor, by: BY });
  if (!isNew) throw new Refusal('validation_failed', 'This refund is already under way, or was paid.');
}

/** Goes once more through all orders and refunds of a cancelled event that somebody had to look at. */
export async function retryCancellation(tx: Transaction, { hostId, eventId, actor }: Which): Promise<void> {
  const event = await lockEvent(tx, { hostId, eventId });
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM event_cancellations WHERE event_id = $1 FOR UPDATE',
    [eventId],
  );
  const [cancellation] = rows;
  if (!cancellation) throw new Refusal('not_found', 'This event was not cancelled.');
  const cancellationId = cancellation.id;
  const { rowCount } = await tx.query(
    `UPDATE event_cancellation_orders SET state = 'left', ended_at = NULL WHERE cancellation_id = $1 AND state = 'failed'`,
    [cancellationId],
  );
  if (rowCount) {
    await tx.query('UPDATE event_cancellations SET finished_at = NULL WHERE id = $1', [cancellationId]);
    await enqueueJob(tx, { kind: 'cancel_orders', payload: { cancellationId }, uniqueKey: cancellationId });
  }
  const payload: RetryRefunds = { hostId, cancellationId, personId: personOf(actor) };
  await enqueueJob(tx, { kind: 'retry_refunds', payload, uniqueKey: cancellationId });
  const subject = { id: eventId, name: event.name };
  await recordChange(tx, { hostId, actor, action: 'event.retry_refunds', subject });
}

type RetryRefunds = { hostId: string; cancellationId: string; personId: string | null };

/** Each refund in a transaction of its own. Begun anew, it asks once more for those that were refused once more: no harm. */
export function retryRefundsJob({ database }: { database: Database }): JobKind<RetryRefunds> {
  return {
    kind: 'retry_refunds',
    retryDelaysMs: [1_000, 5_000, 30_000],
    leaseMs: 15_000,
    concurrency: 1,
    async run({ hostId, cancellationId, personId }, { signal }) {
      const actor = actingPerson(personId);
      let after = '00000000-0000-0000-0000-000000000000';
      for (;;) {
        const { rows } = await database.query<{ orderId: string; refundId: string }>(
          `SELECT c.order_id AS "orderId", r.id AS "refundId"
             FROM event_cancellation_orders AS c JOIN refunds AS r ON r.id = c.refund_id
            WHERE c.cancellation_id = $1 AND c.state = 'done' AND c.order_id > $2 AND r.status = 'needs_attention'
            ORDER BY c.order_id LIMIT $3`,
          [cancellationId, after, BATCH_SIZE],
        );
        for (const { orderId, refundId } of rows) {
          signal.throwIfAborted();
          after = orderId;
          await database
            .transaction(async (tx) => {
              await nameActor(tx, actor);
              await retryRefund(tx, { hostId, refundId, actor, by: BY });
            })
            .catch((error: unknown) => {
              // A disputed one stays as it is, and stands in nobody's way.
              if (!(error instanceof Refusal)) throw error;
            });
        }
        if (rows.length < BATCH_SIZE) return;
      }
    },
  };
}
