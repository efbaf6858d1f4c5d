-- Takes the effect of one scan back. An undo that arrives before its scan waits for it.
CREATE OR REPLACE FUNCTION undo_scan(scan scans) RETURNS scans LANGUAGE plpgsql AS $$
DECLARE
  known scans;
  target scans;
BEGIN
  SELECT * INTO known FROM scans WHERE id = scan.id;
  IF known.id IS NOT NULL THEN
    IF (known.event_id, known.device_id, known.kind) IS DISTINCT FROM (scan.event_id, scan.device_id, scan.kind) THEN
      scan.outcome := 'unknown';
      RETURN scan;
    END IF;
    RETURN known;
  END IF;
  SELECT * INTO target FROM scans WHERE id = scan.undoes AND event_id = scan.event_id;
  scan.ticket_id := target.ticket_id;
  scan.ticket_type_id := target.ticket_type_id;
  scan.outcome := CASE WHEN target.id IS NULL OR target.outcome IN ('admitted', 're_entry', 'left') THEN 'undone' ELSE 'nothing_to_undo' END;
  INSERT INTO scans SELECT scan.*;
  IF scan.outcome = 'undone' AND target.id IS NOT NULL AND target.undone_by IS NULL THEN
    UPDATE scans SET undone_by = scan.id, is_double = false WHERE id = target.id;
    IF target.ticket_id IS NOT NULL THEN
      PERFORM fold_scans(target.ticket_id);
    END IF;
  END IF;
  RETURN scan;
END $$;
