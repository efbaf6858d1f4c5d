-- A ticket may move to a cheaper seat: what it costs less goes back (`returned`), or stays with the host by agreement (`kept`). The
-- difference is negative then. The older program makes none of these, and reads none by its sign.
ALTER TABLE seat_exchanges
  ADD COLUMN refund_id uuid REFERENCES refunds (id),
  DROP CONSTRAINT seat_exchanges_difference_minor_check,
  DROP CONSTRAINT seat_exchanges_how_check,
  ADD CONSTRAINT seat_exchanges_how_check CHECK (how IN ('same', 'waived', 'paid', 'kept', 'returned')),
  ADD CONSTRAINT seat_exchanges_less_check CHECK ((how IN ('kept', 'returned')) = (difference_minor < 0)),
  ADD CONSTRAINT seat_exchanges_refund_check CHECK ((how = 'returned') = (refund_id IS NOT NULL));
