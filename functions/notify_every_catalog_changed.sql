-- What is rare, or concerns everybody, says so to all hosts: the empty payload. A category's name is part of every event
-- in it, whoever hosts them.
CREATE OR REPLACE FUNCTION notify_every_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
