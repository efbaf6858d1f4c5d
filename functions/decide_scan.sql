-- The answer to a phone that asks, by everything known at this moment. The caller has locked the ticket.
CREATE OR REPLACE FUNCTION decide_scan(kind text, ticket tickets, door_types uuid[], allows_reentry boolean) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF ticket.voided_at IS NOT NULL THEN
    RETURN 'void';
  ELSIF kind = 'entry' AND EXISTS (SELECT 1 FROM events AS e WHERE e.id = ticket.event_id AND e.status = 'CANCELLED') THEN
    -- The job that takes the tickets back works through the orders one by one, and has not come to this one yet.
    RETURN 'void';
  ELSIF ticket.ticket_type_id <> ALL (door_types) THEN
    RETURN 'wrong_door';
  ELSIF kind = 'exit' THEN
    RETURN CASE WHEN NOT allows_reentry THEN 'no_reentry'
                WHEN ticket.used_at IS NULL OR ticket.left_at IS NOT NULL THEN 'not_inside' ELSE 'left' END;
  ELSIF (ticket.used_at IS NULL OR ticket.left_at IS NOT NULL AND allows_reentry)
        AND blocked_since(of_ticket => ticket.id, of_order => ticket.order_id) IS NOT NULL THEN
    RETURN 'disputed';
  ELSIF ticket.used_at IS NULL AND resale_since(ticket.id) IS NOT NULL THEN
    RETURN 'resale';
  ELSIF ticket.used_at IS NULL THEN
    RETURN 'admitted';
  END IF;
  RETURN CASE WHEN ticket.left_at IS NOT NULL AND allows_reentry THEN 're_entry' ELSE 'already_used' END;
END $$;
