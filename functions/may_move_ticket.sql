-- Whether the ticket that an order for a change of seat is about can still be moved: it is good, nobody came in with it, and it has the seat
-- and the ticket type that it had when the change was asked for. The caller has locked the ticket and its order.
CREATE OR REPLACE FUNCTION may_move_ticket(by_order uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM seat_exchanges AS x JOIN tickets AS t ON t.id = x.ticket_id
     WHERE x.difference_order_id = by_order AND x.done_at IS NULL AND t.voided_at IS NULL AND t.used_at IS NULL
       AND t.seat_id = x.from_seat_id AND t.ticket_type_id = x.from_type_id);
END $$;
