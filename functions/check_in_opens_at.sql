-- From when phones let guests in. It moves with the event. Where the host has set nothing: six hours before the start, which is time to try
-- out a door on the day, or when the doors open, if that is earlier.
CREATE OR REPLACE FUNCTION check_in_opens_at(of_event uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT e.starts_at - make_interval(mins => coalesce(r.opens_minutes_before, greatest(360, e.doors_minutes)))
            FROM events AS e LEFT JOIN check_in_rules AS r ON r.event_id = e.id
           WHERE e.id = of_event);
END $$;
