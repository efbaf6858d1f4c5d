-- Open rooms are kept in memory. Not told of each tick, nor of who lines up.
CREATE OR REPLACE FUNCTION notify_waiting_room_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('waiting_room_changed', coalesce(new.event_id, old.event_id)::text);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER waiting_room_opened AFTER INSERT OR DELETE ON waiting_rooms FOR EACH ROW
  EXECUTE FUNCTION notify_waiting_room_changed();
CREATE OR REPLACE TRIGGER waiting_room_changed
  AFTER UPDATE OF draws_at, drawn_at, paused_at, closed_at, per_minute, most_inside, admission_minutes, asks_email, seed_ciphertext ON waiting_rooms
  FOR EACH ROW EXECUTE FUNCTION notify_waiting_room_changed();
