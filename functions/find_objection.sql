-- A phone without a network has let a guest in or out by itself. Returns the objection to that; null: there is none. The host and the phone
-- are shown it as a conflict (src/check-in/conflicts/). The other conflict, of two phones that let the same guest in, is found by fold_scans.
CREATE OR REPLACE FUNCTION find_objection(scan scans, ticket tickets, preset text, door_types uuid[], was_refused boolean) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE WHEN preset = 'passed_on' THEN 'passed_on'
              WHEN preset IS NOT NULL THEN 'unknown'
              WHEN ticket.voided_at <= scan.at THEN 'void'
              -- Returned by somebody who was inside already, where no door knew it yet: the money is gone.
              WHEN scan.kind = 'entry' AND ticket.voided_at IS NOT NULL AND EXISTS (
                SELECT 1 FROM returns AS r WHERE r.order_id = ticket.order_id AND r.state = 'done' AND ticket.id = ANY (r.ticket_ids)) THEN 'void'
              WHEN ticket.ticket_type_id <> ALL (door_types) THEN 'wrong_door'
              WHEN scan.kind = 'entry' AND blocked_since(of_ticket => ticket.id, of_order => ticket.order_id) <= scan.at THEN 'disputed'
              WHEN scan.kind = 'entry' AND resale_since(ticket.id) <= scan.at THEN 'resale'
              WHEN scan.kind = 'entry' AND scan.at < check_in_opens_at(scan.event_id) THEN 'too_early'
              -- The server had refused it, and the answer got lost.
              WHEN was_refused THEN 'refusal' END;
END $$;
