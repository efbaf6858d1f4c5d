-- Headliners and translations are part of their event's words: touching the event makes it gather them anew.
CREATE OR REPLACE FUNCTION refresh_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET search = '' WHERE id = coalesce(new.event_id, old.event_id);
  RETURN NULL;
END $$;
