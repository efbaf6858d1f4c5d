import type { Queryable } from '../db/database.ts';

export type HostSize = {
  hostId: string;
  name: string;
  events: number;
  orders: number;
  tickets: number;
  /** Of the tables that grow with sales, by the share of their rows: an estimate. */
  databaseBytes: number;
  /** Of pictures, each file of a host once. */
  pictureBytes: number;
};

// The tables that grow with sales, each with the host of a row.
const GROWING: Record<string, string> = {
  orders: 'SELECT host_id FROM orders',
  tickets: 'SELECT e.host_id FROM tickets AS t JOIN events AS e ON e.id = t.event_id',
  order_changes: 'SELECT o.host_id FROM order_changes AS c JOIN orders AS o ON o.id = c.order_id',
  payments: 'SELECT o.host_id FROM payments AS p JOIN orders AS o ON o.id = p.order_id',
  mails: 'SELECT o.host_id FROM mails AS m JOIN orders AS o ON o.id = m.order_id',
  reservations: 'SELECT e.host_id FROM reservations AS r JOIN events AS e ON e.id = r.event_id',
  scans: 'SELECT e.host_id FROM scans AS s JOIN events AS e ON e.id = s.event_id',
  seats: 'SELECT e.host_id FROM seats AS s JOIN events AS e ON e.id = s.event_id',
  waiting_entries: 'SELECT e.host_id FROM waiting_entries AS w JOIN events AS e ON e.id = w.event_id',
  webhook_bodies: `SELECT e.host_id FROM webhook_bodies AS b JOIN webhook_deliveries AS d ON d.id = b.delivery_id
                     JOIN webhook_subscriptions AS s ON s.id = d.subscription_id JOIN events AS e ON e.id = s.event_id`,
  audit_log: 'SELECT host_id FROM audit_log',
};

/** How much there is of each host, the largest first. Reads the large tables as a whole: for an operator, not for a page. */
export async function listHostSizes(database: Queryable): Promise<HostSize[]> {
  const counted = Object.entries(GROWING).map(
    ([table, sql]) =>
      `SELECT '${table}' AS name, host_id, count(*) AS rows,
              count(*) * (pg_total_relation_size('${table}')::float8 / sum(count(*)) OVER ()) AS bytes
         FROM (${sql}) AS ${table}_rows GROUP BY host_id`,
  );
  const { rows } = await database.query<HostSize>(
    `WITH counted AS MATERIALIZED (${counted.join(' UNION ALL ')})
     SELECT h.id AS "hostId", h.name, (SELECT count(*) FROM events WHERE host_id = h.id) AS events,
            coalesce((SELECT rows FROM counted WHERE host_id = h.id AND counted.name = 'orders'), 0) AS orders,
            coalesce((SELECT rows FROM counted WHERE host_id = h.id AND counted.name = 'tickets'), 0) AS tickets,
            round(coalesce((SELECT sum(bytes) FROM counted WHERE host_id = h.id), 0))::bigint AS "databaseBytes",
            coalesce((SELECT sum(bytes) FROM (SELECT DISTINCT ON (file) bytes FROM pictures WHERE host_id = h.id) AS own), 0)::bigint
              AS "pictureBytes"
       FROM hosts AS h ORDER BY "databaseBytes" DESC, "pictureBytes" DESC, lower(h.name), h.id`,
  );
  return rows;
}
