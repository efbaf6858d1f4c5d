-- A picture outlives the draft that it was uploaded for: a copy of that draft may show it. Where nothing does, it is forgotten like any
-- other, and its files with it.
ALTER TABLE pictures DROP CONSTRAINT pictures_event_id_fkey;
ALTER TABLE pictures ADD CONSTRAINT pictures_event_id_fkey FOREIGN KEY (event_id) REFERENCES events ON DELETE SET NULL;
-- Once this is committed nobody shows it again, and its files can go; the row goes when they are gone.
ALTER TABLE pictures ADD COLUMN is_forgotten boolean NOT NULL DEFAULT false;
CREATE INDEX pictures_unused ON pictures (unused_since) WHERE unused_since IS NOT NULL;
