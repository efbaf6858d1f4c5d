-- Issues a ticket for every admission of orders that are confirmed at this moment, and sells their seats: the seats that were bought as a
-- ticket type go to its tickets in the order that people read a plan. The items are those of the orders' quotes.
CREATE OR REPLACE FUNCTION issue_tickets(
  order_ids uuid[], item_orders uuid[], item_skus uuid[], item_quantities integer[], at_time timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold_seats uuid[];
  taken text;
  draws integer := 0;
BEGIN
  -- Each gets a short code by chance (new_short_code). Where a guest of the event has the same one, all are drawn again.
  LOOP
    BEGIN
      INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, phone, issued_at, how)
      SELECT new_id(), o.id, o.event_id, one.sku, one.position, gen_random_uuid(),
             coalesce(o.recipients -> one.position - 1 ->> 'email', o.email),
             coalesce(o.recipients -> one.position - 1 ->> 'firstName', o.first_name),
             coalesce(o.recipients -> one.position - 1 ->> 'lastName', o.last_name),
             CASE WHEN o.recipients IS NULL THEN o.phone ELSE o.recipients -> one.position - 1 ->> 'phone' END, at_time,
             CASE o.source WHEN 'complimentary' THEN 'complimentary' WHEN 'host' THEN 'counter' ELSE 'bought' END
        FROM (SELECT item.order_id, item.sku,
                     row_number() OVER (PARTITION BY item.order_id ORDER BY item.nr, admission)::integer AS position
                FROM unnest(item_orders, item_skus, item_quantities) WITH ORDINALITY AS item (order_id, sku, quantity, nr)
               CROSS JOIN LATERAL generate_series(1, item.quantity) AS admission) AS one
        -- Each order by its key: from a join the planner can't tell that these are few of all orders. The ids once more: some issue no ticket.
        CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = one.order_id AND one.order_id = ANY(order_ids) LIMIT 1) AS o;
      EXIT;
    EXCEPTION WHEN unique_violation THEN
      GET STACKED DIAGNOSTICS taken = CONSTRAINT_NAME;
      IF taken <> 'tickets_short_code' THEN
        RAISE;
      END IF;
      -- Of 2^40 codes ten draws in a row are never taken by chance: something is wrong with how they are drawn.
      draws := draws + 1;
      IF draws = 10 THEN
        RAISE EXCEPTION 'no free short code was found in % draws', draws;
      END IF;
    END;
  END LOOP;

  SELECT array_agg(seat.id) INTO sold_seats FROM orders AS o CROSS JOIN LATERAL unnest(o.seat_ids) AS seat (id)
   WHERE o.id = ANY(order_ids);
  IF sold_seats IS NOT NULL THEN
    PERFORM 1 FROM seats WHERE id = ANY(sold_seats) ORDER BY id FOR NO KEY UPDATE;
    UPDATE seats SET is_sold = true, held_by = NULL, held_until = NULL, held_as = NULL WHERE id = ANY(sold_seats);
    UPDATE tickets AS t SET seat_id = seat.id
      FROM (SELECT o.id AS order_id, s.id, sold.ticket_type_id,
                   row_number() OVER (PARTITION BY o.id, sold.ticket_type_id ORDER BY s.section, s.y, s.x, s.id) AS nr
              FROM orders AS o JOIN seats AS s ON s.id = ANY(o.seat_ids) CROSS JOIN LATERAL (
                SELECT coalesce(o.seat_skus[array_position(o.seat_ids, s.id)], s.ticket_type_id) AS ticket_type_id) AS sold
             WHERE o.id = ANY(order_ids)) AS seat
      JOIN (SELECT id, order_id, ticket_type_id, row_number() OVER (PARTITION BY order_id, ticket_type_id ORDER BY position) AS nr
              FROM tickets WHERE order_id = ANY(order_ids)) AS issued USING (order_id, ticket_type_id, nr)
     WHERE t.id = issued.id;
  END IF;
END $$;
