-- The seats of these that somebody else has.
CREATE OR REPLACE FUNCTION find_taken_seats(ids uuid[], own_cart uuid, at_time timestamptz) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT s.id FROM seats AS s CROSS JOIN LATERAL (SELECT seat_owner(s, at_time) AS owner) AS now
     WHERE s.id = ANY(ids) AND now.owner IS NOT NULL AND now.owner IS DISTINCT FROM own_cart
     ORDER BY s.id)
$$;
