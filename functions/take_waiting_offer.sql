-- Moves what is offered to somebody of a waiting list into the cart of this token, instead of all that the cart held before. The tickets are free at
-- no instant: their holds change hands. What is left of an offer of several goes to the next.
--
-- Outcomes: held; refreshed, where the cart has exactly that already, and is held once more; over, where the offer has lapsed or ended, or another
-- cart has taken it; too_many, where more is asked for than is offered; other_price, where it was not priced as it was offered; not_on_sale.
CREATE OR REPLACE FUNCTION take_waiting_offer(
  entry uuid, of_event uuid, for_token uuid, address text, of_type uuid, wanted integer, at_price bigint, with_reference text, with_quote json,
  OUT outcome text, OUT expires_at timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  offer waiting_list_entries;
  own reservations;
  ends uuid[];
  cart uuid;
BEGIN
  -- 1. Both carts, the orders of the own one, the entry and the ticket types of both: in the order of functions/README.md.
  SELECT * INTO offer FROM waiting_list_entries AS e WHERE e.id = entry AND e.event_id = of_event;
  SELECT * INTO own FROM reservations AS r WHERE r.event_id = of_event AND r.token = for_token;
  PERFORM 1 FROM reservations AS r WHERE r.id = ANY(ARRAY[offer.reservation_id, own.id]) ORDER BY r.id FOR UPDATE;
  SELECT * INTO own FROM reservations AS r WHERE r.id = own.id;
  PERFORM 1 FROM orders AS o WHERE o.id = own.order_id FOR UPDATE;
  SELECT * INTO offer FROM waiting_list_entries AS e WHERE e.id = entry AND e.event_id = of_event FOR UPDATE;
  PERFORM 1 FROM ticket_types AS t
    WHERE t.id = ANY(ARRAY(SELECT h.ticket_type_id FROM holds AS h WHERE h.reservation_id = own.id) || offer.ticket_type_id)
    ORDER BY t.id FOR NO KEY UPDATE;
  -- Behind the locks: whoever takes what has lapsed has them too.
  at_time := clock_timestamp();

  -- 2. Is it this visitor's to take?
  cart := coalesce(own.id, offer.reservation_id);
  IF offer.state = 'taken' AND offer.reservation_id = own.id AND own.ended_at IS NULL AND own.expires_at > at_time
     -- Another cart may have been held by the same token since: the price is not for that.
     AND json_array_length(own.quote -> 'items') = 1 AND own.quote #>> '{items,0,sku}' = offer.ticket_type_id::text
     AND own.promo_code_id IS NULL AND (own.quote #>> '{items,0,quantity}')::integer = wanted AND (own.quote #>> '{items,0,price}')::bigint = offer.price_minor THEN
    outcome := 'refreshed';
  ELSIF offer.state IS DISTINCT FROM 'offered' OR offer.offered_until <= at_time OR NOT EXISTS (
      SELECT 1 FROM holds AS h WHERE h.reservation_id = offer.reservation_id AND h.ticket_type_id = offer.ticket_type_id
         AND h.expires_at > at_time) THEN
    outcome := 'over';
  ELSE
    outcome := 'held';
  END IF;
  IF outcome IN ('held', 'refreshed') THEN
    outcome := CASE
      WHEN offer.ticket_type_id <> of_type OR wanted > offer.offered_quantity THEN 'too_many'
      WHEN offer.price_minor <> at_price THEN 'other_price'
      WHEN NOT EXISTS (
        SELECT 1 FROM events AS e JOIN hosts AS h ON h.id = e.host_id
         WHERE e.id = of_event AND e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time AND h.suspended_at IS NULL) THEN 'not_on_sale'
      ELSE outcome END;
  END IF;
  IF outcome NOT IN ('held', 'refreshed') THEN
    RETURN;
  END IF;
  expires_at := at_time + (SELECT e.hold_minutes FROM events AS e WHERE e.id = of_event) * interval '1 minute';
  IF outcome = 'refreshed' THEN
    -- As with any cart, the order that waits for its payment is given up.
    IF own.order_id IS NOT NULL THEN
      PERFORM end_orders(ids => ARRAY[own.order_id], new_status => 'cancelled', cause => 'the buyer took another cart', at_time => at_time);
      UPDATE reservations AS r SET order_id = NULL, first_held_at = at_time WHERE r.id = cart;
      own.first_held_at := at_time;
    END IF;
    expires_at := greatest(own.expires_at, least(expires_at, own.first_held_at + interval '1 hour'));
    UPDATE reservations AS r SET expires_at = take_waiting_offer.expires_at, quote_reference = with_reference, quote = with_quote WHERE r.id = cart;
    PERFORM set_stock_expiry(ARRAY[cart]);
    RETURN;
  END IF;

  -- 3. The own cart ends, and gets what was offered.
  IF own.id IS NOT NULL THEN
    PERFORM end_orders(
      ids => ARRAY(SELECT own.order_id WHERE own.order_id IS NOT NULL), new_status => 'cancelled', cause => 'the buyer took another cart',
      at_time => at_time);
    IF own.promo_code_id IS NOT NULL THEN
      PERFORM 1 FROM promo_codes AS p WHERE p.id = own.promo_code_id FOR NO KEY UPDATE;
    END IF;
    PERFORM end_carts(
      ids => ARRAY[own.id], used_codes => CASE WHEN own.ended_at IS NULL AND own.promo_code_id IS NOT NULL THEN ARRAY[own.promo_code_id] END,
      gives_up_orders => true, at_time => at_time);
    UPDATE holds AS h SET reservation_id = own.id WHERE h.reservation_id = offer.reservation_id;
    UPDATE reservations AS r SET ended_at = at_time WHERE r.id = offer.reservation_id;
  END IF;
  UPDATE reservations AS r
     SET token = for_token, client_address = address, is_shared = false, is_exempt = true, quantity = wanted, first_held_at = at_time,
         expires_at = take_waiting_offer.expires_at, ended_at = NULL, quote_reference = with_reference, quote = with_quote, promo_code_id = NULL
   WHERE r.id = cart;
  IF wanted < offer.offered_quantity THEN
    UPDATE holds AS h SET quantity = wanted WHERE h.reservation_id = cart;
    UPDATE ticket_types AS t SET held = t.held - (offer.offered_quantity - wanted) WHERE t.id = offer.ticket_type_id;
  END IF;
  PERFORM set_stock_expiry(ARRAY[cart]);
  UPDATE waiting_list_entries AS e SET state = 'taken', reservation_id = cart, ended_at = at_time WHERE e.id = entry;
END $$;
