import type { Promised } from './promise.ts';

/** Of the catalog, of stock, and of the carts that hold it. */
export const STOCK_PROMISES: Promised[] = [
  {
    promise:
      'translations are in other languages than the event’s first, and of its own ticket types and questions',
    sql: `SELECT words.event_id::text AS where_at, format('%s, first %s', words.language, e.language) AS detail
            FROM event_translations AS words JOIN events AS e ON e.id = words.event_id
           WHERE words.language = e.language
              OR EXISTS (SELECT FROM jsonb_object_keys(words.ticket_types) AS given (id) WHERE NOT EXISTS (
                   SELECT FROM ticket_types AS t WHERE t.event_id = e.id AND t.id::text = given.id))
              OR EXISTS (SELECT FROM jsonb_object_keys(words.questions) AS given (id) WHERE NOT EXISTS (
                   SELECT FROM questions AS q WHERE q.event_id = e.id AND q.id::text = given.id))`,
  },
  {
    promise: 'no ticket type is oversold',
    sql: `SELECT id::text AS where_at, format('sold %s, held %s, capacity %s', sold, held, capacity) AS detail
            FROM ticket_types WHERE sold + held > capacity OR sold < 0 OR held < 0`,
  },
  {
    promise: 'what a ticket type has held is the sum of its holds',
    sql: `SELECT t.id::text AS where_at, format('held %s, holds %s', t.held, coalesce(h.quantity, 0)) AS detail
            FROM ticket_types AS t
            LEFT JOIN (SELECT ticket_type_id, sum(quantity) AS quantity FROM holds GROUP BY 1) AS h ON h.ticket_type_id = t.id
           WHERE t.held <> coalesce(h.quantity, 0)`,
  },
  {
    promise: 'every hold belongs to a reservation and to a ticket type of its event',
    sql: `SELECT h.reservation_id::text AS where_at, h.ticket_type_id::text AS detail
            FROM holds AS h LEFT JOIN reservations AS r ON r.id = h.reservation_id
            LEFT JOIN ticket_types AS t ON t.id = h.ticket_type_id
           WHERE r.id IS NULL OR t.id IS NULL OR r.event_id <> t.event_id OR r.ended_at IS NOT NULL
              OR h.expires_at <> r.expires_at`,
  },
  {
    promise: 'a live reservation holds all of its cart',
    sql: `SELECT r.id::text AS where_at, format('cart of %s, holds %s', r.quantity, coalesce(sum(h.quantity), 0)) AS detail
            FROM reservations AS r LEFT JOIN holds AS h ON h.reservation_id = r.id
           WHERE r.ended_at IS NULL AND r.expires_at > clock_timestamp()
           GROUP BY r.id HAVING coalesce(sum(h.quantity), 0) <> r.quantity`,
  },
  {
    promise: 'a live reservation holds what it was priced for, ticket type by ticket type',
    sql: `SELECT r.id::text AS where_at, format('%s of %s priced, %s held', i ->> 'quantity', i ->> 'sku', coalesce(h.quantity, 0)) AS detail
            FROM reservations AS r CROSS JOIN LATERAL json_array_elements(r.quote -> 'items') AS i
            LEFT JOIN holds AS h ON h.reservation_id = r.id AND h.ticket_type_id::text = i ->> 'sku'
           WHERE r.ended_at IS NULL AND r.expires_at > clock_timestamp() AND i ->> 'sku' IS NOT NULL
             AND h.quantity IS DISTINCT FROM (i ->> 'quantity')::integer`,
  },
  {
    promise: 'a seat is held by a reservation that lives, or by none, and as many seats as tickets are held',
    // By what each is held as.
    sql: `SELECT coalesce(h.reservation_id, s.held_by)::text AS where_at,
                 format('%s seats, %s seated tickets as %s', coalesce(s.seats, 0), coalesce(h.tickets, 0), coalesce(h.ticket_type_id, s.sku)) AS detail
            FROM (SELECT held_by, coalesce(held_as, ticket_type_id) AS sku, count(*) AS seats FROM seats
                   WHERE held_until > clock_timestamp() GROUP BY 1, 2) AS s
            FULL JOIN (SELECT hold.reservation_id, hold.ticket_type_id, sum(hold.quantity) AS tickets
                         FROM holds AS hold JOIN ticket_types AS t ON t.id = hold.ticket_type_id
                         JOIN reservations AS r ON r.id = hold.reservation_id
                        WHERE t.kind = 'SEATED' AND r.ended_at IS NULL AND r.expires_at > clock_timestamp()
                        GROUP BY 1, 2) AS h ON h.reservation_id = s.held_by AND h.ticket_type_id = s.sku
           WHERE s.seats IS DISTINCT FROM h.tickets`,
  },
  {
    promise:
      'of a hall that came from a plan there are as many tickets of each type as seats that are not blocked',
    sql: `SELECT t.id::text AS where_at, format('capacity %s, seats %s', t.capacity, count(s.id)) AS detail
            FROM event_halls AS h JOIN ticket_types AS t ON t.event_id = h.event_id
            JOIN seats AS s ON s.ticket_type_id = t.id AND s.blocked_reason IS NULL
           WHERE h.plan_id IS NOT NULL AND t.kind = 'SEATED'
           GROUP BY t.id HAVING t.capacity <> count(s.id)`,
  },
  {
    promise:
      'further prices of seats share one pool with the ticket type of these seats, which is as large as they are, and have none themselves',
    sql: `SELECT t.id::text AS where_at, format('seats of %s, pool %s, capacity %s of %s', t.seats_of, t.pool_id, t.capacity, p.capacity) AS detail
            FROM ticket_types AS t JOIN pools AS p ON p.id = t.pool_id LEFT JOIN ticket_types AS own ON own.id = t.seats_of
           WHERE CASE WHEN t.kind = 'GENERAL' THEN EXISTS (
                        SELECT 1 FROM ticket_types AS mate
                         WHERE mate.event_id = t.event_id AND mate.pool_id = t.pool_id AND mate.kind = 'SEATED')
                      WHEN t.seats_of IS NULL THEN p.capacity <> t.capacity OR NOT EXISTS (SELECT 1 FROM ticket_types WHERE seats_of = t.id)
                      ELSE own.seats_of IS NOT NULL OR own.pool_id IS DISTINCT FROM t.pool_id
                           OR t.capacity <> least(t.own_limit, own.capacity)
                           OR EXISTS (SELECT 1 FROM seats AS s WHERE s.event_id = t.event_id AND s.ticket_type_id = t.id) END`,
  },
  {
    promise: 'a seat is sold as its own ticket type, or as a further price of that',
    sql: `SELECT t.id::text AS where_at, format('sold as %s, a seat of %s', t.ticket_type_id, s.ticket_type_id) AS detail
            FROM tickets AS t JOIN seats AS s ON s.id = t.seat_id
           WHERE NOT t.is_returned AND t.ticket_type_id <> s.ticket_type_id
             AND NOT EXISTS (SELECT 1 FROM ticket_types AS sold WHERE sold.id = t.ticket_type_id AND sold.seats_of = s.ticket_type_id)`,
  },
  {
    promise: 'an order that says what its seats are sold as says it of each, as its items have it',
    sql: `SELECT o.reference AS where_at, format('%s seats, %s ticket types', cardinality(o.seat_ids), cardinality(o.seat_skus)) AS detail
            FROM orders AS o
           WHERE o.seat_skus IS NOT NULL AND (cardinality(o.seat_ids) IS DISTINCT FROM cardinality(o.seat_skus) OR EXISTS (
                   SELECT 1 FROM (SELECT sku, count(*) AS seats FROM unnest(o.seat_skus) AS seat (sku) GROUP BY 1) AS sold
                     LEFT JOIN json_to_recordset(o.quote -> 'items') AS item (sku uuid, quantity bigint) USING (sku)
                    WHERE item.quantity IS DISTINCT FROM sold.seats))`,
  },
  {
    promise: 'a blocked seat is nobody’s',
    sql: `SELECT id::text AS where_at, format('sold %s, held until %s', is_sold, held_until) AS detail
            FROM seats WHERE blocked_reason IS NOT NULL AND (is_sold OR held_until > clock_timestamp())`,
  },
  {
    promise: 'a companion’s seat has its accessible one, and a table that is sold whole has all of its seats',
    sql: `SELECT s.id::text AS where_at, format('companion of %s, table %s of %s', s.companion_of, s.table_id, s.table_seats) AS detail
            FROM seats AS s
            LEFT JOIN (SELECT event_id, table_id, count(*) AS chairs FROM seats WHERE table_id IS NOT NULL GROUP BY 1, 2) AS whole
              ON whole.event_id = s.event_id AND whole.table_id = s.table_id
           WHERE s.companion_of IS NOT NULL AND NOT EXISTS (
                   SELECT 1 FROM seats AS place WHERE place.event_id = s.event_id AND place.plan_seat_id = s.companion_of
                      AND place.is_accessible)
              OR s.table_seats <> whole.chairs`,
  },
  {
    promise: 'the uses of a limited promo code are those of the reservations and orders that have it',
    sql: `SELECT p.id::text AS where_at, format('%s uses, %s reservations and orders', p.uses, coalesce(r.count, 0)) AS detail
            FROM promo_codes AS p
            LEFT JOIN (SELECT promo_code_id, count(*)
                         FROM (SELECT promo_code_id FROM reservations WHERE ended_at IS NULL
                               UNION ALL SELECT promo_code_id FROM orders WHERE promo_is_counted) AS used
                        GROUP BY 1) AS r
              ON r.promo_code_id = p.id
           WHERE p.maximum_uses IS NOT NULL AND (p.uses <> coalesce(r.count, 0) OR p.uses > p.maximum_uses)`,
  },
  {
    promise: 'the items of a quote add up to its total',
    sql: `SELECT r.id::text AS where_at, r.quote ->> 'total' AS detail
            FROM reservations AS r
            CROSS JOIN LATERAL (
              SELECT sum((i ->> 'quantity')::bigint * ((i ->> 'price')::bigint + (i ->> 'fee')::bigint) - (i ->> 'discount')::bigint)
                       AS total
                FROM json_array_elements(r.quote -> 'items') AS i) AS items
           WHERE r.ended_at IS NULL AND items.total IS DISTINCT FROM (r.quote ->> 'total')::bigint`,
  },
  {
    promise: 'no pool is oversold',
    sql: `SELECT p.id::text AS where_at, format('sold and held %s, capacity %s', drawn.taken, p.capacity) AS detail
            FROM pools AS p CROSS JOIN LATERAL (
              SELECT coalesce(sum(t.sold + t.held), 0) AS taken FROM ticket_types AS t
               WHERE t.event_id = p.event_id AND t.pool_id = p.id) AS drawn
           WHERE drawn.taken > p.capacity`,
  },
];
