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
    promise: 'a return that is asked for, waits or is on sale is of good tickets of its own order',
    sql: `SELECT o.reference AS where_at, format('%s, with %s good tickets of %s', r.state, good.count, cardinality(r.ticket_ids)) AS detail
            FROM returns AS r JOIN orders AS o ON o.id = r.order_id
           CROSS JOIN LATERAL (SELECT count(*) FROM tickets WHERE order_id = r.order_id AND id = ANY (r.ticket_ids) AND voided_at IS NULL) AS good
           WHERE (r.state IN ('asked', 'waiting', 'listed', 'sold') AND good.count <> cardinality(r.ticket_ids))
              OR (r.host_id, r.event_id) IS DISTINCT FROM (o.host_id, o.event_id)`,
  },
  {
    promise: 'no ticket is returned twice',
    sql: `SELECT o.reference AS where_at, format('%s returns of ticket %s', count(*), ticket.id) AS detail
            FROM returns AS r JOIN orders AS o ON o.id = r.order_id CROSS JOIN LATERAL unnest(r.ticket_ids) AS ticket (id)
           WHERE r.state = 'done' GROUP BY o.reference, ticket.id HAVING count(*) > 1`,
  },
  {
    promise:
      'as many tickets of a type are listed as buyers have put on sale again, and with them it has never more valid tickets than its capacity',
    sql: `SELECT t.id::text AS where_at, format('listed %s, on sale again %s, sold %s, capacity %s', t.listed, coalesce(open.count, 0), t.sold, t.capacity) AS detail
            FROM ticket_types AS t
            LEFT JOIN (SELECT listed_type_id, count(*) FROM returns WHERE listed_type_id IS NOT NULL GROUP BY 1) AS open ON open.listed_type_id = t.id
           WHERE t.listed <> coalesce(open.count, 0) OR t.sold + t.listed > t.capacity`,
  },
  {
    promise: 'a listed ticket that was sold is paid back by a job that is still to run',
    sql: `SELECT r.id::text AS where_at, 'sold, without a job' AS detail FROM returns AS r
           WHERE r.state = 'sold' AND NOT EXISTS (SELECT FROM jobs WHERE kind = 'pay_back_resold' AND payload ->> 'returnId' = r.id::text)`,
  },
];
