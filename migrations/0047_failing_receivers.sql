-- When the owners were last told that nothing arrives at the receiver. A time of trouble that began later has not been told yet.
ALTER TABLE webhook_subscriptions ADD COLUMN failure_told_at timestamp(3) with time zone;
