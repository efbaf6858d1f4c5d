import type { Database, Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { everyMinuteJob } from '../jobs/every-minute-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { MailOfOrders } from '../rules/automatic-mails.ts';
import { PLAN_AUTOMATIC_MAIL, type Plan } from './plan-automatic-mail.ts';
import { DUE_SQL, IS_NEW_SQL, MAY_GO_SQL, TAKES_PLACE_SQL, WORTH_UNTIL_SQL } from './when-due.ts';

const EVENTS_AT_ONCE = 50;

/** Begins the mails that are due. Each begins once: the row says for which date of its event. */
export const beginAutomaticMailsJob = (database: Database): JobKind<Record<string, never>> =>
  everyMinuteJob(database, { kind: 'begin_automatic_mails', batch: EVENTS_AT_ONCE, work: beginSome });

async function beginSome(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ eventId: string; kind: MailOfOrders; begunFor: Date }>(
    `UPDATE automatic_mails AS begun
        SET begun_for = due.starts_at, begun_at = clock_timestamp(), planned_to = NULL, planned_all_at = NULL, orders = 0
       FROM (SELECT a.event_id, a.kind, e.starts_at
               FROM automatic_mails AS a JOIN events AS e ON e.id = a.event_id JOIN hosts AS h ON h.id = e.host_id
              WHERE a.is_on AND a.kind <> 'cart' AND ${TAKES_PLACE_SQL} AND ${IS_NEW_SQL}
                AND ${DUE_SQL} <= clock_timestamp() AND ${WORTH_UNTIL_SQL} > clock_timestamp() AND ${MAY_GO_SQL} <= clock_timestamp()
              ORDER BY a.event_id, a.kind LIMIT ${EVENTS_AT_ONCE} FOR UPDATE OF a SKIP LOCKED) AS due
      WHERE begun.event_id = due.event_id AND begun.kind = due.kind
      RETURNING begun.event_id AS "eventId", begun.kind, begun.begun_for AS "begunFor"`,
  );
  for (const { eventId, kind, begunFor } of rows) {
    const payload: Plan = { eventId, kind, begunFor: begunFor.toISOString() };
    await enqueueJob(tx, {
      kind: PLAN_AUTOMATIC_MAIL,
      payload,
      uniqueKey: `${eventId} ${kind} ${payload.begunFor}`,
    });
  }
  return rows.length;
}
