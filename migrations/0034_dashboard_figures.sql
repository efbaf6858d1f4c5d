-- What was sold for, kept where the stock is counted: the statements that turn held into sold write this row anyway
-- (docs/decisions/dashboard-figures.md). Null: sold before this was kept, and not counted yet; a job counts it.
ALTER TABLE ticket_types
  -- What buyers paid for confirmed orders, fees included; of it, the fees; and what was given back of it.
  ADD COLUMN sales_minor bigint CHECK (sales_minor >= 0),
  ADD COLUMN fees_minor bigint CHECK (fees_minor >= 0),
  ADD COLUMN refunded_minor bigint CHECK (refunded_minor >= 0),
  ADD CHECK (num_nulls(sales_minor, fees_minor, refunded_minor) IN (0, 3));
ALTER TABLE ticket_types
  ALTER COLUMN sales_minor SET DEFAULT 0,
  ALTER COLUMN fees_minor SET DEFAULT 0,
  ALTER COLUMN refunded_minor SET DEFAULT 0;
CREATE INDEX IF NOT EXISTS ticket_types_uncounted ON ticket_types (id) WHERE sales_minor IS NULL;

-- A host's events by date, drafts and past ones too.
CREATE INDEX IF NOT EXISTS events_of_host ON events (host_id, starts_at, id);

-- A host's orders by what a buyer says of themselves: an e-mail address or a name, or its beginning. The host comes second: with
-- the host first they would also serve as indexes by host, and a plan that was made while the table was empty takes one of them
-- for the look-up by idempotency key.
CREATE INDEX IF NOT EXISTS orders_email ON orders (lower(email) text_pattern_ops, host_id, id);
CREATE INDEX IF NOT EXISTS orders_last_name ON orders (lower(last_name) text_pattern_ops, host_id, id);

-- The deliveries that were given up: few, and looked for each time a host's first page is opened.
CREATE INDEX IF NOT EXISTS webhook_deliveries_failed ON webhook_deliveries (subscription_id, id) WHERE status = 'failed';
