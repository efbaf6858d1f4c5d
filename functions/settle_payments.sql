-- Decides what money is used for that a gateway says it has, and sees to it. Harmless to repeat: a payment is known by the
-- gateway's id. Whether a late payment still buys its tickets: decide_payment.
--
-- Outcomes: settled, duplicate; or refunded, for money that must go back: late (decide_payment), surplus (paid already)
-- or mismatch (less than the sum due, or another currency).
CREATE OR REPLACE FUNCTION settle_payments(
  order_ids uuid[], gateway_payment_ids text[], amounts bigint[], currencies text[], paid_ats timestamptz[], causes text[],
  -- With what each was made, where its gateway says so.
  methods text[] DEFAULT NULL,
  -- The gateway that says so, of orders whose buyer chose how to pay: two gateways may have the same id. Null: whichever has it.
  gateways text[] DEFAULT NULL,
  OUT request integer, OUT outcome text
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  types uuid[];
  bought orders;
  payment_id uuid;
  used_for text;
  late_because text;
  has_promo boolean;
  has_seats boolean;
  carts uuid[];
  -- The tickets whose change of seat is paid for here, and their orders.
  has_exchanges boolean;
  moving uuid[] := '{}';
  others uuid[] := '{}';
  -- Requests that there is nothing to decide about.
  plain integer[];
  -- One of those is of an order whose buyer chose how to pay.
  is_chosen boolean;
  page payment_pages;
  -- Orders that one admission of a waiting room opened beside others: the first that is paid for is its purchase.
  rivals uuid[];
BEGIN
  SELECT array_agg(o.reservation_id), bool_or(o.source = 'exchange') INTO carts, has_exchanges FROM orders AS o WHERE o.id = ANY(order_ids);
  IF has_exchanges THEN
    SELECT array_agg(x.ticket_id), array_agg(x.order_id) INTO moving, others FROM seat_exchanges AS x
     WHERE x.difference_order_id = ANY(order_ids);
  END IF;
  PERFORM 1 FROM reservations WHERE id = ANY(carts) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM orders WHERE id = ANY(order_ids || others) ORDER BY id FOR UPDATE;
  IF has_exchanges THEN
    PERFORM 1 FROM tickets WHERE id = ANY(moving) ORDER BY id FOR UPDATE;
  END IF;
  rivals := lock_rival_orders(order_ids);
  SELECT array_agg(DISTINCT item.sku), bool_or(o.promo_code_id IS NOT NULL), bool_or(o.seat_ids IS NOT NULL)
    INTO types, has_promo, has_seats
    FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items') AS item (sku uuid) WHERE o.id = ANY(order_ids);
  IF has_exchanges THEN
    types := types || ARRAY(SELECT DISTINCT t.ticket_type_id FROM tickets AS t WHERE t.id = ANY(moving));
  END IF;
  -- With the others of their pools: a late payment takes of those.
  types := with_pool_types(types);
  PERFORM 1 FROM ticket_types WHERE id = ANY(types) ORDER BY id FOR NO KEY UPDATE;
  IF NOT types @> with_pool_types(types) THEN
    RAISE EXCEPTION 'a pool changed while its ticket types were locked' USING ERRCODE = 'serialization_failure';
  END IF;
  IF has_promo THEN
    -- Those that carts still use are not touched here. Uses of carts that have lapsed come back: a late payment may need one.
    PERFORM lock_promo_codes(ids => ARRAY(
      SELECT DISTINCT o.promo_code_id FROM orders AS o LEFT JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
       WHERE o.id = ANY(order_ids) AND r.promo_code_id IS NULL AND o.promo_code_id IS NOT NULL ORDER BY 1), at_time => clock_timestamp());
  END IF;
  IF has_seats THEN
    PERFORM 1 FROM seats WHERE id = ANY(ARRAY(SELECT unnest(seat_ids) FROM orders WHERE id = ANY(order_ids))
                                        || ARRAY(SELECT t.seat_id FROM tickets AS t WHERE t.id = ANY(moving)))
      ORDER BY id FOR NO KEY UPDATE;
  END IF;
  at_time := clock_timestamp();

  -- The usual case: the sum due, paid once, while the cart holds everything that was ordered. These take nothing that others could want,
  -- so they are settled together. LIMIT 1: each row by its key, even before the planner knows the tables.
  SELECT array_agg(asked.nr), bool_or(o.gateway IS NULL) INTO plain, is_chosen
    FROM unnest(order_ids, amounts, currencies) WITH ORDINALITY AS asked (order_id, amount, currency, nr)
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = asked.order_id LIMIT 1) AS o
    CROSS JOIN LATERAL (SELECT * FROM reservations WHERE id = o.reservation_id LIMIT 1) AS r
   WHERE o.status IN ('processing', 'pending_payment') AND asked.amount = o.total_minor AND asked.currency = o.currency
     AND o.seat_ids IS NULL AND o.promo_code_id IS NULL
     AND r.order_id = o.id AND r.ended_at IS NULL AND r.expires_at > at_time AND r.quote_reference = o.quote_reference
     AND array_position(order_ids, o.id) = asked.nr AND array_position(order_ids, o.id, asked.nr::integer + 1) IS NULL
     AND r.quantity = (SELECT sum(h.quantity) FROM holds AS h WHERE h.reservation_id = r.id)
     AND (SELECT e.status <> 'CANCELLED' FROM events AS e WHERE e.id = o.event_id)
     AND (o.id = ANY(rivals)) IS NOT TRUE
     AND NOT EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = o.id);
  IF plain IS NOT NULL THEN
    IF is_chosen THEN
      PERFORM take_page(of_order => o.id, taken_id => gateway_payment_ids[nr], by_gateway => gateways[nr])
         FROM unnest(plain) AS nr CROSS JOIN LATERAL (SELECT id, gateway FROM orders WHERE id = order_ids[nr] LIMIT 1) AS o
        WHERE o.gateway IS NULL;
    END IF;
    INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at, method)
    SELECT new_id(), o.id, o.gateway, gateway_payment_ids[nr], amounts[nr], currencies[nr], 'order', paid_ats[nr], at_time, methods[nr]
      FROM unnest(plain) AS nr CROSS JOIN LATERAL (SELECT id, gateway FROM orders WHERE id = order_ids[nr] LIMIT 1) AS o;
    PERFORM confirm_orders(ids => told.ids, cause => told.cause, at_time => at_time)
      FROM (SELECT causes[nr] AS cause, array_agg(order_ids[nr] ORDER BY nr) AS ids FROM unnest(plain) AS nr GROUP BY 1 ORDER BY 1) AS told;
  END IF;

  FOR nr IN 1..cardinality(order_ids) LOOP
    request := nr;
    IF nr = ANY(plain) THEN
      outcome := 'settled';
      RETURN NEXT;
      CONTINUE;
    END IF;
    SELECT * INTO STRICT bought FROM orders WHERE id = order_ids[nr];
    page := NULL;
    IF bought.gateway IS NULL OR bought.confirmed_at IS NOT NULL THEN
      SELECT * INTO page FROM payment_pages AS g
       WHERE g.order_id = bought.id AND gateway_payment_ids[nr] = ANY(g.taken) AND g.gateway = coalesce(gateways[nr], g.gateway)
       ORDER BY g.number LIMIT 1;
    END IF;
    IF EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = bought.id AND p.gateway_payment_id = gateway_payment_ids[nr]
                  AND p.gateway = coalesce(page.gateway, bought.gateway)) THEN
      outcome := 'duplicate';
      RETURN NEXT;
      CONTINUE;
    END IF;

    late_because := NULL;
    IF currencies[nr] <> bought.currency OR amounts[nr] < bought.total_minor THEN
      used_for := 'mismatch';
    ELSIF bought.status IN ('confirmed', 'refunded', 'partially_refunded') THEN
      used_for := 'surplus';
    ELSE
      -- Asked of every payment: whether it is late shows in what the cart still holds, and not in its clock alone.
      late_because := CASE WHEN bought.source = 'exchange' AND NOT may_move_ticket(bought.id) THEN 'gone'
                           WHEN bought.id = ANY(rivals) AND admission_is_used(bought.id) THEN 'admission_used'
                           ELSE decide_payment(bought, at_time) END;
      used_for := CASE WHEN late_because IS NULL THEN 'order' ELSE 'late' END;
    END IF;

    payment_id := new_id();
    INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, late_because, paid_at, recorded_at, method)
    VALUES (payment_id, bought.id, coalesce(page.gateway, bought.gateway), gateway_payment_ids[nr], amounts[nr], currencies[nr], used_for, late_because,
            paid_ats[nr], at_time, methods[nr]);
    IF used_for = 'order' THEN
      IF bought.gateway IS NULL THEN
        PERFORM take_page(of_order => bought.id, taken_id => gateway_payment_ids[nr], by_gateway => gateways[nr]);
      END IF;
      PERFORM confirm_orders(ids => ARRAY[bought.id], cause => causes[nr], at_time => at_time);
      IF amounts[nr] > bought.total_minor THEN
        PERFORM add_refund(of_payment => payment_id, amount => amounts[nr] - bought.total_minor, why => 'surplus',
                           named => 'surplus ' || payment_id, at_time => at_time);
      END IF;
      outcome := 'settled';
    ELSE
      PERFORM add_refund(of_payment => payment_id, amount => amounts[nr], why => used_for,
                         named => used_for || ' ' || payment_id, at_time => at_time);
      IF used_for = 'late' THEN
        -- In any case, it can no longer be paid for.
        PERFORM end_orders(ids => ARRAY[bought.id], new_status => 'expired', at_time => at_time,
                           cause => CASE bought.source WHEN 'exchange' THEN 'paid when the seat could no longer be changed'
                                                       ELSE 'paid too late' END);
        IF bought.source = 'exchange' THEN
          -- Its seat may still be kept for it.
          UPDATE reservations SET expires_at = least(expires_at, at_time)
           WHERE id = bought.reservation_id AND order_id = bought.id AND ended_at IS NULL;
          PERFORM set_stock_expiry(ARRAY[bought.reservation_id]);
        END IF;
      END IF;
      INSERT INTO order_changes (order_id, at, status, cause)
      SELECT id, at_time, status, CASE used_for
               WHEN 'late' THEN CASE
                 WHEN bought.source = 'exchange' THEN 'a payment came when the seat could no longer be changed: it goes back'
                 WHEN late_because = 'bought_already' THEN 'a payment came when the same cart was bought by another order: it goes back'
                 WHEN late_because = 'admission_used' THEN 'a payment came when its turn in the waiting room was used: it goes back'
                 WHEN late_because = 'price_changed' THEN 'a payment came when the tickets were not on sale at this price: it goes back'
                 WHEN late_because = 'code_used' THEN 'a payment came when the promo code was used up: it goes back'
                 ELSE 'a payment came when the tickets were gone: it goes back' END
               WHEN 'surplus' THEN 'a second payment: it goes back'
               ELSE 'a payment of another sum than the one due: it goes back' END
        FROM orders WHERE id = bought.id;
      INSERT INTO jobs (id, kind, payload, unique_key)
      VALUES (new_id(), 'send_mail', jsonb_build_object('mail', 'payment_returned', 'orderId', bought.id, 'paymentId', payment_id),
              'payment_returned ' || payment_id);
      PERFORM pg_notify('jobs_due', 'send_mail');
      outcome := 'refunded';
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- As it was before, without methods, and without gateways. Programs of then call this one by the same names.
DROP FUNCTION IF EXISTS settle_payments(uuid[], text[], bigint[], text[], timestamptz[], text[]);
DROP FUNCTION IF EXISTS settle_payments(uuid[], text[], bigint[], text[], timestamptz[], text[], text[]);
