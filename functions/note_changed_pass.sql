-- Phones with a pass, and Google, are to hear of what has changed on it: a job tells them. Of tickets and events without a pass, which are
-- most, nothing is written.
CREATE OR REPLACE FUNCTION note_changed_pass() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
  of_event uuid;
BEGIN
  IF tg_table_name <> 'tickets' THEN
    changed := coalesce(to_jsonb(new), to_jsonb(old));
    of_event := coalesce(changed ->> 'event_id', changed ->> 'id');
    INSERT INTO jobs (id, kind, payload)
    SELECT new_id(), 'update_passes', jsonb_build_object('eventId', of_event)
     WHERE EXISTS (SELECT FROM wallet_passes WHERE event_id = of_event);
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
-- Names of ticket types are on passes, and so are the event's words in the language of the order.
CREATE OR REPLACE TRIGGER ticket_types_changed_pass AFTER UPDATE OF name ON ticket_types FOR EACH ROW
  WHEN (new.name <> old.name)
  EXECUTE FUNCTION note_changed_pass();
CREATE OR REPLACE TRIGGER event_translations_changed_pass AFTER INSERT OR UPDATE OR DELETE ON event_translations FOR EACH ROW
  EXECUTE FUNCTION note_changed_pass();
