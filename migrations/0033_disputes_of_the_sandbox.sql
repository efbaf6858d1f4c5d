-- A payment of the sandbox can be disputed once, to see how that looks.
ALTER TABLE sandbox_payments
  ADD COLUMN dispute_state text CHECK (dispute_state IN ('open', 'won', 'lost')),
  ADD COLUMN disputed_at timestamptz(3),
  ADD COLUMN dispute_ended_at timestamptz(3);
