-- One admission of a waiting room is one purchase. Which orders an admission opened: an order that was given up can still be paid, long after
-- its admission has gone on to another cart. Forgotten with the entry.
CREATE TABLE waiting_orders (
  order_id uuid PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  event_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  FOREIGN KEY (event_id, entry_id) REFERENCES waiting_entries (event_id, id) ON DELETE CASCADE
);
CREATE INDEX waiting_orders_entry ON waiting_orders (event_id, entry_id);

-- The order that used the admission up. Null beside a bought_at that was written before there was this column.
ALTER TABLE waiting_entries ADD COLUMN bought_by uuid;

-- Orders that are under way.
INSERT INTO waiting_orders (order_id, event_id, entry_id)
SELECT DISTINCT ON (o.id) o.id, e.event_id, e.id
  FROM waiting_rooms AS room
  JOIN waiting_entries AS e ON e.event_id = room.event_id AND e.cart_token IS NOT NULL
  JOIN reservations AS r ON r.event_id = e.event_id AND r.token = e.cart_token
  JOIN orders AS o ON o.id = r.order_id AND o.created_at >= e.let_in_at
 WHERE room.closed_at IS NULL
 ORDER BY o.id, e.bound_at DESC;
