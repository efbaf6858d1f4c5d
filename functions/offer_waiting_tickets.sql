-- Offers what is free of a ticket type to those who are next on its waiting list, and says to how many. An offer is a reservation of its own, for
-- which a mail is sent. What is awaited and not offered stays out of reach of everybody else (hold_batch).
CREATE OR REPLACE FUNCTION offer_waiting_tickets(of_type uuid, OUT offers integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  -- The locks are held for one small set only.
  most constant integer := 50;
  at_time timestamptz;
  next uuid[];
  sold_type ticket_types;
  types uuid[];
  until timestamptz;
  free integer;
  entry record;
  given integer;
  reservation uuid;
BEGIN
  offers := 0;
  next := ARRAY(
    SELECT e.id FROM waiting_list_entries AS e JOIN waiting_lists AS l ON l.event_id = e.event_id
     WHERE e.ticket_type_id = of_type AND e.state = 'waiting' AND (l.draws_at IS NULL OR l.drawn_at IS NOT NULL)
     ORDER BY e.rank, e.confirmed_at, e.id LIMIT most);
  IF next = '{}' THEN RETURN; END IF;
  PERFORM 1 FROM waiting_list_entries AS e WHERE e.id = ANY(next) ORDER BY e.id FOR UPDATE;
  types := with_pool_types(ARRAY[of_type]);
  PERFORM 1 FROM ticket_types AS t WHERE t.id = ANY(types) ORDER BY t.id FOR NO KEY UPDATE;
  at_time := clock_timestamp();
  -- The pool has changed meanwhile: next time.
  IF EXISTS (SELECT 1 FROM unnest(with_pool_types(ARRAY[of_type])) AS now (id) WHERE NOT now.id = ANY(types)) THEN RETURN; END IF;
  PERFORM give_back_stock(of_carts => '{}', of_types => types, lapsed_by => at_time);
  SELECT * INTO sold_type FROM ticket_types AS t WHERE t.id = of_type;
  SELECT least(at_time + l.offer_minutes * interval '1 minute', e.closes_at, sold_type.sale_ends_at) INTO until
    FROM events AS e JOIN waiting_lists AS l ON l.event_id = e.id JOIN hosts AS h ON h.id = e.host_id
   WHERE e.id = sold_type.event_id AND e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time AND h.suspended_at IS NULL
     AND coalesce(sold_type.sale_starts_at <= at_time, true) AND coalesce(sold_type.sale_ends_at > at_time, true);
  IF until IS NULL THEN RETURN; END IF;
  -- Tickets that buyers have put on sale again are theirs again when resale ends: an offer of one lasts no longer, but long enough to be taken.
  IF sold_type.listed > 0 THEN
    until := least(until, greatest(at_time + interval '15 minutes', (
      SELECT min(e.starts_at - (o.return_terms ->> 'hours')::integer * interval '1 hour')
        FROM returns AS r JOIN orders AS o ON o.id = r.order_id JOIN events AS e ON e.id = r.event_id WHERE r.listed_type_id = of_type)));
  END IF;
  -- Of a ticket type without a pool that is null, which least() leaves out.
  free := least(sold_type.capacity - sold_type.sold - sold_type.held, (pools_left(ARRAY[sold_type.pool_id]))[1]);
  FOR entry IN
    SELECT e.id, e.quantity FROM waiting_list_entries AS e
     WHERE e.id = ANY(next) AND e.state = 'waiting' ORDER BY e.rank, e.confirmed_at, e.id
  LOOP
    given := least(entry.quantity, free, sold_type.maximum_per_order);
    EXIT WHEN given <= 0;
    reservation := new_id();
    -- Nobody knows its token. It is exempt: it counts for no address.
    INSERT INTO reservations (id, event_id, token, client_address, is_shared, is_exempt, quantity, first_held_at, expires_at,
                              quote_reference, quote)
    VALUES (reservation, sold_type.event_id, gen_random_uuid(), 'waiting list', false, true, given, at_time, until, '', '{}');
    INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at) VALUES (reservation, of_type, given, until);
    UPDATE ticket_types AS t SET held = t.held + given, awaited = t.awaited - entry.quantity WHERE t.id = of_type;
    UPDATE waiting_list_entries AS e
       SET state = 'offered', reservation_id = reservation, offered_at = at_time, offered_until = until, offered_quantity = given,
           price_minor = sold_type.price_minor
     WHERE e.id = entry.id;
    INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_waiting_list_mail', jsonb_build_object('entryId', entry.id, 'about', 'offer'));
    free := free - given;
    offers := offers + 1;
  END LOOP;
  IF offers > 0 THEN
    PERFORM pg_notify('jobs_due', 'send_waiting_list_mail');
  END IF;
END $$;
