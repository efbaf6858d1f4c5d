-- Phones at the doors ask what has changed since they last asked (src/check-in/read-guests-for-phone.ts). New rows have it by default.
--
-- A ticket that gets another code, whoever gives it, gets another short code too, and its old code is remembered: it is still well signed,
-- and a phone without a network has to know that it is dead.
CREATE OR REPLACE FUNCTION note_changed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.changed_in := pg_current_xact_id();
  IF new.serial <> old.serial THEN
    INSERT INTO passed_on_codes (serial, event_id, ticket_id) VALUES (old.serial, old.event_id, old.id) ON CONFLICT DO NOTHING;
    -- Of a few, one that no guest of the event has.
    new.short_code := (
      SELECT code FROM (SELECT new_short_code() AS code FROM generate_series(1, 5)) AS drawn
       WHERE NOT EXISTS (SELECT 1 FROM tickets AS t WHERE t.event_id = old.event_id AND t.short_code = drawn.code) LIMIT 1);
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER tickets_changed_in BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION note_changed_ticket();
