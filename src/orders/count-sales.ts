import type { Database, Queryable } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const TEN_MINUTES_MS = 600_000;

/**
 * Counts what ticket types were sold for before their rows kept it, event by event. For as long as an event is counted nobody
 * buys at it: once, after the upgrade. Where all is counted, this finds nothing to do.
 */
export function countSalesJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'count_sales',
    retryDelaysMs: [5_000, 60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: TEN_MINUTES_MS,
    async run(_payload, { signal }) {
      if (await isAllCounted(database)) return;
      // Of an event with a million orders it takes seconds, more than a statement of the pool is given.
      const client = database.dedicatedClient();
      client.on('error', () => {});
      await client.connect();
      try {
        for (let isDone = false; !isDone && !signal.aborted;) {
          await client.query('BEGIN');
          isDone = await countOneEvent(client);
          await client.query('COMMIT');
        }
      } finally {
        await client.end();
      }
    },
  };
}

async function isAllCounted(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query('SELECT 1 FROM ticket_types WHERE sales_minor IS NULL LIMIT 1');
  return rowCount === 0;
}

/** True: there is none left. */
async function countOneEvent(tx: Queryable): Promise<boolean> {
  // Confirmations and refunds lock these rows too: what the next statement sees is all that they have written.
  const { rows } = await tx.query<{ event_id: string }>(
    `SELECT event_id FROM ticket_types
      WHERE event_id = (SELECT event_id FROM ticket_types WHERE sales_minor IS NULL LIMIT 1)
      ORDER BY id FOR NO KEY UPDATE`,
  );
  const [first] = rows;
  if (!first) return true;
  await tx.query(
    `WITH sales AS (
       SELECT item.sku, sum(item.quantity * (item.price + item.fee) - item.discount) AS total, sum(item.quantity * item.fee) AS fees
         FROM orders AS o
        CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items')
              AS item (sku uuid, quantity bigint, price bigint, fee bigint, discount bigint)
        WHERE o.event_id = $1 AND o.confirmed_at IS NOT NULL
        GROUP BY 1
     ), refunded AS (
       SELECT part.ticket_type_id, sum(part.part) AS total
         FROM orders AS o
        CROSS JOIN LATERAL (SELECT sum(amount_minor)::bigint AS amount FROM refunds
                             WHERE order_id = o.id AND reason = 'host') AS given_back
        CROSS JOIN LATERAL refund_parts(of_order => o.id, amount => given_back.amount, voided_since => '-infinity') AS part
        WHERE o.event_id = $1 AND o.confirmed_at IS NOT NULL AND given_back.amount IS NOT NULL
        GROUP BY 1
     )
     UPDATE ticket_types AS t
        SET sales_minor = coalesce((SELECT total FROM sales WHERE sku = t.id), 0),
            fees_minor = coalesce((SELECT fees FROM sales WHERE sku = t.id), 0),
            refunded_minor = coalesce((SELECT total FROM refunded WHERE ticket_type_id = t.id), 0)
      WHERE t.event_id = $1 AND t.sales_minor IS NULL`,
    [first.event_id],
  );
  return false;
}
