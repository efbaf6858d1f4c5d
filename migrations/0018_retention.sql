-- The orders that still have an idempotency key or a client's address: those of the last days, see docs/retention.md.
CREATE INDEX IF NOT EXISTS orders_traces ON orders (created_at)
  WHERE idempotency_key IS NOT NULL OR request_hash IS NOT NULL OR client_address IS NOT NULL;
