-- A ticket can be given another seat, and with it another ticket type. What it cost is still told by the line of the quote that it was
-- bought by: null, the line of its own ticket type.
ALTER TABLE tickets ADD COLUMN priced_as uuid;

-- Every change of a ticket's seat. One that is to be paid for has an order of its own, and is done once that is paid; whether it may still
-- come is told by that order's state.
CREATE TABLE seat_exchanges (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  host_id uuid NOT NULL,
  -- The ticket's.
  order_id uuid NOT NULL REFERENCES orders,
  ticket_id uuid NOT NULL REFERENCES tickets,
  from_seat_id uuid NOT NULL,
  to_seat_id uuid NOT NULL,
  from_type_id uuid NOT NULL,
  to_type_id uuid NOT NULL,
  -- How much more the new seat costs than was paid for the ticket.
  difference_minor bigint NOT NULL CHECK (difference_minor >= 0),
  how text NOT NULL CHECK (how IN ('same', 'waived', 'paid')),
  difference_order_id uuid UNIQUE REFERENCES orders,
  created_at timestamptz(3) NOT NULL,
  done_at timestamptz(3),
  CHECK (from_seat_id <> to_seat_id),
  CHECK ((how = 'same') = (difference_minor = 0)),
  CHECK ((how = 'paid') = (difference_order_id IS NOT NULL)),
  CHECK (how = 'paid' OR done_at IS NOT NULL),
  -- Seats of one ticket type cost the same.
  CHECK (how = 'same' OR from_type_id <> to_type_id)
);
CREATE INDEX seat_exchanges_of_order ON seat_exchanges (order_id);
CREATE INDEX seat_exchanges_of_ticket ON seat_exchanges (ticket_id, done_at);
