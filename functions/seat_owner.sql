-- The cart that has a seat, null where nobody has. A sold seat has itself, so that it is no cart's; so has one that the host has blocked.
-- Planned as part of the statement that calls it.
CREATE OR REPLACE FUNCTION seat_owner(seat seats, at_time timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN seat.is_sold OR seat.blocked_reason IS NOT NULL THEN seat.id
              WHEN seat.held_until > at_time THEN seat.held_by END
$$;
