-- Nothing of a host is public before its first owner has confirmed the e-mail address: until then its events are drafts.
CREATE OR REPLACE FUNCTION keep_unconfirmed_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT confirmed_at IS NULL FROM hosts WHERE id = new.host_id) THEN
    RAISE EXCEPTION 'an event of a host that is not confirmed must be a draft'
      USING ERRCODE = 'check_violation', TABLE = 'events', CONSTRAINT = 'events_of_unconfirmed_host_are_drafts';
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER events_of_unconfirmed_host BEFORE INSERT OR UPDATE OF status, host_id ON events
  FOR EACH ROW WHEN (new.status <> 'DRAFT') EXECUTE FUNCTION keep_unconfirmed_draft();
