-- One entry or exit: takes it in, or finds that it was taken in before, and answers with it as it now is.
CREATE OR REPLACE FUNCTION take_scan(
  scan scans, serial_read uuid, short_code_read bigint, ticket_read uuid, preset text, reason text, door_types uuid[], allows boolean
) RETURNS scans LANGUAGE plpgsql AS $$
DECLARE
  ticket tickets;
  known scans;
  has_effect boolean;
BEGIN
  SELECT * INTO known FROM scans WHERE id = scan.id;
  IF known.id IS NOT NULL AND (known.event_id, known.device_id, known.kind) IS DISTINCT FROM (scan.event_id, scan.device_id, scan.kind) THEN
    -- Somebody else's: nothing is told of it.
    scan.outcome := 'unknown';
    RETURN scan;
  END IF;
  -- Only where the phone decided by itself after all, and otherwise than it was told, is there anything to change: the answer got lost.
  IF known.id IS NOT NULL AND (known.verdict IS NOT NULL OR scan.verdict IS NULL
     OR (known.outcome IN ('admitted', 're_entry', 'left')) = (scan.verdict = 'admitted')) THEN
    RETURN known;
  END IF;

  IF serial_read IS NOT NULL THEN
    SELECT * INTO ticket FROM tickets WHERE serial = serial_read AND event_id = scan.event_id;
    IF ticket.id IS NULL THEN
      SELECT t.* INTO ticket FROM passed_on_codes AS p JOIN tickets AS t ON t.id = p.ticket_id
       WHERE p.serial = serial_read AND p.event_id = scan.event_id;
      preset := CASE WHEN ticket.id IS NULL THEN 'unknown' ELSE 'passed_on' END;
    END IF;
  ELSIF short_code_read IS NOT NULL THEN
    SELECT * INTO ticket FROM tickets WHERE event_id = scan.event_id AND short_code = short_code_read;
  ELSIF ticket_read IS NOT NULL THEN
    SELECT * INTO ticket FROM tickets WHERE id = ticket_read AND event_id = scan.event_id;
  END IF;
  IF known.ticket_id <> ticket.id OR known.ticket_id IS NOT NULL AND ticket.id IS NULL THEN
    -- The record says what it read: a short code that the phone has refused since is not read again.
    SELECT * INTO ticket FROM tickets WHERE id = known.ticket_id;
    preset := NULL;
  END IF;
  IF ticket.id IS NULL THEN
    preset := coalesce(preset, 'unknown');
  END IF;
  scan.ticket_id := ticket.id;
  scan.ticket_type_id := ticket.ticket_type_id;

  IF scan.verdict = 'refused' THEN
    scan.outcome := coalesce(reason, 'refused');
  ELSIF scan.verdict = 'admitted' THEN
    scan.outcome := CASE scan.kind WHEN 'exit' THEN 'left' ELSE 'admitted' END;
    scan.against := find_objection(scan, ticket, preset, door_types, was_refused => known.id IS NOT NULL);
  ELSE
    scan.outcome := coalesce(preset, decide_scan(scan.kind, ticket, door_types, allows));
    -- For phones: they are paired and tried out long before the night.
    IF scan.outcome IN ('admitted', 're_entry') AND scan.device_id IS NOT NULL AND scan.received_at < check_in_opens_at(scan.event_id) THEN
      scan.outcome := 'too_early';
    END IF;
    -- It is decided now, so it comes after all that is known.
    scan.at := greatest(scan.received_at, (
      SELECT max(at) + interval '1 ms' FROM scans
       WHERE ticket_id = ticket.id AND CASE WHEN undone_by IS NULL THEN outcome IN ('admitted', 're_entry', 'left') END));
  END IF;
  has_effect := scan.outcome IN ('admitted', 're_entry', 'left');

  IF known.id IS NOT NULL THEN
    UPDATE scans SET at = scan.at, verdict = scan.verdict, outcome = scan.outcome, against = scan.against, is_double = false,
           ticket_id = scan.ticket_id, ticket_type_id = scan.ticket_type_id
     WHERE id = scan.id;
  ELSE
    -- Its undo may have come before it.
    scan.undone_by := (SELECT u.id FROM scans AS u WHERE u.undoes = scan.id AND u.event_id = scan.event_id AND u.outcome = 'undone' ORDER BY u.at, u.id LIMIT 1);
    INSERT INTO scans SELECT scan.*;
  END IF;
  IF ticket.id IS NOT NULL AND (has_effect OR known.id IS NOT NULL) THEN
    PERFORM fold_scans(ticket.id);
  END IF;
  SELECT * INTO scan FROM scans WHERE id = scan.id;
  RETURN scan;
END $$;
