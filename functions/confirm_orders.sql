-- Held becomes sold, tickets are issued, and the e-mail and the webhooks are on record, all in the caller's transaction.
-- The caller has locked the reservations and the orders, and `held` counts every item of theirs.
CREATE OR REPLACE FUNCTION confirm_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item_orders uuid[];
  item_skus uuid[];
  item_quantities integer[];
  carts uuid[];
BEGIN
  SELECT array_agg(o.id), array_agg(item.sku), array_agg(item.quantity)
    INTO item_orders, item_skus, item_quantities
    FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items') AS item (sku uuid, quantity integer)
   WHERE o.id = ANY(ids);
  SELECT array_agg(r.id) INTO carts FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
   WHERE o.id = ANY(ids);

  PERFORM 1 FROM ticket_types WHERE id = ANY(item_skus) ORDER BY id FOR NO KEY UPDATE;
  UPDATE ticket_types AS t SET held = t.held - bought.quantity, sold = t.sold + bought.quantity
    FROM (SELECT item.sku, sum(item.quantity)::integer AS quantity
            FROM unnest(item_skus, item_quantities) AS item (sku, quantity) GROUP BY 1) AS bought
   WHERE t.id = bought.sku;
  DELETE FROM holds WHERE reservation_id = ANY(carts);

  UPDATE orders AS o SET status = 'confirmed', confirmed_at = at_time,
         -- Two tabs can pay for one order: the gateway is asked once more when nobody can pay any longer.
         next_look_up_at = o.pay_by,
         promo_is_counted = o.promo_is_counted OR EXISTS (
           SELECT 1 FROM reservations AS r WHERE r.id = ANY(carts) AND r.id = o.reservation_id AND r.promo_code_id IS NOT NULL)
   WHERE o.id = ANY(ids);
  INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, 'confirmed', cause FROM unnest(ids) AS done (id);
  UPDATE reservations SET ended_at = at_time, promo_code_id = NULL WHERE id = ANY(carts);

  INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, phone, issued_at)
  SELECT new_id(), o.id, o.event_id, one.sku, one.position, gen_random_uuid(),
         coalesce(o.recipients -> one.position - 1 ->> 'email', o.email),
         coalesce(o.recipients -> one.position - 1 ->> 'firstName', o.first_name),
         coalesce(o.recipients -> one.position - 1 ->> 'lastName', o.last_name),
         CASE WHEN o.recipients IS NULL THEN o.phone ELSE o.recipients -> one.position - 1 ->> 'phone' END, at_time
    FROM (SELECT item.order_id, item.sku,
                 row_number() OVER (PARTITION BY item.order_id ORDER BY item.nr, admission)::integer AS position
            FROM unnest(item_orders, item_skus, item_quantities) WITH ORDINALITY AS item (order_id, sku, quantity, nr)
           CROSS JOIN LATERAL generate_series(1, item.quantity) AS admission) AS one
    JOIN orders AS o ON o.id = one.order_id;

  IF EXISTS (SELECT 1 FROM orders WHERE id = ANY(ids) AND seat_ids IS NOT NULL) THEN
    PERFORM 1 FROM seats WHERE id = ANY(ARRAY(SELECT unnest(seat_ids) FROM orders WHERE id = ANY(ids))) ORDER BY id FOR NO KEY UPDATE;
    UPDATE seats SET is_sold = true, held_by = NULL, held_until = NULL
     WHERE id = ANY(ARRAY(SELECT unnest(seat_ids) FROM orders WHERE id = ANY(ids)));
    UPDATE tickets AS t SET seat_id = seat.id
      FROM (SELECT o.id AS order_id, s.id, s.ticket_type_id,
                   row_number() OVER (PARTITION BY o.id, s.ticket_type_id ORDER BY s.section, s.y, s.x, s.id) AS nr
              FROM orders AS o JOIN seats AS s ON s.id = ANY(o.seat_ids) WHERE o.id = ANY(ids)) AS seat
      JOIN (SELECT id, order_id, ticket_type_id, row_number() OVER (PARTITION BY order_id, ticket_type_id ORDER BY position) AS nr
              FROM tickets WHERE order_id = ANY(ids)) AS place USING (order_id, ticket_type_id, nr)
     WHERE t.id = place.id;
  END IF;

  INSERT INTO jobs (id, kind, payload, unique_key)
  SELECT new_id(), 'send_mail', jsonb_build_object('mail', 'tickets', 'orderId', done.id), 'tickets ' || done.id
    FROM unnest(ids) AS done (id)
  ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING;
  PERFORM pg_notify('jobs_due', 'send_mail');
  PERFORM record_deliveries(ids);
END $$;
