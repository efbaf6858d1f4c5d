-- Writes what hold_batch has decided, and answers it. The locks are held. Old carts end here; one that is held anew lives again.
CREATE OR REPLACE FUNCTION write_batch(
  at_time timestamptz, event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[],
  are_exempt boolean[], promo_ids uuid[], quote_references text[], quotes text[], cart_quantities integer[],
  line_requests integer[], line_at integer[], line_quantities integer[], type_ids uuid[],
  seat_requests integer[], seat_ids uuid[], seat_skus uuid[],
  -- By request: the reservation that it had before, and its promo code (where it has lapsed, the use has gone back already).
  old_ids uuid[], old_lives boolean[], old_promos uuid[],
  -- The orders of these reservations.
  old_orders uuid[],
  outcomes text[], guilty uuid[],
  OUT request integer, OUT outcome text, OUT token uuid, OUT expires_at timestamptz, OUT culprits uuid[]
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  replaced uuid[];
  codes uuid[];
BEGIN
  IF cardinality(array_remove(old_ids, NULL)) > 0 THEN
    SELECT array_agg(o.id), array_agg(o.code) FILTER (WHERE o.lives AND o.code IS NOT NULL) INTO replaced, codes
      FROM unnest(old_ids, old_lives, old_promos, outcomes) AS o (id, lives, code, outcome)
     WHERE o.id IS NOT NULL AND o.outcome IN ('held', 'refreshed', 'released');
    IF old_orders IS NOT NULL THEN
      -- A buyer who wants another cart gives up the order that waits for its payment: what is still paid for it comes late.
      PERFORM end_orders(
        ids => ARRAY(SELECT r.order_id FROM reservations AS r WHERE r.id = ANY(replaced) AND r.order_id IS NOT NULL),
        new_status => 'cancelled', cause => 'the buyer took another cart', at_time => at_time);
    END IF;
    IF replaced IS NOT NULL THEN
      PERFORM end_carts(ids => replaced, used_codes => codes, gives_up_orders => true, at_time => at_time);
    END IF;
  END IF;

  -- In the order of their keys, so that two processes that insert the same tokens or addresses can't deadlock.
  INSERT INTO reservations AS r (id, event_id, token, client_address, is_shared, is_exempt, quantity, first_held_at, expires_at,
                                 quote_reference, quote, promo_code_id)
  SELECT coalesce(q.old_id, q.new_id), q.event_id, q.token, q.address, q.is_shared, q.is_exempt, q.quantity, at_time,
         at_time + e.hold_minutes * interval '1 minute', q.quote_reference, q.quote::json, q.promo_id
    FROM unnest(event_ids, tokens, new_ids, are_shared, addresses, are_exempt, promo_ids, quote_references, quotes,
                cart_quantities, old_ids, outcomes)
         AS q (event_id, token, new_id, is_shared, address, is_exempt, promo_id, quote_reference, quote, quantity, old_id, outcome)
    JOIN events AS e ON e.id = q.event_id
   WHERE q.outcome IN ('held', 'refreshed')
   ORDER BY q.event_id, CASE WHEN q.is_shared THEN q.address END, q.token
  ON CONFLICT (id) DO UPDATE SET
    quantity = excluded.quantity,
    client_address = CASE WHEN r.is_shared AND NOT r.has_left_address THEN r.client_address ELSE excluded.client_address END,
    is_exempt = excluded.is_exempt,
    first_held_at = CASE WHEN r.expires_at > at_time AND r.ended_at = at_time THEN r.first_held_at ELSE at_time END,
    expires_at = CASE WHEN r.expires_at > at_time AND r.ended_at = at_time
                      -- One that outlives its hour, as its order has failed (end_failed_orders), keeps the time it has.
                      THEN least(excluded.expires_at, CASE WHEN r.first_held_at + interval '1 hour' > at_time
                                                           THEN r.first_held_at + interval '1 hour' ELSE r.expires_at END)
                      ELSE excluded.expires_at END,
    ended_at = NULL,
    quote_reference = excluded.quote_reference,
    quote = excluded.quote,
    promo_code_id = excluded.promo_code_id;

  INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
  SELECT r.id, type_ids[l.at], l.quantity, r.expires_at
    FROM unnest(line_requests, line_at, line_quantities) AS l (nr, at, quantity)
    JOIN reservations AS r ON r.id = coalesce(old_ids[l.nr], new_ids[l.nr])
   WHERE outcomes[l.nr] IN ('held', 'refreshed');
  UPDATE ticket_types AS t SET held = t.held + taken.quantity
    FROM (SELECT type_ids[l.at] AS id, sum(l.quantity)::integer AS quantity
            FROM unnest(line_requests, line_at, line_quantities) AS l (nr, at, quantity)
           WHERE outcomes[l.nr] IN ('held', 'refreshed') GROUP BY 1) AS taken
   WHERE t.id = taken.id;
  UPDATE promo_codes AS p SET uses = p.uses + taken.count
    FROM (SELECT q.id, count(*)::integer FROM unnest(promo_ids, outcomes) AS q (id, outcome)
           WHERE q.id IS NOT NULL AND q.outcome IN ('held', 'refreshed') GROUP BY 1) AS taken
   WHERE p.id = taken.id AND p.maximum_uses IS NOT NULL;
  IF cardinality(seat_requests) > 0 THEN
    UPDATE seats AS s SET held_by = r.id, held_until = r.expires_at, held_as = nullif(asked.sku, s.ticket_type_id)
      FROM unnest(seat_requests, seat_ids, seat_skus) AS asked (nr, id, sku)
      JOIN reservations AS r ON r.id = coalesce(old_ids[asked.nr], new_ids[asked.nr])
     WHERE s.id = asked.id AND outcomes[asked.nr] IN ('held', 'refreshed');
  END IF;

  RETURN QUERY
  SELECT q.nr::integer, q.outcome, r.token, r.expires_at,
         CASE WHEN q.outcome = 'seats_taken' THEN find_taken_seats(
                ids => ARRAY(SELECT asked.id FROM unnest(seat_requests, seat_ids) AS asked (nr, id) WHERE asked.nr = q.nr),
                own_cart => q.old_id, at_time => at_time)
              WHEN q.guilty IS NOT NULL THEN ARRAY[q.guilty] END
    FROM unnest(outcomes, guilty, old_ids, new_ids) WITH ORDINALITY AS q (outcome, guilty, old_id, new_id, nr)
    LEFT JOIN reservations AS r ON r.id = coalesce(q.old_id, q.new_id) AND q.outcome IN ('held', 'refreshed')
   ORDER BY q.nr;
END $$;
