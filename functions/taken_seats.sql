-- For a hold_carts_capped of the earlier release that is under way while this release comes in. The next release drops it.
CREATE OR REPLACE FUNCTION taken_seats(at_time timestamptz, seat_requests integer[], seat_ids uuid[], request integer, own_id uuid)
RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT find_taken_seats(
    ids => ARRAY(SELECT asked.id FROM unnest(seat_requests, seat_ids) AS asked (nr, id) WHERE asked.nr = request),
    own_cart => own_id, at_time => at_time)
$$;
