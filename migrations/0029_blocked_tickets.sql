-- Since when the tickets of a disputed order are refused at the doors, by the host's choice. A dispute that was won blocks nothing.
ALTER TABLE payment_disputes
  -- The sandbox has no account.
  ALTER COLUMN payment_account_id DROP NOT NULL,
  DROP CONSTRAINT payment_disputes_of_account,
  ADD CONSTRAINT payment_disputes_of_account UNIQUE NULLS NOT DISTINCT (payment_account_id, gateway_dispute_id),
  ADD COLUMN blocked_at timestamptz(3),
  ADD CONSTRAINT payment_disputes_blocked CHECK (blocked_at IS NULL OR state <> 'won');
CREATE INDEX payment_disputes_blocking ON payment_disputes (order_id) WHERE blocked_at IS NOT NULL;
