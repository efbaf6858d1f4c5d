-- How a guest came by the ticket. The order has it too (orders.source), but a list of a million guests is filtered by what is in the
-- rows it shows. It never changes. Tickets of earlier programs were bought, but for those that the next file finds.
ALTER TABLE tickets
  ADD COLUMN how text NOT NULL DEFAULT 'bought',
  ADD CONSTRAINT tickets_how_check CHECK (how IN ('bought', 'complimentary', 'counter')) NOT VALID;
