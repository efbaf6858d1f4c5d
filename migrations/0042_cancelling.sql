-- An event is called off. Once: it can't be brought back, so there is at most one row of an event.
CREATE TABLE event_cancellations (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE REFERENCES events (id),
  created_at timestamptz(3) NOT NULL,
  -- Who did it, as in the audit log; null: the operator.
  person_id uuid,
  -- What buyers are told; empty: nothing.
  reason text NOT NULL CHECK (length(reason) <= 1000),
  -- What there was at that moment.
  orders integer NOT NULL,
  tickets integer NOT NULL,
  unpaid_orders integer NOT NULL,
  goes_back jsonb NOT NULL CHECK (pg_column_size(goes_back) <= 8192),
  -- When every order had been seen to, and nothing was held any more.
  finished_at timestamptz(3)
);
CREATE INDEX event_cancellations_unfinished ON event_cancellations (created_at) WHERE finished_at IS NULL;

-- An event is moved to another day, as often as need be. The newest row has the day that is good.
CREATE TABLE event_postponements (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id),
  created_at timestamptz(3) NOT NULL,
  person_id uuid,
  old_starts_at timestamptz(3) NOT NULL,
  old_closes_at timestamptz(3) NOT NULL,
  new_starts_at timestamptz(3) NOT NULL,
  new_closes_at timestamptz(3) NOT NULL,
  message text NOT NULL CHECK (length(message) <= 1000),
  -- Until when buyers may give their tickets back for their money; null: it was not offered.
  refund_until timestamptz(3),
  -- The orders whose holders are told, up to this one.
  told_until uuid,
  told_orders integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3),
  CHECK (new_starts_at < new_closes_at),
  CHECK (refund_until > created_at)
);
CREATE INDEX event_postponements_event ON event_postponements (event_id, created_at);
CREATE INDEX event_postponements_unfinished ON event_postponements (created_at) WHERE finished_at IS NULL;
