-- The cart that has a seat, null where nobody has. A sold seat has itself, so that it is no cart's. Planned as part of the
-- statement that calls it.
CREATE OR REPLACE FUNCTION seat_owner(seat seats, at_time timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN seat.is_sold THEN seat.id WHEN seat.held_until > at_time THEN seat.held_by END
$$;
