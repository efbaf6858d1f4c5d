-- Turns carts into orders. A free one is confirmed at once; a paid one waits for its payment link, and its stock for its
-- payment.
--
-- Outcomes: opened, confirmed; replayed (the same Idempotency-Key and request: answer as before); or other_request,
-- order_exists, order_in_progress, reservation_expired, not_on_sale, quote_mismatch, too_many_unpaid; or why no bank transfer is
-- waited for (accept_transfers).
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
  -- By request.
  outcomes text[];
  found_ids uuid[];
  totals bigint[];
  host_ids uuid[];
  are_seated boolean[];
  window_ends timestamptz[];
  -- Whether and how the tickets may be returned, as the event has it now.
  return_terms jsonb[];
  receipt_tokens constant uuid[] := ARRAY(SELECT gen_random_uuid() FROM generate_series(1, cardinality(new_ids)));
  return_tokens constant uuid[] := ARRAY(SELECT gen_random_uuid() FROM generate_series(1, cardinality(new_ids)));
  paid_carts uuid[];
  free_carts uuid[];
  lost_carts uuid[] := '{}';
  link_by timestamptz;
  -- By request: the entry of the waiting room by which the cart was held, and whether it has bought already. Null: no event has a room.
  admissions uuid[];
  are_used boolean[];
  -- By request: paid by bank transfer, to the host's own account. Such an order needs no link, and waits for days.
  are_transfers boolean[];
  transfer_outcomes text[];
  transfer_ends timestamptz[];
