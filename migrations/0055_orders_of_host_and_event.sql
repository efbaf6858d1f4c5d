-- The lists of orders, of an event and of a host, by status and newest first. The host is in an expression: an index that begins with
-- the column itself would be taken for the look-up by host and idempotency key.
CREATE INDEX IF NOT EXISTS orders_of_event ON orders (event_id, status, created_at, id);
CREATE INDEX IF NOT EXISTS orders_of_host ON orders (uuid_send(host_id), status, created_at, id);
-- What no buyer ordered is rare among the others, and costs a sale nothing.
CREATE INDEX IF NOT EXISTS orders_by_hosts_of_event ON orders (event_id, source, created_at, id)
  WHERE source IN ('complimentary', 'host');
CREATE INDEX IF NOT EXISTS orders_by_hosts ON orders (uuid_send(host_id), source, created_at, id)
  WHERE source IN ('complimentary', 'host');
