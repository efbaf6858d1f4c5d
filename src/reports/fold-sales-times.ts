import type { Database, Queryable } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const AN_HOUR_MS = 3_600_000;
/** For so long sales are kept by the minute. Whoever follows a sale looks at today and yesterday. */
export const MINUTES_KEPT_DAYS = 3;
/** Days, and hours, of every time zone begin with one of these. */
export const FOLDED_MINUTES = 15;
// Rows of one statement: some milliseconds.
const BATCH = 1_000;

/**
 * Puts the minutes of some days ago together to quarters of an hour, so that a year of sales is thousands of rows and not hundreds of
 * thousands. Nobody writes to times that long ago but the job that counts what was sold before the upgrade: until it is done with an
 * event, the event's rows are left alone. So this locks nothing that a sale needs.
 */
export function foldSalesTimesJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'fold_sales_times',
    retryDelaysMs: [5_000, 60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: AN_HOUR_MS,
    async run(_payload, { signal }) {
      for (let folded = BATCH; folded === BATCH && !signal.aborted;) folded = await foldSome(database);
    },
  };
}

/** How many minutes were put together. */
async function foldSome(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `WITH old AS (
       SELECT s.ticket_type_id, s.at, s.gateway FROM sales_times AS s
        WHERE s.at <> date_bin('15 minutes', s.at, 'epoch')
          AND s.at < date_bin('15 minutes', now() - interval '${MINUTES_KEPT_DAYS} days', 'epoch')
          AND NOT EXISTS (SELECT FROM ticket_types AS own JOIN ticket_types AS t ON t.event_id = own.event_id
                           WHERE own.id = s.ticket_type_id AND NOT t.times_counted)
        ORDER BY s.at LIMIT ${BATCH}
     ), taken AS (
       DELETE FROM sales_times AS s USING old
        WHERE (s.ticket_type_id, s.at, s.gateway) = (old.ticket_type_id, old.at, old.gateway) RETURNING s.*
     ), folded AS (
       INSERT INTO sales_times AS kept (ticket_type_id, at, gateway, orders, tickets, gross_minor, discount_minor, fees_minor,
                                        refunded_minor, returned_tickets)
       SELECT ticket_type_id, date_bin('${FOLDED_MINUTES} minutes', at, 'epoch'), gateway, sum(orders), sum(tickets), sum(gross_minor),
              sum(discount_minor), sum(fees_minor), sum(refunded_minor), sum(returned_tickets)
         FROM taken GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
       ON CONFLICT (ticket_type_id, at, gateway) DO UPDATE
          SET orders = kept.orders + excluded.orders, tickets = kept.tickets + excluded.tickets,
              gross_minor = kept.gross_minor + excluded.gross_minor, discount_minor = kept.discount_minor + excluded.discount_minor,
              fees_minor = kept.fees_minor + excluded.fees_minor, refunded_minor = kept.refunded_minor + excluded.refunded_minor,
              returned_tickets = kept.returned_tickets + excluded.returned_tickets
     )
     SELECT count(*) AS count FROM taken`,
  );
  return rows[0]?.count ?? 0;
}
