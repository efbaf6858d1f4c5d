-- Phones at the doors ask what has changed since they last asked (src/check-in/read-guest-list.ts). New rows have it by default.
CREATE OR REPLACE FUNCTION note_changed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.changed_in := pg_current_xact_id();
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER tickets_changed_in BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION note_changed_ticket();
