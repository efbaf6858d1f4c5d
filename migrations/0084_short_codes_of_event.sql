-- Nobody at a door types the code of another guest. On a big table: build it CONCURRENTLY before the release.
CREATE UNIQUE INDEX IF NOT EXISTS tickets_short_code ON tickets (event_id, short_code);
