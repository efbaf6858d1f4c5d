-- Sales over time, exact at every commit: written by the transactions that sell and give back, under the locks of the ticket types that
-- they hold anyway (docs/decisions/reports.md). A row is a minute; after some days a quarter of an hour, by a job.
CREATE TABLE sales_times (
  ticket_type_id uuid NOT NULL,
  -- The beginning of the minute.
  at timestamptz NOT NULL CHECK (at = date_bin('1 minute', at, 'epoch')),
  -- That of the order; 'by_hand' where the host was paid otherwise, 'none' where nothing was due.
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  -- An order counts once, with the first item of its quote.
  orders integer NOT NULL DEFAULT 0 CHECK (orders >= 0),
  tickets integer NOT NULL DEFAULT 0 CHECK (tickets >= 0),
  -- Quantity times price; what promo codes took off it; what buyers paid in fees on top.
  gross_minor bigint NOT NULL DEFAULT 0 CHECK (gross_minor >= 0),
  discount_minor bigint NOT NULL DEFAULT 0 CHECK (discount_minor >= 0),
  fees_minor bigint NOT NULL DEFAULT 0 CHECK (fees_minor >= 0),
  -- What hosts gave back at this time, whenever it was bought, and the tickets that became void.
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  returned_tickets integer NOT NULL DEFAULT 0 CHECK (returned_tickets >= 0),
  PRIMARY KEY (ticket_type_id, at, gateway)
) WITH (fillfactor = 70);
-- The minutes that are still to be put together to quarters of an hour.
CREATE INDEX sales_times_minutes ON sales_times (at) WHERE at <> date_bin('15 minutes', at, 'epoch');

-- False: sold before this was kept, and not counted yet; a job counts it.
ALTER TABLE ticket_types ADD COLUMN times_counted boolean NOT NULL DEFAULT false;
ALTER TABLE ticket_types ALTER COLUMN times_counted SET DEFAULT true;
CREATE INDEX IF NOT EXISTS ticket_types_times_uncounted ON ticket_types (event_id) WHERE NOT times_counted;
