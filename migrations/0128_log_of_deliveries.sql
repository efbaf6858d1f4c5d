-- The log of a receiver's deliveries. Its predicate names what is always true, so that only a query that says the same uses it, and it names a
-- column that never changes: the one before named the attempts, so every attempt that began was entered in all indexes again.
CREATE INDEX IF NOT EXISTS webhook_deliveries_of_receiver ON webhook_deliveries (subscription_id, id) WHERE reference <> '';
DROP INDEX webhook_deliveries_log;
