-- The caps of bank transfers count what waits, and a statement is compared with it: few among all unpaid orders of a host. Where there are millions of
-- orders, build it CONCURRENTLY before the upgrade.
CREATE INDEX IF NOT EXISTS orders_waiting_for_transfer ON orders (uuid_send(host_id), event_id)
  WHERE status = 'pending_payment' AND gateway = 'bank_transfer';
