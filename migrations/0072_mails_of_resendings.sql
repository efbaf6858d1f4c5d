-- The mails of tickets that are sent again, in the order in which they are sent. None of an order's first tickets is in it, so a sale doesn't
-- write to it. On a big table: build it CONCURRENTLY before the release.
CREATE INDEX IF NOT EXISTS mails_sent_again ON mails (occasion, id) WHERE kind = 'tickets' AND occasion <> '';
