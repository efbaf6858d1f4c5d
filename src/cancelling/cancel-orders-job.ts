import { setTimeout as delay } from 'node:timers/promises';
import { nameActor } from '../audit/actor.ts';
import { isDatabaseUnavailable, type Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { errorMessage } from '../log/error-message.ts';
import type { Logger } from '../log/logger.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { refundWholeOrder } from '../orders/refund-whole-order.ts';
import { actingPerson } from './acting-person.ts';
import { addOrders, CANCELLED_CAUSE } from './cancel-event.ts';

type Deps = { database: Database; logger: Logger };
type Cancellation = { id: string; eventId: string; personId: string | null };

const BATCH_SIZE = 20;
// Gateways turn away who asks too often: some twenty refunds a second, from all processes together, are well below what each allows.
const BATCH_PAUSE_MS = 1_000;
const CLOSING_PAUSE_MS = 250;
const NOTE_MAX_CHARS = 500;

/**
 * Gives back what was sold of a cancelled event: order by order, each in a transaction of its own, with its place on the list. So it can
 * be killed anywhere; whoever takes it over goes on with the first order that is left.
 */
export function cancelOrdersJob(deps: Deps): JobKind<{ cancellationId: string }> {
  return {
    kind: 'cancel_orders',
    // Should they be used up, follow_cancelling begins it anew.
    retryDelaysMs: [1_000, 5_000, 30_000],
    leaseMs: 15_000,
    concurrency: 2,
    async run({ cancellationId }, { signal }) {
      const { rows } = await deps.database.query<Cancellation>(
        `SELECT id, event_id AS "eventId", person_id AS "personId" FROM event_cancellations WHERE id = $1 AND finished_at IS NULL`,
        [cancellationId],
      );
      const [cancellation] = rows;
      if (!cancellation) return;
      do {
        await giveBackAll(deps, cancellation, signal);
      } while (!(await finish(deps.database, cancellation, signal)));
    },
  };
}

async function giveBackAll(deps: Deps, cancellation: Cancellation, signal: AbortSignal): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await deps.database.query<{ orderId: string }>(
      `SELECT order_id AS "orderId" FROM event_cancellation_orders
        WHERE cancellation_id = $1 AND state = 'left' AND order_id > $2 ORDER BY order_id LIMIT $3`,
      [cancellation.id, after, BATCH_SIZE],
    );
    for (const { orderId } of rows) {
      signal.throwIfAborted();
      await giveBack(deps, cancellation, orderId);
      after = orderId;
    }
    if (rows.length < BATCH_SIZE) return;
    await delay(BATCH_PAUSE_MS, undefined, { signal });
  }
}

/** One order, its place on the list and the mails about it: all of it, or nothing. */
async function giveBack(
  { database, logger }: Deps,
  cancellation: Cancellation,
  orderId: string,
): Promise<void> {
  const actor = actingPerson(cancellation.personId);
  try {
    await database.transaction(async (tx) => {
      await nameActor(tx, actor);
      await lockOrder(tx, orderId);
      const { rowCount } = await tx.query(
        `SELECT FROM event_cancellation_orders WHERE order_id = $1 AND state = 'left' FOR UPDATE`,
        [orderId],
      );
      if (rowCount === 0) return;
      const requestKey = `cancellation ${cancellation.id}`;
      // Sold tickets stay counted as sold: nobody can buy them again.
      const given = await refundWholeOrder(tx, { orderId, actor, requestKey, returnsStock: false });
      await tx.query(
        `UPDATE event_cancellation_orders
            SET state = 'done', refund_id = $2, amount_minor = $3, note = NULL, ended_at = clock_timestamp() WHERE order_id = $1`,
        [orderId, given?.refundId ?? null, given?.amountMinor ?? 0],
      );
      for (const { orderId: ofSeat, refundId, amountMinor } of given?.differences ?? []) {
        await tx.query(
          `INSERT INTO event_cancellation_orders (order_id, cancellation_id, state, refund_id, amount_minor, ended_at)
           VALUES ($1, $2, 'done', $3, $4, clock_timestamp())`,
          [ofSeat, cancellation.id, refundId, amountMinor],
        );
      }
      // Somebody else has refunded it meanwhile, and its holders were told of that.
      if (given === null) return;
      await enqueueJob(tx, {
        kind: 'send_event_mail',
        payload: { mail: 'event_cancelled', orderId, cancellationId: cancellation.id },
        uniqueKey: `event_cancelled ${orderId}`,
      });
    });
  } catch (error) {
    if (isDatabaseUnavailable(error) || isUndone(error)) throw error;
    // One order's trouble is not the others'.
    const note = errorMessage(error).slice(0, NOTE_MAX_CHARS);
    logger.error({ err: error, orderId }, 'an order of a cancelled event could not be refunded');
    await database.query(
      `UPDATE event_cancellation_orders SET state = 'failed', note = $2, ended_at = clock_timestamp()
        WHERE order_id = $1 AND state = 'left'`,
      [orderId, note],
    );
  }
}

/** Class 40: the database has undone it for the sake of another transaction, and the next try will do. */
const isUndone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('40');

/**
 * Whether nothing is left. Somebody may have been at the till in the moment of the cancellation: what they held or ordered is ended
 * too, and what they were given free of charge comes on the list.
 */
async function finish(
  database: Database,
  { id, eventId, personId }: Cancellation,
  signal: AbortSignal,
): Promise<boolean> {
  const outcome = await database.transaction(async (tx) => {
    await nameActor(tx, actingPerson(personId));
    const { rows } = await tx.query<{ isSelling: boolean }>(
      'SELECT end_event_sales(of_event => $1, why => $2) AS "isSelling"',
      [eventId, CANCELLED_CAUSE],
    );
    if (rows[0]?.isSelling !== false) return 'selling';
    if ((await addOrders(tx, { cancellationId: id, eventId })) > 0) return 'left';
    const { rowCount } = await tx.query(
      `UPDATE event_cancellations SET finished_at = clock_timestamp() WHERE id = $1
          AND NOT EXISTS (SELECT FROM event_cancellation_orders WHERE cancellation_id = $1 AND state = 'left')`,
      [id],
    );
    return rowCount === 1 ? 'finished' : 'left';
  });
  if (outcome === 'selling') await delay(CLOSING_PAUSE_MS, undefined, { signal });
  return outcome === 'finished';
}
