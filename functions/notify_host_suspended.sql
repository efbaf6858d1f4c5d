-- A suspended host stops in every process at once, and one that is resumed goes on: its keys are looked up anew, and so are its events.
CREATE OR REPLACE FUNCTION notify_host_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('keys_changed', '');
  PERFORM pg_notify('catalog_changed', new.id::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER hosts_suspended AFTER UPDATE OF suspended_at ON hosts
  FOR EACH ROW WHEN (old.suspended_at IS DISTINCT FROM new.suspended_at) EXECUTE FUNCTION notify_host_suspended();
