-- What a host wrote, of which `description` is the plain text; null: the description is plain text itself.
-- How long an order of the event waits for its payment; null: as long as the service says.
ALTER TABLE events
  ADD COLUMN description_markdown text CHECK (length(description_markdown) <= 20000),
  ADD COLUMN payment_window_minutes integer CHECK (payment_window_minutes BETWEEN 5 AND 1440);
