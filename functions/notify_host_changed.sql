-- Tells every process that what it caches of this host is out of date.
CREATE OR REPLACE FUNCTION notify_host_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', new.id::text);
  RETURN NULL;
END $$;
