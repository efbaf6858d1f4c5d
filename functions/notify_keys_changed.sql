-- Tells every process to forget what it knows of a host's keys.
CREATE OR REPLACE FUNCTION notify_keys_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('keys_changed', '');
  RETURN NULL;
END $$;
