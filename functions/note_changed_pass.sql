-- Phones with a pass, and Google, are to hear of what has changed on it: a job tells them. Of tickets and events without a pass, which are
-- most, nothing is written.
CREATE OR REPLACE FUNCTION note_changed_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_table_name = 'events' THEN
    INSERT INTO jobs (id, kind, payload)
    SELECT new_id(), 'update_passes', jsonb_build_object('eventId', new.id)
     WHERE EXISTS (SELECT FROM wallet_passes WHERE event_id = new.id);
  ELSE
    INSERT INTO jobs (id, kind, payload)
    SELECT new_id(), 'update_passes', jsonb_build_object('ticketId', new.id)
     WHERE EXISTS (SELECT FROM wallet_passes WHERE ticket_id = new.id);
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('jobs_due', 'update_passes');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tickets_changed_pass AFTER UPDATE ON tickets FOR EACH ROW
  WHEN (new.serial <> old.serial OR new.voided_at IS DISTINCT FROM old.voided_at OR new.passed_on_at IS DISTINCT FROM old.passed_on_at
        OR new.first_name <> old.first_name OR new.last_name <> old.last_name)
  EXECUTE FUNCTION note_changed_pass();
-- `version` counts what the host changes.
CREATE OR REPLACE TRIGGER events_changed_pass AFTER UPDATE ON events FOR EACH ROW
  WHEN (new.version <> old.version OR new.status <> old.status OR new.starts_at <> old.starts_at)
  EXECUTE FUNCTION note_changed_pass();
