-- Orders in batches, as carts are held: one call, one transaction, one fsync. The locks and their order are those of the
-- hold engine.

-- A UUIDv7, so that rows made in SQL lie by time like all others.
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN encode(set_bit(set_bit(overlay(
  uuid_send(gen_random_uuid())
  PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;

-- Ends orders that still wait for their payment; others are left as they are. What they held is the caller's affair.
CREATE FUNCTION end_orders(ids uuid[], new_status text, cause text, at_time timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  ended integer;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE id = ANY(ids) ORDER BY id FOR UPDATE;
  WITH changed AS (
    UPDATE orders SET status = new_status,
           -- A failed order is nobody's answer: the same key orders anew.
           idempotency_key = CASE WHEN new_status <> 'failed' THEN idempotency_key END
     WHERE id = ANY(ids) AND status IN ('processing', 'pending_payment') RETURNING id
  )
  INSERT INTO order_changes (order_id, at, status, cause) SELECT id, at_time, new_status, cause FROM changed ORDER BY id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;

-- The gateway gave no payment link: the cart is kept, for as long as a new hold would be, and may be ordered again.
CREATE FUNCTION fail_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept uuid[];
BEGIN
  PERFORM end_orders(ids, 'failed', cause, at_time);
  WITH freed AS (
    UPDATE reservations AS r SET order_id = NULL,
           expires_at = least(r.expires_at, at_time + e.hold_minutes * interval '1 minute')
      FROM events AS e, orders AS o
     WHERE o.id = ANY(ids) AND o.status = 'failed' AND r.id = o.reservation_id AND r.order_id = o.id AND e.id = r.event_id
       AND r.ended_at IS NULL
    RETURNING r.id
  )
  SELECT array_agg(id) INTO kept FROM freed;
  UPDATE holds AS h SET expires_at = r.expires_at FROM reservations AS r
   WHERE r.id = ANY(kept) AND h.reservation_id = r.id;
  UPDATE seats AS s SET held_until = r.expires_at FROM reservations AS r WHERE r.id = ANY(kept) AND s.held_by = r.id;
END $$;

-- Held becomes sold, tickets are issued, and the e-mail and the webhooks are on record, all in the caller's transaction.
-- The caller has locked the reservations and the orders, and `held` counts every item of theirs.
CREATE FUNCTION confirm_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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

-- Turns carts into orders. A free one is confirmed at once; a paid one waits for its payment link, and its stock for its
-- payment.
--
-- Outcomes: opened, confirmed; replayed (the same Idempotency-Key and request: answer as before); or other_request,
-- order_exists, order_in_progress, reservation_expired, not_on_sale, quote_mismatch.
CREATE FUNCTION open_orders(
  new_ids uuid[], new_references text[], event_ids uuid[], tokens uuid[], quote_references text[], sources text[],
  idempotency_keys text[], request_hashes text[],
  emails text[], first_names text[], last_names text[], phones text[], recipients text[], callback_urls text[], metadatas text[],
  gateways text[], account_ids uuid[],
  start_seconds integer, payment_minutes integer, grace_seconds integer,
  OUT request integer, OUT outcome text, OUT order_id uuid, OUT total_minor bigint, OUT pay_by timestamptz
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  carts uuid[];
  stale uuid[];
  outcomes text[];
  found_ids uuid[];
  paid uuid[];
  free uuid[];
BEGIN
  SELECT array_agg(r.id ORDER BY asked.nr) INTO carts
    FROM unnest(event_ids, tokens) WITH ORDINALITY AS asked (event_id, token, nr)
    LEFT JOIN reservations AS r ON r.event_id = asked.event_id AND r.token = asked.token;
  PERFORM 1 FROM reservations WHERE id = ANY(carts) ORDER BY id FOR UPDATE;
  at_time := clock_timestamp();

  -- An order whose process died while it asked the gateway stands in nobody's way.
  SELECT array_agg(o.id) INTO stale FROM reservations AS r JOIN orders AS o ON o.id = r.order_id
   WHERE r.id = ANY(carts) AND o.status = 'processing' AND o.start_by <= at_time;
  IF stale IS NOT NULL THEN
    PERFORM fail_orders(stale, 'the gateway gave no answer in time', at_time);
  END IF;

  SELECT array_agg(CASE
           WHEN known.id IS NOT NULL AND known.request_hash <> decode(asked.request_hash, 'hex') THEN 'other_request'
           WHEN known.status = 'processing' THEN 'order_in_progress'
           WHEN known.id IS NOT NULL THEN 'replayed'
           WHEN made.status = 'processing' THEN 'order_in_progress'
           WHEN made.status NOT IN ('failed', 'expired', 'cancelled') THEN 'order_exists'
           WHEN r.id IS NULL OR r.ended_at IS NOT NULL OR r.expires_at <= at_time THEN 'reservation_expired'
           WHEN e.status <> 'LIVE' OR e.closes_at <= at_time THEN 'not_on_sale'
           WHEN r.quote_reference <> asked.quote_reference THEN 'quote_mismatch'
           WHEN (r.quote ->> 'total')::bigint = 0 THEN 'confirmed'
           ELSE 'opened' END ORDER BY asked.nr),
         array_agg(coalesce(known.id, asked.new_id) ORDER BY asked.nr)
    INTO outcomes, found_ids
    FROM unnest(new_ids, event_ids, carts, quote_references, idempotency_keys, request_hashes) WITH ORDINALITY
         AS asked (new_id, event_id, cart, quote_reference, idempotency_key, request_hash, nr)
    JOIN events AS e ON e.id = asked.event_id
    LEFT JOIN reservations AS r ON r.id = asked.cart
    LEFT JOIN orders AS made ON made.id = r.order_id
    LEFT JOIN LATERAL (
      SELECT o.id, o.status, o.request_hash FROM events AS e JOIN orders AS o ON o.host_id = e.host_id
       WHERE asked.idempotency_key IS NOT NULL AND e.id = asked.event_id AND o.idempotency_key = asked.idempotency_key
         AND o.created_at > at_time - interval '24 hours') AS known ON true;

  -- A key that was used more than a day ago may be used again.
  UPDATE orders AS o SET idempotency_key = NULL
    FROM unnest(event_ids, idempotency_keys, outcomes) AS asked (event_id, idempotency_key, outcome)
    JOIN events AS e ON e.id = asked.event_id
   WHERE asked.idempotency_key IS NOT NULL AND asked.outcome IN ('opened', 'confirmed') AND o.host_id = e.host_id
     AND o.idempotency_key = asked.idempotency_key;

  INSERT INTO orders (id, reference, event_id, host_id, reservation_id, source, status, quote_reference, quote, total_minor, currency,
                      promo_code_id, seat_ids, email, first_name, last_name, phone, recipients, callback_url, metadata,
                      idempotency_key, request_hash, gateway, payment_account_id, start_by, pay_by, next_look_up_at, created_at)
  SELECT asked.id, asked.reference, asked.event_id, e.host_id, r.id, asked.source, 'processing', r.quote_reference, r.quote,
         (r.quote ->> 'total')::bigint, r.quote ->> 'currency', r.promo_code_id,
         CASE WHEN e.kind = 'seat_map' THEN (SELECT array_agg(s.id ORDER BY s.id) FROM seats AS s WHERE s.held_by = r.id) END,
         asked.email, asked.first_name, asked.last_name, asked.phone, asked.recipients::jsonb, asked.callback_url,
         coalesce(asked.metadata, '{}'), asked.idempotency_key, decode(asked.request_hash, 'hex'),
         CASE WHEN asked.outcome = 'opened' THEN asked.gateway END, CASE WHEN asked.outcome = 'opened' THEN asked.account_id END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + start_seconds * interval '1 second' END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + payment_minutes * interval '1 minute' END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + start_seconds * interval '1 second' END, at_time
    FROM unnest(new_ids, new_references, event_ids, carts, sources, idempotency_keys, request_hashes, emails, first_names,
                last_names, phones, recipients, callback_urls, metadatas, gateways, account_ids, outcomes)
         AS asked (id, reference, event_id, cart, source, idempotency_key, request_hash, email, first_name,
                   last_name, phone, recipients, callback_url, metadata, gateway, account_id, outcome)
    JOIN reservations AS r ON r.id = asked.cart
    JOIN events AS e ON e.id = asked.event_id
   WHERE asked.outcome IN ('opened', 'confirmed')
   ORDER BY e.host_id, asked.idempotency_key, r.quote_reference;
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT asked.id, at_time, 'processing', 'the buyer ordered'
    FROM unnest(new_ids, outcomes) AS asked (id, outcome) WHERE asked.outcome IN ('opened', 'confirmed');

  SELECT array_agg(asked.cart) FILTER (WHERE asked.outcome = 'opened'), array_agg(asked.id) FILTER (WHERE asked.outcome = 'confirmed')
    INTO paid, free
    FROM unnest(new_ids, carts, outcomes) AS asked (id, cart, outcome);
  UPDATE reservations AS r
     SET order_id = asked.id,
         expires_at = CASE WHEN asked.outcome = 'opened'
                           THEN at_time + payment_minutes * interval '1 minute' + grace_seconds * interval '1 second'
                           ELSE r.expires_at END
    FROM unnest(new_ids, carts, outcomes) AS asked (id, cart, outcome)
   WHERE r.id = asked.cart AND asked.outcome IN ('opened', 'confirmed');
  IF paid IS NOT NULL THEN
    UPDATE holds SET expires_at = at_time + payment_minutes * interval '1 minute' + grace_seconds * interval '1 second'
     WHERE reservation_id = ANY(paid);
    UPDATE seats SET held_until = at_time + payment_minutes * interval '1 minute' + grace_seconds * interval '1 second'
     WHERE held_by = ANY(paid);
  END IF;
  IF free IS NOT NULL THEN
    PERFORM confirm_orders(free, 'nothing to pay', at_time);
  END IF;

  RETURN QUERY
  SELECT asked.nr::integer, asked.outcome, asked.id, o.total_minor, o.pay_by
    FROM unnest(found_ids, outcomes) WITH ORDINALITY AS asked (id, outcome, nr)
    LEFT JOIN orders AS o ON o.id = asked.id
   ORDER BY asked.nr;
END $$;

-- Writes down a refund, for the job that sees to it. The caller has locked the order.
CREATE FUNCTION add_refund(
  of_payment uuid, amount bigint, why text, named text, at_time timestamptz, OUT refund_id uuid
) RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
  refund_id := new_id();
  INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at, next_look_up_at)
  SELECT refund_id, p.order_id, p.id, amount, why, named, 'pending', at_time, at_time FROM payments AS p WHERE p.id = of_payment;
  UPDATE payments SET refunded_minor = refunded_minor + amount WHERE id = of_payment;
  INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_refunds', '{}');
  PERFORM pg_notify('jobs_due', 'send_refunds');
END $$;

-- What became of money that a gateway says it has. Harmless to repeat: a payment is known by the gateway's id.
--
-- Outcomes: settled, duplicate; or refunded, for money that must go back: late (the stock is gone), surplus (paid already)
-- or mismatch (less than the sum due, or another currency).
CREATE FUNCTION settle_payments(
  order_ids uuid[], gateway_payment_ids text[], amounts bigint[], currencies text[], paid_ats timestamptz[], causes text[],
  OUT request integer, OUT outcome text
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  types uuid[];
  bought orders;
  cart reservations;
  payment_id uuid;
  used_for text;
  fits boolean;
BEGIN
  PERFORM 1 FROM reservations WHERE id = ANY(ARRAY(SELECT reservation_id FROM orders WHERE id = ANY(order_ids)))
    ORDER BY id FOR UPDATE;
  PERFORM 1 FROM orders WHERE id = ANY(order_ids) ORDER BY id FOR UPDATE;
  SELECT array_agg(DISTINCT item.sku) INTO types
    FROM orders AS o CROSS JOIN LATERAL json_to_recordset(o.quote -> 'items') AS item (sku uuid) WHERE o.id = ANY(order_ids);
  PERFORM 1 FROM ticket_types WHERE id = ANY(types) ORDER BY id FOR NO KEY UPDATE;
  at_time := clock_timestamp();

  FOR nr IN 1..cardinality(order_ids) LOOP
    request := nr;
    SELECT * INTO STRICT bought FROM orders WHERE id = order_ids[nr];
    IF EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = bought.id AND p.gateway_payment_id = gateway_payment_ids[nr]) THEN
      outcome := 'duplicate';
      RETURN NEXT;
      CONTINUE;
    END IF;

    IF currencies[nr] <> bought.currency OR amounts[nr] < bought.total_minor THEN
      used_for := 'mismatch';
    ELSIF bought.status IN ('confirmed', 'refunded', 'partially_refunded') THEN
      used_for := 'surplus';
    ELSE
      fits := take_again(bought, at_time);
      used_for := CASE WHEN fits THEN 'order' ELSE 'late' END;
    END IF;

    payment_id := new_id();
    INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
    VALUES (payment_id, bought.id, bought.gateway, gateway_payment_ids[nr], amounts[nr], currencies[nr], used_for,
            paid_ats[nr], at_time);
    IF used_for = 'order' THEN
      PERFORM confirm_orders(ARRAY[bought.id], causes[nr], at_time);
      IF amounts[nr] > bought.total_minor THEN
        PERFORM add_refund(payment_id, amounts[nr] - bought.total_minor, 'surplus', 'surplus ' || payment_id, at_time);
      END IF;
      outcome := 'settled';
    ELSE
      PERFORM add_refund(payment_id, amounts[nr], used_for, used_for || ' ' || payment_id, at_time);
      IF used_for = 'late' THEN
        -- Whatever it was, it can no longer be paid for.
        PERFORM end_orders(ARRAY[bought.id], 'expired', 'paid too late: the tickets are gone', at_time);
      END IF;
      INSERT INTO order_changes (order_id, at, status, cause)
      SELECT id, at_time, status, CASE used_for
               WHEN 'late' THEN 'a payment came when the tickets were gone: it goes back'
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

-- Sees to it that `held` counts every item of an order that is paid for: what its cart still holds counts, the rest is taken
-- from what is free, the same seats among them, all or nothing. The caller holds all locks but those of the seats.
CREATE FUNCTION take_again(bought orders, at_time timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  missing_skus uuid[];
  missing_quantities integer[];
  own_cart uuid;
BEGIN
  SELECT r.id INTO own_cart FROM reservations AS r
   WHERE r.id = bought.reservation_id AND r.order_id = bought.id AND r.ended_at IS NULL;
  SELECT array_agg(item.sku), array_agg(item.quantity - coalesce(h.quantity, 0)) INTO missing_skus, missing_quantities
    FROM json_to_recordset(bought.quote -> 'items') AS item (sku uuid, quantity integer)
    LEFT JOIN holds AS h ON h.reservation_id = own_cart AND h.ticket_type_id = item.sku
   WHERE item.quantity > coalesce(h.quantity, 0);
  IF bought.seat_ids IS NOT NULL THEN
    PERFORM 1 FROM seats WHERE id = ANY(bought.seat_ids) ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM seats AS s WHERE s.id = ANY(bought.seat_ids)
                  AND (s.is_sold OR s.held_until > at_time AND s.held_by IS DISTINCT FROM own_cart)) THEN
      RETURN false;
    END IF;
  END IF;
  IF EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'CANCELLED') THEN RETURN false; END IF;
  IF missing_skus IS NOT NULL THEN
    IF NOT EXISTS (SELECT 1 FROM events AS e WHERE e.id = bought.event_id AND e.status = 'LIVE' AND e.closes_at > at_time) THEN
      RETURN false;
    END IF;
    WITH lapsed AS (
      DELETE FROM holds AS h WHERE h.ticket_type_id = ANY(missing_skus) AND h.expires_at <= at_time RETURNING ticket_type_id, quantity
    )
    UPDATE ticket_types AS t SET held = t.held - given_back.quantity
      FROM (SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM lapsed GROUP BY 1) AS given_back
     WHERE t.id = given_back.ticket_type_id;
    IF EXISTS (SELECT 1 FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity)
                 JOIN ticket_types AS t ON t.id = item.sku WHERE t.capacity - t.sold - t.held < item.quantity) THEN
      RETURN false;
    END IF;
    UPDATE ticket_types AS t SET held = t.held + item.quantity
      FROM unnest(missing_skus, missing_quantities) AS item (sku, quantity) WHERE t.id = item.sku;
  END IF;
  -- The promised price stands. A limited code's use is counted again where one is left.
  IF bought.promo_code_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM reservations AS r WHERE r.id = own_cart AND r.promo_code_id IS NOT NULL) THEN
    WITH counted AS (
      UPDATE promo_codes SET uses = uses + 1
       WHERE id = bought.promo_code_id AND maximum_uses IS NOT NULL AND uses < maximum_uses RETURNING id
    )
    UPDATE orders SET promo_is_counted = true FROM counted WHERE orders.id = bought.id;
  END IF;
  RETURN true;
END $$;

-- Writes down the payment links that gateways gave, and answers the orders' states. One that is not waiting for its link any
-- more (paid already, or cancelled meanwhile) stays as it is.
CREATE FUNCTION link_orders(
  order_ids uuid[], checkout_urls text[], session_ids text[], look_up_seconds integer, OUT request integer, OUT status text
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time constant timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM orders WHERE id = ANY(order_ids) ORDER BY id FOR UPDATE;
  WITH linked AS (
    UPDATE orders AS o
       SET checkout_url = given.url, session_id = given.session,
           status = CASE WHEN o.status = 'processing' THEN 'pending_payment' ELSE o.status END,
           next_look_up_at = CASE WHEN o.status = 'processing' THEN at_time + look_up_seconds * interval '1 second'
                                  ELSE o.next_look_up_at END
      FROM unnest(order_ids, checkout_urls, session_ids) AS given (id, url, session), orders AS before
     WHERE o.id = given.id AND before.id = o.id
    RETURNING o.id, o.status, before.status AS old_status
  )
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT id, at_time, status, 'the gateway gave a payment link' FROM linked WHERE old_status = 'processing';
  RETURN QUERY SELECT asked.nr::integer, o.status FROM unnest(order_ids) WITH ORDINALITY AS asked (id, nr)
    JOIN orders AS o ON o.id = asked.id ORDER BY asked.nr;
END $$;
