-- The heart of the product: many carts decided in one call, one transaction, one fsync.
--
-- Requests come in the order of their arrival and are decided in that order, under the locks of all ticket types that any
-- of them touches, taken in the order that functions/README.md gives. A cart without lines releases what its token holds.
--
-- Ticket types that draw on one pool are locked together (docs/decisions/pools.md). The program says which those are: it knows from its
-- offers. Where that is no longer true, the answer is stale_price, and the program reads its offers anew.
--
-- A client's networks are its address (of IPv6 its /64) and, of IPv6, the /48 around that. Each network has caps: on the
-- tickets of the event, and on a share of the event's capacity and of each ticket type's (docs/decisions/hoarding.md). What
-- counts is what carts hold now, unpaid orders' among them, and free orders of the last day. Orders that lapsed unpaid lately
-- count too, towards a cap that is lapse_factor times as high. Under the locks the caps per ticket type are exact.
--
-- Outcomes: held, refreshed, released; or unavailable, not_on_sale, stale_price, address_limit, address_lapsed,
-- promo_unavailable, seats_taken, nothing_to_release; or again, for a request that must come in a later batch than its twin.
--
-- Answered by one row. Where everybody is held until the same time, each by their own token, it says that time; otherwise an array
-- of outcome, token, expiry, culprits (the ticket type or the seats that stood in the way) and, of some refusals, the reason for each request.
CREATE OR REPLACE FUNCTION hold_batch(
  -- The event of all requests, where each has a token of its own; null otherwise.
  only_event uuid,
  event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[], are_exempt boolean[],
  promo_ids uuid[], quote_references text[],
  -- The distinct quotes; requests name theirs by its index.
  quotes json[], quote_at integer[], cart_quantities integer[],
  -- The index of each request's first line; null where it releases.
  first_lines integer[],
  -- The distinct ticket types, how many of each are asked for in all, and at which price (null where the lines disagree);
  -- lines name theirs by its index here. Behind them, nothing of which is asked for, the other ticket types of their pools.
  asked_types uuid[], asked_quantities integer[], asked_prices bigint[],
  line_requests integer[], line_at integer[], line_quantities integer[], line_prices bigint[],
  -- The indexes of each request's networks: of its address and of the wider one; null where there is none to count.
  narrow_at integer[], wide_at integer[],
  -- The distinct events and networks: between which addresses each lies, how many tickets are asked for from it in all, how
  -- many of the event it may have, and which share of what there is.
  network_events uuid[], network_lows text[], network_highs text[], network_asked integer[], network_limits integer[],
  network_percents integer[],
  -- The most of these that is asked for from one address, where no wider network is counted; null otherwise.
  most_asked integer,
  seat_requests integer[], seat_ids uuid[],
  -- As what each seat is bought; null, or none: as its own ticket type.
  seat_skus uuid[],
  share_floor integer, lapse_factor integer,
  OUT held_until timestamptz, OUT answers json
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  request_count constant integer := cardinality(event_ids);
  seat_count constant integer := cardinality(seat_requests);
  at_time timestamptz;
  -- By request.
  old_ids uuid[];
  -- Carts of an address that it no longer finds.
  left_ids uuid[];
  old_lives boolean[];
  old_promos uuid[];
  -- The networks that ask now, where the old cart counts in them.
  old_narrow_at integer[];
  old_wide_at integer[];
  outcomes text[] := array_fill(NULL::text, ARRAY[request_count]);
  guilty uuid[];
  reasons text[];
  -- The orders of the old carts.
  old_orders uuid[];
  -- By ticket type: those asked for, then those that only the old carts hold.
  type_ids uuid[] := asked_types;
  free integer[];
  is_open boolean[];
  prices bigint[];
  expiries timestamptz[];
  capacities integer[];
  type_events uuid[];
  smallest integer;
  pools_of_types uuid[];
  -- By pool that is asked for. Whole: all of its ticket types are locked.
  pool_ids uuid[];
  pool_capacities integer[];
  pool_asked integer[];
  are_whole boolean[];
  pool_free integer[];
  -- By ticket type: the index of its pool; null where it has none that is asked for.
  pool_at integer[];
  -- The holds that the requests' old carts still have, sorted by request.
  kept_requests integer[];
  kept_at integer[];
  kept_quantities integer[];
  -- By network: whether it may be near a cap, what it has of the event, and how much it may have.
  are_tight boolean[];
  network_used integer[];
  network_caps integer[];
  -- By network and ticket type: what it has, and what lapsed unpaid lately.
  used integer[];
  lapsed integer[];
  -- By distinct promo code.
  promo_code_ids uuid[];
  promo_left integer[];
  promo_at integer[];
  old_promo_at integer[];
  -- The distinct seats asked for: who holds each now (null: nobody), and how many its table has. By seat asked for, its index among them.
  seat_owners uuid[];
  seat_tables integer[];
  seat_at integer[];
  -- The events whose hosts have choices refused that leave a single seat; and, by request, such seats.
  strict_events uuid[];
  single_seats jsonb := '{}';
  has_old boolean;
  has_pool boolean;
  -- Of some ticket type there is less than all requests ask for together; of all, the price is right and the sale on; some
  -- network may be near a cap.
  is_short boolean;
  is_as_offered boolean;
  is_tight boolean;
  -- The most that one of the addresses has; null where it was not asked.
  most_had integer;
  is_common boolean;
  request_nr integer;
BEGIN
  -- 1. The reservations that these tokens, or addresses, have already. Mostly there are none, which is quickly asked.
  has_old := only_event IS NULL OR EXISTS (
    SELECT 1 FROM reservations AS r WHERE r.event_id = only_event AND r.token = ANY(tokens));
  IF has_old THEN
    SELECT array_agg(found.id ORDER BY asked.nr), bool_or(found.id IS NOT NULL)
      INTO old_ids, has_old
      FROM unnest(event_ids, tokens, are_shared, addresses) WITH ORDINALITY AS asked (event_id, token, is_shared, address, nr)
      LEFT JOIN LATERAL (
        SELECT id FROM reservations AS r
         WHERE NOT asked.is_shared AND r.event_id = asked.event_id AND r.token = asked.token
        UNION ALL
        SELECT id FROM reservations AS r
         WHERE asked.is_shared AND r.is_shared AND NOT r.has_left_address AND r.event_id = asked.event_id AND r.client_address = asked.address
      ) AS found ON true;
  END IF;

  -- 2. Their locks, and those of all ticket types involved: also of those that only the old carts hold.
  IF has_old THEN
    SELECT array_agg(order_id) FILTER (WHERE order_id IS NOT NULL) INTO old_orders
      FROM (SELECT order_id FROM reservations WHERE id = ANY(old_ids) ORDER BY id FOR UPDATE) AS locked;
    IF old_orders IS NOT NULL THEN
      PERFORM 1 FROM orders WHERE id = ANY(old_orders) ORDER BY id FOR UPDATE;
    END IF;
    -- The address alone finds a cart only while it is held and has no order: a neighbour may be paying for it. Asked behind the lock,
    -- which whoever orders takes too.
    IF only_event IS NULL THEN
      SELECT array_agg(CASE WHEN NOT found.is_left THEN old.id END ORDER BY old.nr),
             array_agg(CASE WHEN found.is_left THEN old.id END ORDER BY old.nr)
        INTO old_ids, left_ids
        FROM unnest(old_ids, are_shared) WITH ORDINALITY AS old (id, is_shared, nr) LEFT JOIN reservations AS r ON r.id = old.id
        CROSS JOIN LATERAL (
          SELECT old.is_shared AND (r.has_left_address OR r.order_id IS NOT NULL OR r.ended_at IS NOT NULL
                                    OR r.expires_at <= clock_timestamp()) AS is_left) AS found;
    END IF;
    type_ids := asked_types || ARRAY(
      SELECT DISTINCT ticket_type_id FROM holds WHERE reservation_id = ANY(old_ids) AND NOT ticket_type_id = ANY(asked_types));
  END IF;
  -- Neighbours may be of other ticket types: nobody holds one of them while it is decided whether a seat is left alone.
  IF seat_count > 0 THEN
    SELECT array_agg(h.event_id) INTO strict_events FROM event_halls AS h
     WHERE h.event_id = ANY(event_ids) AND h.leaves_no_single AND h.refuses_single;
    IF strict_events IS NOT NULL THEN
      type_ids := type_ids || ARRAY(
        SELECT t.id FROM ticket_types AS t WHERE t.event_id = ANY(strict_events) AND t.kind = 'SEATED' AND NOT t.id = ANY(type_ids));
    END IF;
  END IF;
  PERFORM 1 FROM ticket_types WHERE id = ANY(type_ids) ORDER BY id FOR NO KEY UPDATE;
  at_time := clock_timestamp();
  SELECT array_agg(now.free ORDER BY types.at), array_agg(t.price_minor ORDER BY types.at),
         array_agg(now.is_open ORDER BY types.at), array_agg(now.expiry ORDER BY types.at),
         array_agg(t.capacity ORDER BY types.at), array_agg(t.event_id ORDER BY types.at), min(t.capacity),
         bool_or(now.free < types.asked),
         bool_and(now.is_open AND t.price_minor IS NOT DISTINCT FROM types.price) FILTER (WHERE types.asked IS NOT NULL),
         array_agg(t.pool_id ORDER BY types.at), bool_or(t.pool_id IS NOT NULL AND types.asked IS NOT NULL),
         -- Address by address: with a list of them the planner would go through all of the event. Not asked where stock is short: such
         -- a batch is mostly not decided at once.
         CASE WHEN only_event IS NOT NULL AND most_asked > 0 AND NOT bool_or(now.free < types.asked) THEN (
           SELECT max(
             -- The event as a CASE: no other index that has it may be the way in.
             (SELECT coalesce(sum(CASE WHEN r.event_id = only_event THEN r.quantity END), 0) FROM reservations AS r
               WHERE r.client_address COLLATE "C" = asking.address
                 AND r.ended_at IS NULL AND NOT r.is_exempt AND r.expires_at > at_time)
             -- In the order of orders_counted: a plan made while there are no orders would go through all of the event.
             + (SELECT coalesce(sum(counted.quantity), 0) FROM (
                  SELECT o.quantity FROM orders AS o
                   WHERE o.event_id = only_event AND o.client_address COLLATE "C" BETWEEN asking.address AND asking.address
                     AND o.client_address IS NOT NULL AND o.counts_until IS NOT NULL AND o.counts_until > at_time
                   ORDER BY o.client_address COLLATE "C" OFFSET 0) AS counted))
             FROM unnest(addresses) AS asking (address)) END
    INTO free, prices, is_open, expiries, capacities, type_events, smallest, is_short, is_as_offered, pools_of_types, has_pool, most_had
    FROM unnest(type_ids, asked_quantities, asked_prices) WITH ORDINALITY AS types (id, asked, price, at)
    -- A ticket type that its host has deleted, while this call waited for its lock, keeps its place in the arrays: nothing of it
    -- is free, and it is not on sale.
    LEFT JOIN ticket_types AS t ON t.id = types.id LEFT JOIN events AS e ON e.id = t.event_id
    CROSS JOIN LATERAL (
      -- Below nothing where more are awaited than are left: that belongs to the waiting list.
      SELECT coalesce(t.capacity - t.sold - t.held - t.awaited, 0) AS free, at_time + e.hold_minutes * interval '1 minute' AS expiry,
             t.id IS NOT NULL AND e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time
             AND (SELECT h.suspended_at IS NULL FROM hosts AS h WHERE h.id = e.host_id)
             AND coalesce(t.sale_starts_at <= at_time, true) AND coalesce(t.sale_ends_at > at_time, true) AS is_open
      -- Worked out once, not once for each use.
      OFFSET 0) AS now;

  -- Of a pool no more can be had than is left of it, and of its share no more than of a ticket type of its size. One that is not whole
  -- has changed since the program read its offers: no price of its ticket types is right.
  IF has_pool THEN
    SELECT array_agg(p.id ORDER BY p.id), array_agg(p.capacity ORDER BY p.id), array_agg(asked.quantity ORDER BY p.id),
           array_agg(NOT EXISTS (SELECT 1 FROM ticket_types AS t
                                  WHERE t.event_id = p.event_id AND t.pool_id = p.id AND NOT t.id = ANY(type_ids)) ORDER BY p.id)
      INTO pool_ids, pool_capacities, pool_asked, are_whole
      FROM (SELECT t.pool_id AS id, sum(t.asked)::integer AS quantity FROM unnest(pools_of_types, asked_quantities) AS t (pool_id, asked)
             WHERE t.pool_id IS NOT NULL AND t.asked IS NOT NULL GROUP BY 1) AS asked
      CROSS JOIN LATERAL (SELECT * FROM pools WHERE pools.id = asked.id LIMIT 1) AS p;
    pool_free := pools_on_sale(pool_ids);
    SELECT array_agg(now.pool_at ORDER BY t.at), array_agg(least(t.capacity, pool_capacities[now.pool_at]) ORDER BY t.at),
           array_agg(CASE WHEN are_whole[now.pool_at] IS FALSE THEN -1 ELSE t.price END ORDER BY t.at)
      INTO pool_at, capacities, prices
      FROM unnest(pools_of_types, capacities, prices) WITH ORDINALITY AS t (pool_id, capacity, price, at)
      CROSS JOIN LATERAL (SELECT array_position(pool_ids, t.pool_id) AS pool_at) AS now;
    smallest := (SELECT min(capacity) FROM unnest(capacities) AS t (capacity));
    is_as_offered := is_as_offered AND NOT false = ANY(are_whole);
    is_short := is_short OR EXISTS (SELECT 1 FROM unnest(pool_free, pool_asked) AS p (free, asked) WHERE p.free < p.asked);
  END IF;

  -- 3. Where stock is short, what has lapsed is given back first: nobody waits for the sweeper. So are lapsed carts whose
  -- token asks again, whatever becomes of that.
  IF has_old OR is_short THEN
    SELECT array_agg(types.unsold + coalesce(back.quantity, 0) ORDER BY types.at),
           bool_or(types.unsold + coalesce(back.quantity, 0) < types.asked)
      INTO free, is_short
      FROM unnest(type_ids, free, asked_quantities) WITH ORDINALITY AS types (id, unsold, asked, at)
      LEFT JOIN give_back_stock(
        of_carts => old_ids, lapsed_by => at_time,
        of_types => ARRAY(SELECT t.id FROM unnest(type_ids, free, asked_quantities, pool_at) AS t (id, free, asked, pool_at)
                           WHERE t.free < t.asked OR pool_free[t.pool_at] < pool_asked[t.pool_at])
      ) AS back ON back.ticket_type_id = types.id;
    IF has_pool THEN
      pool_free := pools_on_sale(pool_ids);
      is_short := is_short OR EXISTS (SELECT 1 FROM unnest(pool_free, pool_asked) AS p (free, asked) WHERE p.free < p.asked);
    END IF;
  END IF;

  -- 4. Nobody is special so far, and the most that one address has and the most that one asks for are together within the smallest
  -- cap of all: then no cap is near. Most batches are like that. In a batch of several events what each has is looked at one by one.
  is_common := NOT has_old AND seat_count = 0 AND NOT is_short AND is_as_offered
    AND array_position(cart_quantities, 0) IS NULL AND cardinality(array_remove(promo_ids, NULL)) = 0;
  IF NOT coalesce(is_common AND only_event IS NOT NULL AND most_asked + CASE WHEN most_asked > 0 THEN most_had ELSE 0 END
                  <= least(network_limits[1], network_cap(smallest, network_percents[1], share_floor)), false) THEN
    -- Each network's tickets of each event, or a little more: it does not ask for the ticket types, nor for void free tickets. While that
    -- is within the smallest cap, no cap is near.
    SELECT array_agg(found.is_tight ORDER BY n.at), coalesce(bool_or(found.is_tight), false)
      INTO are_tight, is_tight
      FROM unnest(network_events, network_lows, network_highs, network_asked, network_limits, network_percents) WITH ORDINALITY
           AS n (event_id, low, high, asked, most, percent, at)
      CROSS JOIN LATERAL (
        SELECT n.asked
               + (SELECT coalesce(sum(CASE WHEN r.event_id = n.event_id THEN r.quantity END), 0) FROM reservations AS r
                   WHERE r.client_address COLLATE "C" BETWEEN n.low AND n.high
                     AND r.ended_at IS NULL AND NOT r.is_exempt AND r.expires_at > at_time)
               -- In the order of orders_counted: a plan made while there are no orders would go through all of the event.
               + (SELECT coalesce(sum(counted.quantity), 0) FROM (
                    SELECT o.quantity FROM orders AS o
                     WHERE o.event_id = n.event_id AND o.client_address COLLATE "C" BETWEEN n.low AND n.high
                       AND o.client_address IS NOT NULL AND o.counts_until IS NOT NULL AND o.counts_until > at_time
                     ORDER BY o.client_address COLLATE "C" OFFSET 0) AS counted) AS quantity
        -- Counted once, not once for each use of the number.
        OFFSET 0) AS have
      CROSS JOIN LATERAL (
        -- The smallest ticket type of the batch may be another event's: only who passes that cap is held against its own.
        SELECT have.quantity > n.most OR CASE WHEN have.quantity > network_cap(smallest, n.percent, share_floor) THEN
                 have.quantity > (SELECT network_cap(min(t.capacity), n.percent, share_floor)
                                    FROM unnest(type_events, capacities) AS t (event_id, capacity) WHERE t.event_id = n.event_id)
               ELSE false END AS is_tight OFFSET 0) AS found;
    is_common := is_common AND NOT is_tight;
  END IF;

  -- 5. Everybody fits and nobody is special: the common case, decided at once and written by one statement. What that costs
  -- is mostly to start a statement, so every question above is asked along with another, and here none is left to ask.
  IF is_common THEN
    WITH reserved AS (
      INSERT INTO reservations (id, event_id, token, client_address, is_shared, is_exempt, quantity, first_held_at, expires_at,
                                quote_reference, quote, promo_code_id)
      SELECT new_ids[q.nr], event_ids[q.nr], tokens[q.nr], addresses[q.nr], are_shared[q.nr], are_exempt[q.nr],
             cart_quantities[q.nr], at_time, expiries[line_at[first_lines[q.nr]]], quote_references[q.nr], quotes[quote_at[q.nr]], NULL
        FROM generate_series(1, request_count) AS q (nr)
       -- As in write_batch: two batches that insert the same carts must not deadlock.
       ORDER BY event_ids[q.nr], CASE WHEN are_shared[q.nr] THEN addresses[q.nr] END, tokens[q.nr]
    ), held AS (
      INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
      SELECT new_ids[line_requests[l.nr]], asked_types[line_at[l.nr]], line_quantities[l.nr], expiries[line_at[l.nr]]
        FROM generate_series(1, cardinality(line_requests)) AS l (nr)
    )
    UPDATE ticket_types AS t SET held = t.held + taken.quantity
      FROM unnest(asked_types, asked_quantities) AS taken (id, quantity) WHERE t.id = taken.id AND taken.quantity IS NOT NULL;
    IF only_event IS NOT NULL THEN
      held_until := expiries[1];
      RETURN;
    END IF;
    SELECT json_agg(json_build_array('held', tokens[q.nr], expiries[line_at[first_lines[q.nr]]], NULL) ORDER BY q.nr)
      INTO answers FROM generate_series(1, request_count) AS q (nr);
    RETURN;
  END IF;

  -- 6. One by one, in the order of arrival, on arrays.
  old_ids := coalesce(old_ids, array_fill(NULL::uuid, ARRAY[request_count]));
  IF has_old THEN
    SELECT array_agg(r.ended_at IS NULL AND r.expires_at > at_time ORDER BY o.nr),
           array_agg(CASE WHEN r.ended_at IS NULL THEN r.promo_code_id END ORDER BY o.nr),
           array_agg(CASE WHEN counted.is_so AND r.client_address = addresses[o.nr] THEN narrow_at[o.nr] END ORDER BY o.nr),
           array_agg(CASE WHEN counted.is_so AND r.client_address COLLATE "C"
                               BETWEEN network_lows[wide_at[o.nr]] AND network_highs[wide_at[o.nr]]
                          THEN wide_at[o.nr] END ORDER BY o.nr)
      INTO old_lives, old_promos, old_narrow_at, old_wide_at
      FROM unnest(old_ids) WITH ORDINALITY AS o (id, nr) LEFT JOIN reservations AS r ON r.id = o.id
      CROSS JOIN LATERAL (SELECT r.ended_at IS NULL AND r.expires_at > at_time AND NOT r.is_exempt AS is_so) AS counted;
    -- Without a join on the ticket types, which the planner would take for the way in: through all their holds.
    SELECT array_agg(o.nr ORDER BY o.nr), array_agg(array_position(type_ids, h.ticket_type_id) ORDER BY o.nr),
           array_agg(h.quantity ORDER BY o.nr)
      INTO kept_requests, kept_at, kept_quantities
      FROM unnest(old_ids) WITH ORDINALITY AS o (id, nr) JOIN holds AS h ON h.reservation_id = o.id;
  END IF;

  IF cardinality(array_remove(promo_ids || old_promos, NULL)) > 0 THEN
    SELECT array_agg(DISTINCT p.id ORDER BY p.id) INTO promo_code_ids FROM unnest(promo_ids || old_promos) AS p (id)
     WHERE p.id IS NOT NULL;
    promo_left := lock_promo_codes(promo_code_ids, at_time);
    SELECT array_agg(array_position(promo_code_ids, asked.id) ORDER BY nr),
           array_agg(CASE WHEN asked.old_lives THEN array_position(promo_code_ids, asked.old_id) END ORDER BY nr)
      INTO promo_at, old_promo_at
      FROM unnest(promo_ids, old_promos, old_lives) WITH ORDINALITY AS asked (id, old_id, old_lives, nr);
  END IF;

  IF seat_count > 0 THEN
    SELECT l.outcomes, l.seat_at, l.seat_owners, l.seat_tables, l.single_seats
      INTO outcomes, seat_at, seat_owners, seat_tables, single_seats
      FROM lock_seats(
        outcomes => outcomes, at_time => at_time, event_ids => event_ids, addresses => addresses, are_exempt => are_exempt, old_ids => old_ids,
        line_requests => line_requests, line_at => line_at, line_quantities => line_quantities, type_ids => type_ids,
        pools_of_types => pools_of_types, seat_requests => seat_requests, seat_ids => seat_ids, seat_skus => seat_skus,
        strict_events => strict_events) AS l;
  END IF;

  -- Exactly what the networks have that may be near a cap.
  IF is_tight THEN
    SELECT c.used, c.lapsed, c.network_used, c.network_caps INTO used, lapsed, network_used, network_caps
      FROM count_taken(
        at_time => at_time, network_events => network_events, network_lows => network_lows, network_highs => network_highs,
        network_limits => network_limits, network_percents => network_percents, are_tight => are_tight, type_ids => type_ids,
        share_floor => share_floor) AS c;
  END IF;

  -- A buyer whose first cart was committed while this batch waited for its locks comes again: the two would be in each other's way.
  FOR request_nr IN
    SELECT asked.nr FROM unnest(event_ids, tokens, are_shared, addresses, old_ids)
           WITH ORDINALITY AS asked (event_id, token, is_shared, address, old_id, nr)
     WHERE asked.old_id IS NULL AND CASE WHEN asked.is_shared
       THEN EXISTS (SELECT 1 FROM reservations AS r
                     WHERE r.is_shared AND NOT r.has_left_address AND r.event_id = asked.event_id AND r.client_address = asked.address
                       AND r.order_id IS NULL AND r.ended_at IS NULL AND r.expires_at > at_time)
       ELSE EXISTS (SELECT 1 FROM reservations AS r WHERE r.event_id = asked.event_id AND r.token = asked.token) END
  LOOP
    outcomes[request_nr] := 'again';
  END LOOP;

  SELECT d.outcomes, d.guilty INTO outcomes, guilty FROM decide_batch(
    outcomes => outcomes, cart_quantities => cart_quantities, new_ids => new_ids, old_ids => old_ids, old_lives => old_lives,
    promo_at => promo_at, old_promo_at => old_promo_at, narrow_at => narrow_at, wide_at => wide_at,
    old_narrow_at => old_narrow_at, old_wide_at => old_wide_at,
    line_requests => line_requests, line_at => line_at, line_quantities => line_quantities, line_prices => line_prices,
    kept_requests => kept_requests, kept_at => kept_at, kept_quantities => kept_quantities,
    type_ids => type_ids, free => free, is_open => is_open, prices => prices, capacities => capacities,
    pool_at => pool_at, pool_free => pool_free, pool_capacities => pool_capacities,
    are_tight => are_tight, network_used => network_used, network_caps => network_caps, network_percents => network_percents,
    used => used, lapsed => lapsed, promo_left => promo_left,
    seat_requests => seat_requests, seat_at => seat_at, seat_owners => seat_owners,
    seat_tables => seat_tables,
    share_floor => share_floor, lapse_factor => lapse_factor) AS d;

  -- 7. Sets write what was decided. Where nobody got anything there is nothing to write.
  IF has_old OR outcomes && ARRAY['held', 'refreshed'] THEN
    IF cardinality(array_remove(left_ids, NULL)) > 0 THEN
      -- An address has one cart: the new one.
      UPDATE reservations SET has_left_address = true
       WHERE id = ANY(ARRAY(SELECT l.id FROM unnest(left_ids, outcomes) AS l (id, outcome) WHERE l.outcome = 'held'));
    END IF;
    SELECT json_agg(json_build_array(w.outcome, w.token, w.expires_at, w.culprits) ORDER BY w.request) INTO answers FROM write_batch(
      at_time => at_time, event_ids => event_ids, tokens => tokens, new_ids => new_ids, are_shared => are_shared,
      addresses => addresses, are_exempt => are_exempt, promo_ids => promo_ids, quote_references => quote_references,
      quotes => ARRAY(SELECT quotes[q.at]::text FROM unnest(quote_at) WITH ORDINALITY AS q (at, nr) ORDER BY q.nr),
      cart_quantities => cart_quantities, line_requests => line_requests, line_at => line_at,
      line_quantities => line_quantities, type_ids => type_ids, seat_requests => seat_requests, seat_ids => seat_ids,
      seat_skus => seat_skus, old_ids => old_ids, old_lives => old_lives, old_promos => old_promos, old_orders => old_orders, outcomes => outcomes,
      guilty => guilty) AS w;
    reasons := refusal_reasons(outcomes => outcomes, guilty => guilty, own_carts => old_ids, at_time => at_time);
    IF reasons IS NOT NULL THEN
      SELECT json_agg(a.answer::jsonb || jsonb_build_array(reasons[a.nr]) ORDER BY a.nr) INTO answers
        FROM json_array_elements(answers) WITH ORDINALITY AS a (answer, nr);
    END IF;
  ELSE
    reasons := refusal_reasons(outcomes => outcomes, guilty => guilty, own_carts => old_ids, at_time => at_time);
    SELECT json_agg(json_build_array(q.outcome, NULL, NULL,
                      CASE WHEN q.outcome = 'seats_taken' THEN find_taken_seats(
                             ids => ARRAY(SELECT asked.id FROM unnest(seat_requests, seat_ids) AS asked (nr, id)
                                           WHERE asked.nr = q.nr),
                             own_cart => NULL, at_time => at_time)
                           WHEN q.guilty IS NOT NULL THEN ARRAY[q.guilty] END, reasons[q.nr]) ORDER BY q.nr) INTO answers
      FROM unnest(outcomes, guilty) WITH ORDINALITY AS q (outcome, guilty, nr);
  END IF;
  -- Nobody has these seats, so no culprit is named so far. For an older program it is as if the seats left alone were taken.
  IF single_seats <> '{}' THEN
    SELECT json_agg(CASE WHEN single_seats ? a.nr::text AND a.answer ->> 0 = 'seats_taken' AND json_array_length(a.answer -> 3) = 0
                         THEN json_build_array('seats_taken', NULL, NULL, single_seats -> a.nr::text, 'leaves_single_seat')
                         ELSE a.answer END ORDER BY a.nr) INTO answers
      FROM json_array_elements(answers) WITH ORDINALITY AS a (answer, nr);
  END IF;
END $$;
