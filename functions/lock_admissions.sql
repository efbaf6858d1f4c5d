-- The admissions of waiting rooms by which carts are held, by request: the entry, null where the cart came in by none; and whether it is used up,
-- which counts for as long as the room is open. Locked, so that of two who would use one up the second sees it. Of a token that was let in
-- several times the last time counts.
CREATE OR REPLACE FUNCTION lock_admissions(event_ids uuid[], tokens uuid[], OUT entries uuid[], OUT are_used boolean[]) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM waiting_rooms AS room WHERE room.event_id = ANY(event_ids)) THEN
    RETURN;
  END IF;
  SELECT array_agg(found.id ORDER BY asked.nr) INTO entries
    FROM unnest(event_ids, tokens) WITH ORDINALITY AS asked (event_id, token, nr)
    LEFT JOIN LATERAL (SELECT e.id FROM waiting_entries AS e WHERE e.event_id = asked.event_id AND e.cart_token = asked.token
                        ORDER BY e.bound_at DESC LIMIT 1) AS found ON true;
  PERFORM 1 FROM waiting_entries AS e WHERE e.event_id = ANY(event_ids) AND e.id = ANY(entries) ORDER BY e.event_id, e.id FOR NO KEY UPDATE;
  SELECT array_agg(e.bought_at IS NOT NULL AND room.closed_at IS NULL ORDER BY asked.nr) INTO are_used
    FROM unnest(event_ids, entries) WITH ORDINALITY AS asked (event_id, id, nr)
    LEFT JOIN LATERAL (SELECT bought_at FROM waiting_entries WHERE event_id = asked.event_id AND id = asked.id LIMIT 1) AS e ON true
    LEFT JOIN LATERAL (SELECT closed_at FROM waiting_rooms WHERE event_id = asked.event_id LIMIT 1) AS room ON true;
END $$;
