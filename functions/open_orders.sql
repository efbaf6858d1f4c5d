-- Turns carts into orders. A free one is confirmed at once; a paid one waits for its payment link, and its stock for its
-- payment.
--
-- Outcomes: opened, confirmed; replayed (the same Idempotency-Key and request: answer as before); or other_request,
-- order_exists, order_in_progress, reservation_expired, not_on_sale, quote_mismatch, too_many_unpaid.
CREATE OR REPLACE FUNCTION open_orders(
  new_ids uuid[], new_references text[], event_ids uuid[], tokens uuid[], quote_references text[], sources text[],
  idempotency_keys text[], request_hashes text[],
  emails text[], first_names text[], last_names text[], phones text[], recipients text[], callback_urls text[], metadatas text[],
  languages text[],
  gateways text[], account_ids uuid[],
  -- An event may have a payment window of its own.
  start_seconds integer, payment_minutes integer, grace_seconds integer,
  -- Unpaid orders of an event that one e-mail may have at once from one address, and together with those that lapsed lately.
  -- Null: any number. By address too: otherwise anybody could use up what is somebody else's.
  unpaid_limit integer, lapsed_limit integer,
  OUT request integer, OUT outcome text, OUT order_id uuid, OUT total_minor bigint, OUT pay_by timestamptz,
  OUT receipt_token uuid, OUT return_token uuid
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  carts uuid[];
  stale uuid[];
  -- The carts of those.
  kept uuid[];
  outcomes text[];
  found_ids uuid[];
  paid_carts uuid[];
  free_carts uuid[];
  free uuid[];
  lost uuid[] := '{}';
BEGIN
  SELECT array_agg(r.id ORDER BY asked.nr) INTO carts
    FROM unnest(event_ids, tokens) WITH ORDINALITY AS asked (event_id, token, nr)
    LEFT JOIN reservations AS r ON r.event_id = asked.event_id AND r.token = asked.token;
  PERFORM 1 FROM reservations WHERE id = ANY(carts) ORDER BY id FOR UPDATE;
  at_time := clock_timestamp();

  -- An order whose process died while it asked the gateway must not keep its buyer from ordering. Not in the words of
  -- orders_unpaid, which the planner would take for the way in.
  SELECT array_agg(o.id) INTO stale FROM reservations AS r JOIN orders AS o ON o.id = r.order_id
   WHERE r.id = ANY(carts) AND CASE o.status WHEN 'processing' THEN o.start_by <= at_time ELSE false END;
  IF stale IS NOT NULL THEN
    kept := end_failed_orders(ids => stale, cause => 'the gateway gave no answer in time', at_time => at_time);
  END IF;

  SELECT array_agg(CASE
           WHEN known.id IS NOT NULL AND known.request_hash <> decode(asked.request_hash, 'hex') THEN 'other_request'
           WHEN known.status = 'processing' THEN 'order_in_progress'
           WHEN known.id IS NOT NULL THEN 'replayed'
           WHEN made.status = 'processing' THEN 'order_in_progress'
           WHEN made.status NOT IN ('failed', 'expired', 'cancelled') THEN 'order_exists'
           WHEN r.id IS NULL OR r.ended_at IS NOT NULL OR r.expires_at <= at_time THEN 'reservation_expired'
           WHEN e.status <> 'LIVE' OR e.closes_at <= at_time
                OR (SELECT h.suspended_at IS NOT NULL FROM hosts AS h WHERE h.id = e.host_id) THEN 'not_on_sale'
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
    -- LIMIT 1, of the one that there can be, keeps the planner from reading all of the host's orders and looking for the key
    -- among them, which it does where it knows nothing of the table yet.
    LEFT JOIN LATERAL (
      SELECT o.id, o.status, o.request_hash FROM orders AS o
       WHERE o.host_id = e.host_id AND o.idempotency_key = asked.idempotency_key
         AND o.created_at > at_time - interval '24 hours' LIMIT 1) AS known ON true;

  IF unpaid_limit IS NOT NULL AND 'opened' = ANY(outcomes) THEN
    -- Orders by one e-mail are opened one batch after the other: the second counts what the first has opened.
    PERFORM pg_advisory_xact_lock(mine.lock) FROM (
      SELECT DISTINCT hashtextextended('unpaid ' || asked.event_id || lower(asked.email), 0) AS lock
        FROM unnest(event_ids, emails, outcomes) AS asked (event_id, email, outcome)
       WHERE asked.outcome = 'opened' ORDER BY 1) AS mine;
    SELECT array_agg(CASE WHEN asked.outcome = 'opened' AND (asked.nth + mine.unpaid > unpaid_limit
                            OR asked.nth + mine.unpaid + mine.lapsed > lapsed_limit)
                          THEN 'too_many_unpaid' ELSE asked.outcome END ORDER BY asked.nr)
      INTO outcomes
      FROM (SELECT q.event_id, lower(q.email) AS email, cart.address, q.outcome, q.nr,
                   row_number() OVER (PARTITION BY q.event_id, lower(q.email), cart.address, q.outcome ORDER BY q.nr) AS nth
              FROM unnest(event_ids, emails, carts, outcomes) WITH ORDINALITY AS q (event_id, email, cart, outcome, nr)
              LEFT JOIN LATERAL (
                SELECT CASE WHEN NOT r.is_exempt THEN r.client_address END AS address FROM reservations AS r WHERE r.id = q.cart
              ) AS cart ON true) AS asked
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE o.status IN ('processing', 'pending_payment')) AS unpaid,
               count(*) FILTER (WHERE o.status IN ('expired', 'cancelled') AND o.counts_until > at_time) AS lapsed
          FROM orders AS o
         WHERE o.event_id = asked.event_id AND lower(o.email) = asked.email
           AND o.client_address IS NOT DISTINCT FROM asked.address
           AND o.status IN ('processing', 'pending_payment', 'expired', 'cancelled')) AS mine;
  END IF;

  IF cardinality(array_remove(idempotency_keys, NULL)) > 0 THEN
    -- A key that was used more than a day ago may be used again. One that another batch has used since it was looked for above is
    -- left alone: the insertion below fails, and the batch comes again.
    UPDATE orders SET idempotency_key = NULL WHERE id = ANY(ARRAY(
      SELECT o.id FROM unnest(event_ids, idempotency_keys, outcomes) AS asked (event_id, idempotency_key, outcome)
        JOIN events AS e ON e.id = asked.event_id
        JOIN orders AS o ON o.id = (
          SELECT k.id FROM orders AS k WHERE k.host_id = e.host_id AND k.idempotency_key = asked.idempotency_key LIMIT 1)
       WHERE asked.idempotency_key IS NOT NULL AND asked.outcome IN ('opened', 'confirmed')
         AND o.created_at <= at_time - interval '24 hours'
       ORDER BY o.id FOR UPDATE OF o));
  END IF;

  INSERT INTO orders (id, reference, event_id, host_id, reservation_id, source, status, quote_reference, quote, total_minor, currency,
                      promo_code_id, seat_ids, email, first_name, last_name, phone, recipients, callback_url, metadata,
                      idempotency_key, request_hash, gateway, payment_account_id, start_by, pay_by, next_look_up_at, created_at,
                      language, client_address, quantity, counts_until)
  SELECT asked.id, asked.reference, asked.event_id, e.host_id, r.id, asked.source, 'processing', r.quote_reference, r.quote,
         (r.quote ->> 'total')::bigint, r.quote ->> 'currency', r.promo_code_id,
         CASE WHEN e.kind = 'seat_map' THEN (SELECT array_agg(s.id ORDER BY s.id) FROM seats AS s WHERE s.held_by = r.id) END,
         asked.email, asked.first_name, asked.last_name, asked.phone, asked.recipients::jsonb, asked.callback_url,
         coalesce(asked.metadata, '{}'), asked.idempotency_key, decode(asked.request_hash, 'hex'),
         CASE WHEN asked.outcome = 'opened' THEN asked.gateway END, CASE WHEN asked.outcome = 'opened' THEN asked.account_id END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + start_seconds * interval '1 second' END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + coalesce(e.payment_window_minutes, payment_minutes) * interval '1 minute' END,
         CASE WHEN asked.outcome = 'opened' THEN at_time + start_seconds * interval '1 second' END, at_time,
         asked.language, CASE WHEN NOT r.is_exempt THEN r.client_address END, r.quantity,
         -- What costs nothing is taken for nothing: for a day it counts as if it were held.
         CASE WHEN asked.outcome = 'confirmed' THEN at_time + interval '1 day' END
    FROM unnest(new_ids, new_references, event_ids, carts, sources, idempotency_keys, request_hashes, emails, first_names,
                last_names, phones, recipients, callback_urls, metadatas, languages, gateways, account_ids, outcomes)
         AS asked (id, reference, event_id, cart, source, idempotency_key, request_hash, email, first_name,
                   last_name, phone, recipients, callback_url, metadata, language, gateway, account_id, outcome)
    JOIN reservations AS r ON r.id = asked.cart
    JOIN events AS e ON e.id = asked.event_id
   WHERE asked.outcome IN ('opened', 'confirmed')
   ORDER BY e.host_id, asked.idempotency_key, r.quote_reference;
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT asked.id, at_time, 'processing', 'the buyer ordered'
    FROM unnest(new_ids, outcomes) AS asked (id, outcome) WHERE asked.outcome IN ('opened', 'confirmed');

  SELECT array_agg(asked.cart) FILTER (WHERE asked.outcome = 'opened'), array_agg(asked.cart) FILTER (WHERE asked.outcome = 'confirmed'),
         array_agg(asked.id) FILTER (WHERE asked.outcome = 'confirmed')
    INTO paid_carts, free_carts, free
    FROM unnest(new_ids, carts, outcomes) AS asked (id, cart, outcome);
  UPDATE reservations AS r
     SET order_id = asked.id,
         expires_at = CASE WHEN asked.outcome = 'opened'
                           THEN at_time + coalesce(e.payment_window_minutes, payment_minutes) * interval '1 minute'
                                + grace_seconds * interval '1 second'
                           ELSE r.expires_at END
    FROM unnest(new_ids, carts, outcomes, event_ids) AS asked (id, cart, outcome, event_id)
    JOIN events AS e ON e.id = asked.event_id
   WHERE r.id = asked.cart AND asked.outcome IN ('opened', 'confirmed');
  -- The free ones first: they lock ticket types, which come before the seats of the others.
  --
  -- A cart can lapse after at_time, while this call waits for a lock, and another buyer take what it held. Whether it did is known once
  -- nobody can any more: of a free one under the locks of the ticket types, of a paid one when what it holds has its new expiry.
  IF free IS NOT NULL THEN
    PERFORM 1 FROM ticket_types WHERE id = ANY(ARRAY(SELECT ticket_type_id FROM holds WHERE reservation_id = ANY(free_carts)))
      ORDER BY id FOR NO KEY UPDATE;
    lost := find_lost_orders(free_carts);
    free := ARRAY(SELECT id FROM unnest(free) AS f (id) WHERE NOT id = ANY(lost));
    IF cardinality(free) > 0 THEN
      PERFORM confirm_orders(ids => free, cause => 'nothing to pay', at_time => at_time);
    END IF;
  END IF;
  IF paid_carts IS NOT NULL OR kept IS NOT NULL THEN
    PERFORM set_stock_expiry(paid_carts || kept);
  END IF;
  IF paid_carts IS NOT NULL THEN
    lost := lost || find_lost_orders(paid_carts);
  END IF;
  IF cardinality(lost) > 0 THEN
    kept := end_failed_orders(ids => lost, cause => 'the cart lapsed while it was ordered', at_time => at_time);
    -- What it still holds lapses with it.
    UPDATE reservations SET expires_at = at_time WHERE id = ANY(kept);
    PERFORM set_stock_expiry(kept);
    SELECT array_agg(CASE WHEN asked.id = ANY(lost) THEN 'reservation_expired' ELSE asked.outcome END ORDER BY asked.nr)
      INTO outcomes FROM unnest(found_ids, outcomes) WITH ORDINALITY AS asked (id, outcome, nr);
  END IF;

  RETURN QUERY
  SELECT asked.nr::integer, asked.outcome, asked.id, o.total_minor, o.pay_by, o.receipt_token, o.return_token
    FROM unnest(found_ids, outcomes) WITH ORDINALITY AS asked (id, outcome, nr)
    LEFT JOIN orders AS o ON o.id = asked.id
   ORDER BY asked.nr;
END $$;
