-- How many were let in and may be choosing or paying: their time is not over, they have not left, and have not bought.
CREATE OR REPLACE FUNCTION count_inside(of_event uuid, at_time timestamptz) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM waiting_entries AS e
           WHERE e.event_id = of_event AND e.admitted_until > at_time AND e.left_at IS NULL AND e.bought_at IS NULL);
END $$;
