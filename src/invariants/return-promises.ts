import type { Promised } from './promise.ts';

/** Of tickets that buyers return by themselves. */
export const RETURN_PROMISES: readonly Promised[] = [
  {
    promise: 'a return that was made has made its tickets void, and exactly its sum has gone back, once',
    sql: `SELECT o.reference AS where_at,
                 format('%s of %s tickets are void; %s of %s in %s refunds', gone.count, cardinality(r.ticket_ids), back.sum, r.amount_minor, back.count) AS detail
            FROM returns AS r JOIN orders AS o ON o.id = r.order_id
           CROSS JOIN LATERAL (SELECT count(*) FROM tickets WHERE order_id = r.order_id AND id = ANY (r.ticket_ids) AND voided_at IS NOT NULL) AS gone
           CROSS JOIN LATERAL (SELECT count(*), coalesce(sum(amount_minor), 0) AS sum FROM refunds
                                WHERE order_id = r.order_id AND request_key = 'return ' || r.id) AS back
           WHERE r.state = 'done'
             AND (gone.count <> cardinality(r.ticket_ids) OR back.sum <> r.amount_minor OR back.count <> least(r.amount_minor, 1))`,
  },
  {
    promise: 'a return that is asked for or waits is of good tickets of its own order',
    sql: `SELECT o.reference AS where_at, format('%s, with %s good tickets of %s', r.state, good.count, cardinality(r.ticket_ids)) AS detail
            FROM returns AS r JOIN orders AS o ON o.id = r.order_id
           CROSS JOIN LATERAL (SELECT count(*) FROM tickets WHERE order_id = r.order_id AND id = ANY (r.ticket_ids) AND voided_at IS NULL) AS good
           WHERE (r.state IN ('asked', 'waiting') AND good.count <> cardinality(r.ticket_ids))
              OR (r.host_id, r.event_id) IS DISTINCT FROM (o.host_id, o.event_id)`,
  },
  {
    promise: 'no ticket is returned twice',
    sql: `SELECT o.reference AS where_at, format('%s returns of ticket %s', count(*), ticket.id) AS detail
            FROM returns AS r JOIN orders AS o ON o.id = r.order_id CROSS JOIN LATERAL unnest(r.ticket_ids) AS ticket (id)
           WHERE r.state = 'done' GROUP BY o.reference, ticket.id HAVING count(*) > 1`,
  },
];