BEGIN
  SELECT array_agg(r.id ORDER BY asked.nr) INTO carts
    FROM unnest(event_ids, tokens) WITH ORDINALITY AS asked (event_id, token, nr)
    LEFT JOIN reservations AS r ON r.event_id = asked.event_id AND r.token = asked.token;
  PERFORM 1 FROM reservations WHERE id = ANY(carts) ORDER BY id FOR UPDATE;
  at_time := clock_timestamp();
  link_by := at_time + start_seconds * interval '1 second';

  LOOP
    SELECT array_agg(asked.outcome), array_agg(asked.id), array_agg(asked.total), array_agg(asked.host_id), array_agg(asked.is_seated),
           array_agg(asked.window_end), array_agg(asked.return_terms),
           -- An order whose process died while it asked the gateway must not keep its buyer from ordering.
           array_agg(asked.stale_id) FILTER (WHERE asked.stale_id IS NOT NULL)
      INTO outcomes, found_ids, totals, host_ids, are_seated, window_ends, return_terms, stale
      FROM (
        SELECT CASE
                 WHEN known.id IS NOT NULL AND known.request_hash <> decode(asked.request_hash, 'hex') THEN 'other_request'
                 WHEN known.status = 'processing' THEN 'order_in_progress'
                 WHEN known.id IS NOT NULL THEN 'replayed'
                 WHEN made.status = 'processing' THEN 'order_in_progress'
                 WHEN made.status NOT IN ('failed', 'expired', 'cancelled') THEN 'order_exists'
                 WHEN r.id IS NULL OR r.ended_at IS NOT NULL OR r.expires_at <= at_time THEN 'reservation_expired'
                 WHEN e.status <> 'LIVE' OR e.closes_at <= at_time OR e.stopped_at IS NOT NULL
                      OR (SELECT h.suspended_at IS NOT NULL FROM hosts AS h WHERE h.id = e.host_id) THEN 'not_on_sale'
                 WHEN r.quote_reference <> asked.quote_reference THEN 'quote_mismatch'
                 WHEN r.total = 0 THEN 'confirmed'
                 ELSE 'opened' END AS outcome,
               coalesce(known.id, asked.new_id) AS id, r.total, e.host_id, e.kind = 'seat_map' AS is_seated,
               at_time + coalesce(e.payment_window_minutes, payment_minutes) * interval '1 minute' AS window_end, e.return_terms,
               CASE WHEN made.status = 'processing' AND made.start_by <= at_time THEN made.id END AS stale_id
          FROM unnest(new_ids, event_ids, carts, quote_references, idempotency_keys, request_hashes) WITH ORDINALITY
               AS asked (new_id, event_id, cart, quote_reference, idempotency_key, request_hash, nr)
          -- LIMIT 1, of the one that there can be, keeps the planner from reading the whole table, or all of the host's orders, and looking
          -- for the key among them, which it does where it knows nothing of the table yet.
          CROSS JOIN LATERAL (SELECT * FROM events WHERE id = asked.event_id LIMIT 1) AS e
          LEFT JOIN LATERAL (
            SELECT id, order_id, ended_at, expires_at, quote_reference, (quote ->> 'total')::bigint AS total FROM reservations
             WHERE id = asked.cart LIMIT 1) AS r ON true
          LEFT JOIN LATERAL (SELECT o.id, o.status, o.start_by FROM orders AS o WHERE o.id = r.order_id LIMIT 1) AS made ON true
          LEFT JOIN LATERAL (
            SELECT o.id, o.status, o.request_hash FROM orders AS o
             WHERE o.host_id = e.host_id AND o.idempotency_key = asked.idempotency_key
               AND o.created_at > at_time - interval '24 hours' LIMIT 1) AS known ON true
         ORDER BY asked.nr) AS asked;
    EXIT WHEN stale IS NULL;
    kept := kept || end_failed_orders(ids => stale, cause => 'the gateway gave no answer in time', at_time => at_time);
  END LOOP;

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

  IF 'bank_transfer' = ANY(gateways) THEN
    are_transfers := ARRAY(SELECT coalesce(gateways[nr] = 'bank_transfer' AND outcomes[nr] = 'opened', false)
                             FROM generate_series(1, cardinality(outcomes)) AS nr ORDER BY nr);
    SELECT a.outcomes, a.pay_bys INTO transfer_outcomes, transfer_ends
      FROM accept_transfers(event_ids => event_ids, carts => carts, emails => emails, are_asked => are_transfers, at_time => at_time) AS a;
    outcomes := ARRAY(SELECT coalesce(transfer_outcomes[nr], outcomes[nr]) FROM generate_series(1, cardinality(outcomes)) AS nr ORDER BY nr);
    window_ends := ARRAY(SELECT coalesce(transfer_ends[nr], window_ends[nr]) FROM generate_series(1, cardinality(outcomes)) AS nr ORDER BY nr);
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

  -- A cart may have been held while its admission was being used up by another order.
  SELECT a.entries, a.are_used INTO admissions, are_used FROM lock_admissions(event_ids, tokens) AS a;
  IF true = ANY(are_used) THEN
    outcomes := ARRAY(SELECT CASE WHEN are_used[nr] AND outcomes[nr] IN ('opened', 'confirmed') THEN 'reservation_expired' ELSE outcomes[nr] END
                        FROM generate_series(1, cardinality(outcomes)) AS nr ORDER BY nr);
  END IF;

  paid_carts := ARRAY(SELECT carts[nr] FROM generate_series(1, cardinality(outcomes)) AS nr WHERE outcomes[nr] = 'opened');
  free_carts := ARRAY(SELECT carts[nr] FROM generate_series(1, cardinality(outcomes)) AS nr WHERE outcomes[nr] = 'confirmed');
  -- One statement, of carts that are found by their ids alone. A free order is written as confirmed at once: to change its state would be
  -- to enter it in every index again. Its cart waits until it is known to hold everything.
  WITH made AS (
    INSERT INTO orders (id, reference, event_id, host_id, reservation_id, source, status, quote_reference, quote, total_minor, currency,
                        promo_code_id, promo_is_counted, seat_ids, seat_skus, email, first_name, last_name, phone, recipients, callback_url,
                        metadata, idempotency_key, request_hash, gateway, payment_account_id, start_by, pay_by, next_look_up_at, created_at,
                        confirmed_at, language, client_address, is_by_server, quantity, counts_until, receipt_token, return_token, return_terms)
    SELECT new_ids[asked.nr], new_references[asked.nr], r.event_id, host_ids[asked.nr], r.id, sources[asked.nr],
           CASE WHEN NOT asked.is_paid THEN 'confirmed' WHEN are_transfers[asked.nr] THEN 'pending_payment' ELSE 'processing' END, r.quote_reference, r.quote, totals[asked.nr],
           r.quote ->> 'currency', r.promo_code_id, NOT asked.is_paid AND r.promo_code_id IS NOT NULL,
           CASE WHEN are_seated[asked.nr] THEN (SELECT array_agg(s.id ORDER BY s.id) FROM seats AS s WHERE s.held_by = r.id) END,
           CASE WHEN are_seated[asked.nr] THEN (
             SELECT CASE WHEN count(s.held_as) > 0 THEN array_agg(coalesce(s.held_as, s.ticket_type_id) ORDER BY s.id) END
               FROM seats AS s WHERE s.held_by = r.id) END,
           emails[asked.nr], first_names[asked.nr], last_names[asked.nr], phones[asked.nr], recipients[asked.nr]::jsonb,
           callback_urls[asked.nr], coalesce(metadatas[asked.nr], '{}'), idempotency_keys[asked.nr],
           decode(request_hashes[asked.nr], 'hex'), CASE WHEN asked.is_paid THEN gateways[asked.nr] END,
           CASE WHEN asked.is_paid THEN account_ids[asked.nr] END, CASE WHEN asked.is_paid AND are_transfers[asked.nr] IS NOT TRUE THEN link_by END,
           CASE WHEN asked.is_paid THEN window_ends[asked.nr] END,
           CASE WHEN NOT asked.is_paid THEN NULL WHEN are_transfers[asked.nr] THEN window_ends[asked.nr] ELSE link_by END, at_time,
           CASE WHEN NOT asked.is_paid THEN at_time END, languages[asked.nr], CASE WHEN NOT r.is_exempt THEN r.client_address END, r.is_exempt, r.quantity,
           -- A free order counts as held for a day.
           CASE WHEN NOT asked.is_paid THEN at_time + interval '1 day' END, receipt_tokens[asked.nr], return_tokens[asked.nr],
           return_terms[asked.nr]
      FROM reservations AS r
      CROSS JOIN LATERAL (SELECT array_position(carts, r.id) AS nr, r.id = ANY(paid_carts) AS is_paid OFFSET 0) AS asked
     WHERE r.id = ANY(paid_carts || free_carts)
     ORDER BY host_ids[asked.nr], idempotency_keys[asked.nr], r.quote_reference
  ), changed AS (
    -- That a free order is confirmed is written with that it was made: one statement less.
    INSERT INTO order_changes (order_id, at, status, cause)
    SELECT new_ids[nr], at_time, change.status, change.cause
      FROM generate_series(1, cardinality(outcomes)) AS nr
      JOIN (VALUES (1, 'processing', 'the buyer ordered'), (2, 'confirmed', 'nothing to pay'),
                   (3, 'pending_payment', 'it waits for a bank transfer')) AS change (step, status, cause)
        ON change.step = 1 AND outcomes[nr] IN ('opened', 'confirmed') OR change.step = 2 AND outcomes[nr] = 'confirmed'
           OR change.step = 3 AND outcomes[nr] = 'opened' AND are_transfers[nr]
     ORDER BY nr, change.step
  )
  UPDATE reservations AS r
     SET order_id = new_ids[array_position(carts, r.id)],
         expires_at = window_ends[array_position(carts, r.id)] + grace_seconds * interval '1 second'
   WHERE r.id = ANY(paid_carts);
  IF admissions IS NOT NULL THEN
    INSERT INTO waiting_orders (order_id, event_id, entry_id)
    SELECT new_ids[nr], event_ids[nr], admissions[nr] FROM generate_series(1, cardinality(outcomes)) AS nr
     WHERE admissions[nr] IS NOT NULL AND outcomes[nr] IN ('opened', 'confirmed')
       -- Once the room is closed, people who have bought may buy again.
       AND (SELECT e.bought_at IS NULL FROM waiting_entries AS e WHERE e.event_id = event_ids[nr] AND e.id = admissions[nr]);
  END IF;
  -- The free ones first: they lock ticket types, which come before the seats of the others.
  --
  -- A cart can lapse after at_time, while this call waits for a lock, and another buyer take what it held. Whether it did is known once
  -- nobody can any more: of a free one under the locks of the ticket types, of a paid one when what it holds has its new expiry.
  IF cardinality(free_carts) > 0 THEN
    PERFORM 1 FROM ticket_types WHERE id = ANY(ARRAY(SELECT ticket_type_id FROM holds WHERE reservation_id = ANY(free_carts)))
      ORDER BY id FOR NO KEY UPDATE;
    lost_carts := find_lost_carts(free_carts);
    IF cardinality(lost_carts) > 0 THEN
      -- They end as paid ones do.
      UPDATE orders SET status = 'processing', confirmed_at = NULL, promo_is_counted = false
       WHERE id = ANY(ARRAY(SELECT new_ids[array_position(carts, id)] FROM unnest(lost_carts) AS cart (id)));
      DELETE FROM order_changes AS c WHERE c.order_id = ANY(ARRAY(SELECT new_ids[array_position(carts, id)] FROM unnest(lost_carts) AS cart (id)))
         AND c.status = 'confirmed';
      UPDATE reservations AS r SET order_id = new_ids[array_position(carts, r.id)] WHERE r.id = ANY(lost_carts);
      free_carts := ARRAY(SELECT id FROM unnest(free_carts) AS cart (id) WHERE NOT id = ANY(lost_carts));
    END IF;
    IF cardinality(free_carts) > 0 THEN
      UPDATE reservations AS r SET order_id = new_ids[array_position(carts, r.id)], ended_at = at_time, promo_code_id = NULL
       WHERE r.id = ANY(free_carts);
      PERFORM sell_orders(ids => ARRAY(SELECT new_ids[array_position(carts, id)] FROM unnest(free_carts) AS cart (id)),
                          carts => free_carts, cause => NULL, at_time => at_time);
    END IF;
  END IF;
  IF cardinality(paid_carts || kept) > 0 THEN
    PERFORM set_stock_expiry(paid_carts || kept);
  END IF;
  IF cardinality(paid_carts) > 0 THEN
    lost_carts := lost_carts || find_lost_carts(paid_carts);
  END IF;
  IF cardinality(lost_carts) > 0 THEN
    kept := end_failed_orders(ids => ARRAY(SELECT new_ids[array_position(carts, id)] FROM unnest(lost_carts) AS cart (id)),
                              cause => 'the cart lapsed while it was ordered', at_time => at_time);
    -- Its other holds lapse with it.
    UPDATE reservations SET expires_at = at_time WHERE id = ANY(kept);
    PERFORM set_stock_expiry(kept);
    outcomes := ARRAY(SELECT CASE WHEN carts[nr] = ANY(lost_carts) AND outcomes[nr] IN ('opened', 'confirmed') THEN 'reservation_expired'
                                  ELSE outcomes[nr] END FROM generate_series(1, cardinality(outcomes)) AS nr ORDER BY nr);
  END IF;

  IF true = ANY(are_transfers) THEN
    -- How to pay at once, and a reminder: a day before the end, or when a quarter of a shorter time is left.
    INSERT INTO jobs (id, kind, payload, unique_key, run_at)
    SELECT new_id(), 'send_mail', jsonb_build_object('mail', mail.name, 'orderId', new_ids[nr]), mail.name || ' ' || new_ids[nr], mail.run_at
      FROM generate_series(1, cardinality(outcomes)) AS nr
      CROSS JOIN LATERAL (VALUES ('transfer_due', at_time), ('transfer_reminder',
        window_ends[nr] - least(interval '1 day', (window_ends[nr] - at_time) / 4))) AS mail (name, run_at)
     WHERE are_transfers[nr] AND outcomes[nr] = 'opened';
    PERFORM pg_notify('jobs_due', 'send_mail');
  END IF;

  RETURN QUERY
  SELECT nr, outcomes[nr], found_ids[nr], totals[nr], CASE WHEN outcomes[nr] = 'opened' THEN window_ends[nr] END,
         receipt_tokens[nr], return_tokens[nr]
    FROM generate_series(1, cardinality(outcomes)) AS nr;
END $$;
