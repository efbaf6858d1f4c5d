-- The orders that are to be given back, each once.
CREATE TABLE event_cancellation_orders (
  order_id uuid PRIMARY KEY REFERENCES orders (id),
  cancellation_id uuid NOT NULL REFERENCES event_cancellations (id),
  -- failed: the tickets are still good, and somebody has to look. What a gateway does with a refund is said by the refund.
  state text NOT NULL DEFAULT 'left' CHECK (state IN ('left', 'done', 'failed')),
  refund_id uuid,
  amount_minor bigint CHECK (amount_minor >= 0),
  note text CHECK (length(note) <= 500),
  ended_at timestamptz(3)
);
CREATE INDEX event_cancellation_orders_state ON event_cancellation_orders (cancellation_id, state, order_id);
