import type { Database, Transaction } from '../db/database.ts';
import { enqueueJobs } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { HAS_GOOD_TICKETS_SQL } from '../orders/refund-whole-order.ts';
import type { MailOfOrders } from '../rules/automatic-mails.ts';

export const PLAN_AUTOMATIC_MAIL = 'plan_automatic_mail';
export const SEND_AUTOMATIC_MAIL = 'send_automatic_mail';

/** `begunFor`: the start of the event that the mail is about, in ISO 8601. After a move it is another plan. */
export type Plan = { eventId: string; kind: MailOfOrders; begunFor: string };
export type PlannedOrder = Plan & { orderId: string };

// Some milliseconds. Ten thousand orders are a hundred small transactions.
const ORDERS_AT_ONCE = 100;

/**
 * Has the mail of every order sent. A batch of orders and how far it has come are one transaction, so it can be killed anywhere. Who buys
 * from now on has read the date a moment ago, and gets no reminder.
 */
export function planAutomaticMailJob({ database }: { database: Database }): JobKind<Plan> {
  return {
    kind: PLAN_AUTOMATIC_MAIL,
    retryDelaysMs: [1_000, 5_000, 30_000, 300_000],
    leaseMs: 15_000,
    concurrency: 1,
    async run(plan, { signal }) {
      do signal.throwIfAborted();
      while (await database.transaction((tx) => planSome(tx, plan)));
    },
  };
}

/** Whether there may be more. Thanks go to those who came, where anybody was let in by their ticket; else to all. */
async function planSome(tx: Transaction, plan: Plan): Promise<boolean> {
  const { eventId, kind, begunFor } = plan;
  const { rows: found } = await tx.query<{ plannedTo: string | null; begunAt: Date }>(
    `SELECT planned_to AS "plannedTo", begun_at AS "begunAt" FROM automatic_mails
      WHERE event_id = $1 AND kind = $2 AND begun_for = $3 AND is_on AND planned_all_at IS NULL FOR UPDATE`,
    [eventId, kind, begunFor],
  );
  const [begun] = found;
  if (!begun) return false;
  const { rows } = await tx.query<{ id: string; isWanted: boolean }>(
    `SELECT o.id, ($4 <> 'thanks'
                   OR NOT EXISTS (SELECT FROM tickets AS any_came WHERE any_came.event_id = $1 AND any_came.used_at IS NOT NULL AND any_came.voided_at IS NULL)
                   OR EXISTS (SELECT FROM tickets AS came WHERE came.order_id = o.id AND came.used_at IS NOT NULL)) AS "isWanted"
       FROM orders AS o
      WHERE o.event_id = $1 AND o.confirmed_at <= $2 AND o.status IN ('confirmed', 'partially_refunded')
        AND ($3::uuid IS NULL OR o.id > $3) AND ${HAS_GOOD_TICKETS_SQL}
      ORDER BY o.id LIMIT ${ORDERS_AT_ONCE}`,
    [eventId, begun.begunAt, begun.plannedTo, kind],
  );
  const wanted = rows.filter(({ isWanted }) => isWanted);
  await enqueueJobs(
    tx,
    SEND_AUTOMATIC_MAIL,
    wanted.map(({ id: orderId }) => ({
      payload: { ...plan, orderId } satisfies PlannedOrder,
      uniqueKey: `${kind} ${begunFor} ${orderId}`,
    })),
  );
  await tx.query(
    `UPDATE automatic_mails SET planned_to = coalesce($3, planned_to), planned_all_at = CASE WHEN $4 THEN clock_timestamp() END, orders = orders + $5
      WHERE event_id = $1 AND kind = $2`,
    [eventId, kind, rows.at(-1)?.id ?? null, rows.length < ORDERS_AT_ONCE, wanted.length],
  );
  return rows.length === ORDERS_AT_ONCE;
}
