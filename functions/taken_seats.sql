-- Which of a request's seats somebody else has.
CREATE OR REPLACE FUNCTION taken_seats(at_time timestamptz, seat_requests integer[], seat_ids uuid[], request integer, own_id uuid)
RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT s.id FROM unnest(seat_requests, seat_ids) AS asked (nr, id) JOIN seats AS s USING (id)
     WHERE asked.nr = request AND (s.is_sold OR s.held_until > at_time AND s.held_by IS DISTINCT FROM own_id)
     ORDER BY s.id)
$$;
