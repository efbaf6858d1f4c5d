-- Counts the tickets of networks that may be near a cap, and their caps: it reads all they have. It counts tickets in carts and unpaid
-- orders, and free orders of the last day; and separately those that lapsed unpaid lately.
CREATE OR REPLACE FUNCTION count_taken(
  at_time timestamptz, network_events uuid[], network_lows text[], network_highs text[], network_limits integer[],
  network_percents integer[], are_tight boolean[], type_ids uuid[], share_floor integer,
  -- By network and ticket type: all types of the first network, all of the second, and so on.
  OUT used integer[], OUT lapsed integer[],
  -- By network, of all ticket types of the event.
  OUT network_used integer[], OUT network_caps integer[]
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  type_count constant integer := cardinality(type_ids);
  cell integer;
  tally record;
BEGIN
  used := array_fill(0, ARRAY[cardinality(network_events) * type_count]);
  lapsed := used;
  network_used := array_fill(0, ARRAY[cardinality(network_events)]);
  FOR tally IN
    -- Without the ticket types as a way in, which the planner would take: through all their holds.
    SELECT n.at, array_position(type_ids, taken.ticket_type_id) AS type_at, taken.is_lapsed, sum(taken.quantity)::integer AS quantity
      FROM unnest(network_events, network_lows, network_highs, are_tight) WITH ORDINALITY AS n (event_id, low, high, is_tight, at)
      CROSS JOIN LATERAL (
        SELECT h.ticket_type_id, h.quantity, false AS is_lapsed FROM reservations AS r JOIN holds AS h ON h.reservation_id = r.id
         -- The event as a CASE: no other index that has it may be the way in.
         WHERE CASE WHEN r.event_id = n.event_id THEN true END AND r.client_address COLLATE "C" BETWEEN n.low AND n.high
           AND r.ended_at IS NULL AND NOT r.is_exempt AND r.expires_at > at_time
        UNION ALL
        -- Orders in the order of orders_counted: a plan made while there are none would go through all of the event.
        SELECT t.ticket_type_id, 1, false
          FROM (SELECT o.id FROM orders AS o
                 WHERE o.event_id = n.event_id AND o.client_address COLLATE "C" BETWEEN n.low AND n.high
                   AND o.client_address IS NOT NULL AND o.counts_until IS NOT NULL AND o.counts_until > at_time
                   AND o.total_minor = 0
                 ORDER BY o.client_address COLLATE "C" OFFSET 0) AS free JOIN tickets AS t ON t.order_id = free.id
         WHERE t.voided_at IS NULL
        UNION ALL
        SELECT item.sku, item.quantity, true
          FROM (SELECT o.quote FROM orders AS o
                 WHERE o.event_id = n.event_id AND o.client_address COLLATE "C" BETWEEN n.low AND n.high
                   AND o.client_address IS NOT NULL AND o.counts_until IS NOT NULL AND o.counts_until > at_time
                   -- Not the words of orders_unpaid, which the planner would take for the way in: through all such orders of the event.
                   AND CASE o.status WHEN 'expired' THEN true WHEN 'cancelled' THEN true ELSE false END
                 ORDER BY o.client_address COLLATE "C" OFFSET 0) AS unpaid
          CROSS JOIN LATERAL json_to_recordset(unpaid.quote -> 'items') AS item (sku uuid, quantity integer)) AS taken
     WHERE n.is_tight
     GROUP BY 1, 2, 3
  LOOP
    -- Null: of a ticket type that nobody asks for.
    cell := (tally.at - 1) * type_count + tally.type_at;
    IF NOT tally.is_lapsed THEN network_used[tally.at] := network_used[tally.at] + tally.quantity; END IF;
    CONTINUE WHEN cell IS NULL;
    IF tally.is_lapsed THEN lapsed[cell] := tally.quantity; ELSE used[cell] := tally.quantity; END IF;
  END LOOP;

  -- The share of the whole event, too: a hall of many small ticket types is a small hall. What several draw on counts once.
  SELECT array_agg(CASE WHEN n.is_tight THEN least(n.most, network_cap((
           SELECT sum(stock.capacity)::bigint
             FROM (SELECT CASE WHEN t.pool_id IS NULL THEN sum(t.capacity)
                               ELSE least(sum(t.capacity), (SELECT p.capacity FROM pools AS p WHERE p.id = t.pool_id)) END AS capacity
                     FROM ticket_types AS t WHERE t.event_id = n.event_id GROUP BY t.pool_id) AS stock), n.percent, share_floor)) END ORDER BY n.at)
    INTO network_caps
    FROM unnest(network_events, network_limits, network_percents, are_tight) WITH ORDINALITY AS n (event_id, most, percent, is_tight, at);
END $$;
