-- Confirms orders: held becomes sold, tickets are issued, and the e-mail and the webhooks are on record, all in the caller's
-- transaction. The caller has locked the reservations and the orders, and `held` counts every item of theirs.
CREATE OR REPLACE FUNCTION confirm_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item_orders uuid[];
  item_skus uuid[];
  item_quantities integer[];
  item_totals bigint[];
  item_fees bigint[];
  carts uuid[];
BEGIN
  SELECT array_agg(o.id), array_agg(item.sku), array_agg(item.quantity),
         array_agg(item.quantity * (item.price + item.fee) - item.discount), array_agg(item.quantity * item.fee)
    INTO item_orders, item_skus, item_quantities, item_totals, item_fees
    FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items')
         AS item (sku uuid, quantity integer, price bigint, fee bigint, discount bigint)
   WHERE o.id = ANY(ids);
  SELECT array_agg(r.id) INTO carts FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
   WHERE o.id = ANY(ids);

  PERFORM 1 FROM ticket_types WHERE id = ANY(item_skus) ORDER BY id FOR NO KEY UPDATE;
  -- What it was sold for is in the row that is written anyway: a sum that costs no lock of its own. Null, not counted yet, stays null.
  UPDATE ticket_types AS t SET held = t.held - bought.quantity, sold = t.sold + bought.quantity,
         sales_minor = t.sales_minor + bought.total, fees_minor = t.fees_minor + bought.fees
    FROM (SELECT item.sku, sum(item.quantity)::integer AS quantity, sum(item.total)::bigint AS total, sum(item.fees)::bigint AS fees
            FROM unnest(item_skus, item_quantities, item_totals, item_fees) AS item (sku, quantity, total, fees) GROUP BY 1) AS bought
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

  PERFORM issue_tickets(
    order_ids => ids, item_orders => item_orders, item_skus => item_skus, item_quantities => item_quantities, at_time => at_time);
  INSERT INTO jobs (id, kind, payload, unique_key)
  SELECT new_id(), 'send_mail', jsonb_build_object('mail', 'tickets', 'orderId', done.id), 'tickets ' || done.id
    FROM unnest(ids) AS done (id)
  ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING;
  PERFORM pg_notify('jobs_due', 'send_mail');
  PERFORM record_deliveries(ids);
END $$;
