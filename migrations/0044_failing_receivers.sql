-- When the owners were last told that nothing arrives at the receiver. Emptied by the first delivery that arrives again, so that each
-- time of trouble is told once.
ALTER TABLE webhook_subscriptions ADD COLUMN failure_told_at timestamp(3) with time zone;

-- The log of an event's deliveries has those of removed receivers too.
CREATE INDEX webhook_subscriptions_of_event ON webhook_subscriptions (event_id);
