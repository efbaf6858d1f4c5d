import type { Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { HAS_GOOD_TICKETS_SQL } from '../orders/refund-whole-order.ts';

const BATCH_SIZE = 100;

/**
 * Has the holders of all tickets told that their event is on another day. A batch of orders and how far it has come are one
 * transaction, so it can be killed anywhere. Whoever bought since has read the new day.
 */
export function tellPostponementJob({
  database,
}: {
  database: Database;
}): JobKind<{ postponementId: string }> {
  return {
    kind: 'tell_postponement',
    // Should they be used up, follow_cancelling begins it anew.
    retryDelaysMs: [1_000, 5_000, 30_000],
    leaseMs: 15_000,
    concurrency: 2,
    async run({ postponementId }, { signal }) {
      do signal.throwIfAborted();
      while (await tellSome(database, postponementId));
    },
  };
}

/** Whether there may be more. */
async function tellSome(database: Database, postponementId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rows: found } = await tx.query<{ eventId: string; toldUntil: string | null; createdAt: Date }>(
      `SELECT event_id AS "eventId", told_until AS "toldUntil", created_at AS "createdAt" FROM event_postponements
        WHERE id = $1 AND finished_at IS NULL FOR UPDATE`,
      [postponementId],
    );
    const [postponement] = found;
    if (!postponement) return false;
    const { rows } = await tx.query<{ id: string }>(
      `SELECT o.id FROM orders AS o
        WHERE o.event_id = $1 AND o.confirmed_at <= $2 AND o.status IN ('confirmed', 'partially_refunded')
          AND ($3::uuid IS NULL OR o.id > $3) AND ${HAS_GOOD_TICKETS_SQL}
        ORDER BY o.id LIMIT ${BATCH_SIZE}`,
      [postponement.eventId, postponement.createdAt, postponement.toldUntil],
    );
    for (const { id: orderId } of rows)
      await enqueueJob(tx, {
        kind: 'send_event_mail',
        payload: { mail: 'event_postponed', orderId, postponementId },
        uniqueKey: `event_postponed ${postponementId} ${orderId}`,
      });
    await tx.query(
      `UPDATE event_postponements SET told_until = coalesce($2, told_until), told_orders = told_orders + $3,
              finished_at = CASE WHEN $4 THEN clock_timestamp() END WHERE id = $1`,
      [postponementId, rows.at(-1)?.id ?? null, rows.length, rows.length < BATCH_SIZE],
    );
    return rows.length === BATCH_SIZE;
  });
}
