-- Tells every process that what it keeps of a host's catalog is out of date. Holds and sales touch only the counters
-- of a ticket type and are not listed here: they may come thousands a second.
CREATE OR REPLACE FUNCTION notify_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(new, old));
BEGIN
  PERFORM pg_notify('catalog_changed', coalesce(
    changed ->> 'host_id',
    (SELECT host_id::text FROM events WHERE id = (changed ->> 'event_id')::uuid),
    ''));
  RETURN NULL;
END $$;
