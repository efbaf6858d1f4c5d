-- Does everything that follows from confirming orders: held becomes sold, tickets are issued, and the e-mail, the invoice and the webhooks are on
-- record. The caller has locked the reservations and the orders and written their new state; `held` counts all of their items. An order
-- for a change of seat issues no ticket: it moves one, which the caller has checked under its locks (settle_payments). Without a cause the
-- caller has written the history too.
CREATE OR REPLACE FUNCTION sell_orders(ids uuid[], carts uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item_orders uuid[];
  item_skus uuid[];
  item_quantities integer[];
  -- How many tickets are issued.
  item_tickets integer[];
  item_gross bigint[];
  item_discounts bigint[];
  item_fees bigint[];
  item_gateways text[];
  -- 1 for the first item of its order, 0 for the others.
  item_firsts integer[];
  -- Orders for a change of seat; null: none is. The others issue tickets.
  moving uuid[];
  issuing uuid[] := ids;
BEGIN
  SELECT array_agg(o.id), array_agg(item.sku), array_agg(item.quantity), array_agg(item.quantity * item.price),
         array_agg(item.discount), array_agg(item.quantity * item.fee), array_agg(coalesce(o.gateway, 'none')),
         array_agg((item.nr = 1)::integer), array_agg(CASE o.source WHEN 'exchange' THEN 0 ELSE item.quantity END),
         array_agg(o.id) FILTER (WHERE o.source = 'exchange')
    INTO item_orders, item_skus, item_quantities, item_gross, item_discounts, item_fees, item_gateways, item_firsts, item_tickets, moving
    FROM orders AS o CROSS JOIN LATERAL
         ROWS FROM (json_to_recordset(o.quote -> 'items') AS (sku uuid, quantity integer, price bigint, fee bigint, discount bigint))
         WITH ORDINALITY AS item (sku, quantity, price, fee, discount, nr)
   WHERE o.id = ANY(ids);

  PERFORM 1 FROM ticket_types WHERE id = ANY(item_skus) ORDER BY id FOR NO KEY UPDATE;
  -- The sum of sales is in the row that is written anyway: it costs no lock of its own. Null (not counted yet) stays null.
  UPDATE ticket_types AS t SET held = t.held - bought.quantity, sold = t.sold + bought.quantity,
         sales_minor = t.sales_minor + bought.total, fees_minor = t.fees_minor + bought.fees
    FROM (SELECT item.sku, sum(item.quantity)::integer AS quantity, sum(item.gross - item.discount + item.fees)::bigint AS total,
                 sum(item.fees)::bigint AS fees
            FROM unnest(item_skus, item_quantities, item_gross, item_discounts, item_fees) AS item (sku, quantity, gross, discount, fees)
           GROUP BY 1) AS bought
   WHERE t.id = bought.sku;
  -- Nobody else writes these rows: the ticket types are locked. Milliseconds as the order has them, or a minute could be another one.
  INSERT INTO sales_times AS kept (ticket_type_id, at, gateway, orders, tickets, gross_minor, discount_minor, fees_minor)
  SELECT item.sku, date_bin('1 minute', at_time::timestamptz(3), 'epoch'), item.gateway, sum(item.first), sum(item.tickets),
         sum(item.gross), sum(item.discount), sum(item.fees)
    FROM unnest(item_skus, item_gateways, item_firsts, item_tickets, item_gross, item_discounts, item_fees)
         AS item (sku, gateway, first, tickets, gross, discount, fees)
   GROUP BY 1, 3 ORDER BY 1, 3
  ON CONFLICT (ticket_type_id, at, gateway) DO UPDATE
     SET orders = kept.orders + excluded.orders, tickets = kept.tickets + excluded.tickets,
         gross_minor = kept.gross_minor + excluded.gross_minor, discount_minor = kept.discount_minor + excluded.discount_minor,
         fees_minor = kept.fees_minor + excluded.fees_minor;
  PERFORM count_taxes(ids => ids, at_time => at_time);
  DELETE FROM holds WHERE reservation_id = ANY(carts);
  -- The purchase uses up the admission that it came in by. The callers have locked the entries.
  IF EXISTS (SELECT 1 FROM waiting_orders WHERE order_id = ANY(ids)) THEN
    UPDATE waiting_entries AS e SET bought_at = at_time, bought_by = w.order_id
      FROM (SELECT order_id, event_id, entry_id FROM waiting_orders WHERE order_id = ANY(ids)) AS w
     WHERE e.event_id = w.event_id AND e.id = w.entry_id;
  END IF;

  IF cause IS NOT NULL THEN
    INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, 'confirmed', cause FROM unnest(ids) AS done (id);
  END IF;

  IF moving IS NOT NULL THEN
    issuing := ARRAY(SELECT id FROM unnest(ids) AS done (id) WHERE NOT id = ANY(moving));
    PERFORM move_ticket(exchange => x.id, at_time => at_time)
       FROM (SELECT id FROM seat_exchanges WHERE difference_order_id = ANY(moving) ORDER BY ticket_id) AS x;
  END IF;
  PERFORM issue_tickets(
    order_ids => issuing, item_orders => item_orders, item_skus => item_skus, item_quantities => item_tickets, at_time => at_time);
  INSERT INTO jobs (id, kind, payload, unique_key)
  SELECT new_id(), 'send_mail', jsonb_build_object('mail', 'tickets', 'orderId', done.id), 'tickets ' || done.id
    FROM unnest(issuing) AS done (id)
  ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING;
  PERFORM pg_notify('jobs_due', 'send_mail');
  PERFORM record_deliveries(ids);
  PERFORM ask_for_invoices(ids);
END $$;
