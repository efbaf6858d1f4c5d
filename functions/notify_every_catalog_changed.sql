-- Rare changes, and those that concern everybody, go to all hosts: the empty payload. A category's name is part of every event in it,
-- whichever host it has.
CREATE OR REPLACE FUNCTION notify_every_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;
