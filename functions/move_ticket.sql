-- Gives a ticket the seat that it was promised by a seat exchange. Its old seat is free again, its old ticket type has one sold less, and its
-- code is a new one: the old one is dead when this commits (note_changed_ticket). What it was priced by stays. The caller has locked the
-- ticket's order, the ticket, both ticket types and both seats, has made sure that it may be moved, and has counted it as sold of the
-- new ticket type where that is another one.
CREATE OR REPLACE FUNCTION move_ticket(exchange uuid, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  asked seat_exchanges;
  moved tickets;
  was seats;
  is_now seats;
  difference text;
BEGIN
  SELECT * INTO STRICT asked FROM seat_exchanges WHERE id = exchange;
  SELECT * INTO STRICT moved FROM tickets WHERE id = asked.ticket_id;
  SELECT * INTO STRICT was FROM seats WHERE id = asked.from_seat_id;
  SELECT * INTO STRICT is_now FROM seats WHERE id = asked.to_seat_id;
  IF asked.from_type_id <> asked.to_type_id THEN
    UPDATE ticket_types SET sold = sold - 1 WHERE id = asked.from_type_id;
  END IF;
  UPDATE seats SET is_sold = (id = asked.to_seat_id), held_by = NULL, held_until = NULL, held_as = NULL
   WHERE id IN (asked.from_seat_id, asked.to_seat_id);
  UPDATE tickets SET seat_id = asked.to_seat_id, ticket_type_id = asked.to_type_id, serial = gen_random_uuid(),
         priced_as = nullif(coalesce(moved.priced_as, moved.ticket_type_id), asked.to_type_id)
   WHERE id = moved.id;
  UPDATE seat_exchanges SET done_at = at_time WHERE id = exchange;

  difference := CASE asked.how WHEN 'waived' THEN ', difference waived' WHEN 'kept' THEN ', difference kept'
                               WHEN 'returned' THEN ', difference refunded' WHEN 'paid' THEN (
    SELECT format(', difference paid%s by order %s', CASE o.gateway WHEN 'by_hand' THEN ' at the counter' END, o.reference)
      FROM orders AS o WHERE o.id = asked.difference_order_id) END;
  INSERT INTO order_changes (order_id, at, status, cause)
  SELECT o.id, at_time, o.status, left(format('seat of ticket %s changed from %s to %s%s: its code is new', moved.position,
           name_seat(was), name_seat(is_now), difference), 500)
    FROM orders AS o WHERE o.id = asked.order_id;
  -- It goes to whoever holds the ticket when it is sent.
  INSERT INTO jobs (id, kind, payload)
  VALUES (new_id(), 'send_holder_mail', jsonb_build_object(
            'mail', 'tickets', 'orderId', asked.order_id, 'resendKey', 'moved:' || exchange, 'ticketId', moved.id,
            'moved', jsonb_build_object(
              'from', jsonb_build_object('section', was.section, 'row', was.row_label, 'seat', was.seat_label),
              'to', jsonb_build_object('section', is_now.section, 'row', is_now.row_label, 'seat', is_now.seat_label))));
  -- The person who paid for somebody else's ticket hears that it has moved, without its code.
  INSERT INTO jobs (id, kind, payload)
  SELECT new_id(), 'send_holder_mail', jsonb_build_object('mail', 'seat_change_due', 'orderId', o.id, 'again', 'paid')
    FROM orders AS o WHERE o.id = asked.difference_order_id AND lower(o.email) <> lower(moved.email);
  PERFORM pg_notify('jobs_due', 'send_holder_mail');
END $$;
