-- Whether an entry's turn is over: it left, it has bought, or its time passed without a cart that lives. It may line up again, at the end.
CREATE OR REPLACE FUNCTION entry_is_over(of_event uuid, entry uuid, at_time timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT e.left_at IS NOT NULL OR e.bought_at IS NOT NULL OR coalesce(e.admitted_until <= at_time, false) AND NOT EXISTS (
             SELECT 1 FROM reservations AS r WHERE r.event_id = of_event AND r.token = e.cart_token
                AND r.ended_at IS NULL AND r.expires_at > at_time)
      FROM waiting_entries AS e WHERE e.event_id = of_event AND e.id = entry);
END $$;
