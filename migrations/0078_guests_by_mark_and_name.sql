-- By the beginning of a name or an e-mail address, within each way in which a guest can stand and have come: a search for the few whose tickets
-- are void reads these and nobody else. The newest first among those of one name, as the list has them. They take the place of
-- tickets_guest_name and tickets_guest_email, which the next file drops. On a big table: build both CONCURRENTLY before the release.
CREATE INDEX IF NOT EXISTS tickets_marked_name ON tickets (event_id, (
  CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END
  + CASE WHEN voided_at IS NOT NULL THEN 2 WHEN used_at IS NOT NULL THEN 1 ELSE 0 END),
  lower(last_name || ' ' || first_name) COLLATE "C", id DESC);
CREATE INDEX IF NOT EXISTS tickets_marked_email ON tickets (event_id, (
  CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END
  + CASE WHEN voided_at IS NOT NULL THEN 2 WHEN used_at IS NOT NULL THEN 1 ELSE 0 END),
  lower(email) COLLATE "C", id DESC);
