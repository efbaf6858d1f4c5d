-- A refund that its gateway refused is a person's affair: tried again, or settled by hand.
ALTER TABLE refunds
  -- When the gateway said no, or that it came to nothing: nothing of it is under way there. Null where the gateway has it in
  -- hand, and where nobody knows.
  ADD COLUMN failed_at timestamptz(3),
  -- How often a person has asked for another try.
  ADD COLUMN retries integer NOT NULL DEFAULT 0,
  -- The gateway's ids of the tries before this one, which failed.
  ADD COLUMN earlier_refund_ids text[] NOT NULL DEFAULT '{}';

ALTER TABLE refunds DROP CONSTRAINT refunds_status_check;
-- settled_by_hand: somebody saw to it outside of the gateway, and has said so.
ALTER TABLE refunds ADD CONSTRAINT refunds_status_check
  CHECK (status IN ('pending', 'asking', 'sent', 'succeeded', 'needs_attention', 'settled_by_hand')) NOT VALID;

-- What is not at its end is a handful of all refunds.
CREATE INDEX refunds_open ON refunds (created_at, id) WHERE status NOT IN ('succeeded', 'settled_by_hand');
