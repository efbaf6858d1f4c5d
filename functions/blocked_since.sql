-- Since when a ticket is refused at the doors, because a payment is disputed: that of its order, or of the better seat that it was moved to. Null: it is
-- not refused. Looked up at each scan, and never copied to the ticket.
CREATE OR REPLACE FUNCTION blocked_since(of_ticket uuid, of_order uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT min(d.blocked_at) FROM payment_disputes AS d
           WHERE d.order_id = ANY (of_order || ARRAY(SELECT x.difference_order_id FROM seat_exchanges AS x
                                                      WHERE x.ticket_id = of_ticket AND x.how = 'paid' AND x.done_at IS NOT NULL)));
END $$;
