ALTER TABLE tickets VALIDATE CONSTRAINT tickets_how_check;

-- Guests of an event or a ticket type, by each filter, the newest first. How they came and how they stand are one number, so that every
-- choice of filters is a few ranges of the index (src/tickets/list-guests.ts). They take the place of the indexes on event and ticket
-- type alone, which a later file drops: whoever has read a ticket and then writes it would wait for this one, and it for them. On a big table: build all of these CONCURRENTLY before the release.
CREATE INDEX IF NOT EXISTS tickets_event_guests ON tickets (event_id, (
  CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END
  + CASE WHEN voided_at IS NOT NULL THEN 2 WHEN used_at IS NOT NULL THEN 1 ELSE 0 END), id);
CREATE INDEX IF NOT EXISTS tickets_type_guests ON tickets (ticket_type_id, (
  CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END
  + CASE WHEN voided_at IS NOT NULL THEN 2 WHEN used_at IS NOT NULL THEN 1 ELSE 0 END), id);

-- By the beginning of a name or an e-mail address.
CREATE INDEX IF NOT EXISTS tickets_guest_name ON tickets (event_id, lower(last_name || ' ' || first_name) COLLATE "C", id);
CREATE INDEX IF NOT EXISTS tickets_guest_email ON tickets (event_id, lower(email) COLLATE "C", id);

-- What is counted above the list. A sale writes to neither.
CREATE INDEX IF NOT EXISTS tickets_came_in ON tickets (event_id) WHERE used_at IS NOT NULL AND voided_at IS NULL;
CREATE INDEX IF NOT EXISTS tickets_void ON tickets (event_id, is_returned) WHERE voided_at IS NOT NULL;
