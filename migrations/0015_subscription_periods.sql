-- When each receiver was switched on and off. Written by a trigger, whoever does it: `tessera check` proves by it that every
-- purchase has its deliveries.
CREATE TABLE webhook_subscription_periods (
  subscription_id uuid NOT NULL REFERENCES webhook_subscriptions ON DELETE CASCADE,
  enabled_at timestamptz(3) NOT NULL,
  disabled_at timestamptz(3),
  PRIMARY KEY (subscription_id, enabled_at),
  CHECK (disabled_at >= enabled_at)
);
CREATE UNIQUE INDEX webhook_subscription_periods_open ON webhook_subscription_periods (subscription_id) WHERE disabled_at IS NULL;

-- How long these have been on is not on record: they count from now on.
INSERT INTO webhook_subscription_periods (subscription_id, enabled_at)
SELECT id, now() FROM webhook_subscriptions WHERE is_enabled;
