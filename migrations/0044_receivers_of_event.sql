-- The log of an event's deliveries has those of removed receivers too.
CREATE INDEX webhook_subscriptions_of_event ON webhook_subscriptions (event_id);
