-- What has changed of an event's guests, for phones at its doors. On a big table: build it CONCURRENTLY before the release.
CREATE INDEX IF NOT EXISTS tickets_changed ON tickets (event_id, changed_in, id);
