-- A seat as members read it in histories and refusals.
CREATE OR REPLACE FUNCTION name_seat(seat seats) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT seat.section || ' · ' || seat.row_label || ' · ' || seat.seat_label
$$;
