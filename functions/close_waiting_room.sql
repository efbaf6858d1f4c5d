-- The room is no door any more. Who was let in and holds a cart keeps it.
CREATE OR REPLACE FUNCTION close_waiting_room(of_event uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_rooms SET closed_at = clock_timestamp() WHERE event_id = of_event AND closed_at IS NULL;
END $$;
