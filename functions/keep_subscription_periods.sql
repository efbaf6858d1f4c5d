CREATE OR REPLACE FUNCTION keep_subscription_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND new.is_enabled = old.is_enabled THEN RETURN NULL; END IF;
  IF new.is_enabled THEN
    -- One that is open still was switched off when this trigger was not there yet, in the middle of an upgrade. Since when is
    -- not known: it counts for nothing.
    UPDATE webhook_subscription_periods SET disabled_at = enabled_at
     WHERE subscription_id = new.id AND disabled_at IS NULL;
    -- Off and on within a millisecond is as good as on all the time.
    INSERT INTO webhook_subscription_periods (subscription_id, enabled_at) VALUES (new.id, clock_timestamp())
    ON CONFLICT (subscription_id, enabled_at) DO UPDATE SET disabled_at = NULL;
  ELSE
    UPDATE webhook_subscription_periods SET disabled_at = greatest(clock_timestamp(), enabled_at)
     WHERE subscription_id = new.id AND disabled_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_subscription_periods AFTER INSERT OR UPDATE OF is_enabled ON webhook_subscriptions
  FOR EACH ROW EXECUTE FUNCTION keep_subscription_periods();
