-- Takes in what the host has accepted of a phone that was revoked, or that scanned after its time: up to the last scan that the host saw. Each was
-- checked when it arrived, and is written down as it was. The caller has locked the device; tickets are locked here, by id.
CREATE OR REPLACE FUNCTION take_late_scans(of_device uuid, until_number bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  device door_devices := (SELECT d FROM door_devices AS d WHERE d.id = of_device);
  door_types uuid[] := (SELECT d.ticket_type_ids FROM doors AS d WHERE d.id = device.door_id);
  allows boolean := coalesce((SELECT r.allows_reentry FROM check_in_rules AS r WHERE r.event_id = device.event_id), false);
  late late_scans;
  one scans;
  taken integer := 0;
BEGIN
  PERFORM 1 FROM tickets AS t WHERE t.id = ANY (ARRAY(
      SELECT o.id FROM tickets AS o WHERE o.serial = ANY (ARRAY(
        SELECT l.serial FROM late_scans AS l WHERE l.device_id = of_device AND l.number <= until_number AND l.state = 'waiting'))
       UNION SELECT s.ticket_id FROM scans AS s WHERE s.id = ANY (ARRAY(
        SELECT l.undoes FROM late_scans AS l WHERE l.device_id = of_device AND l.number <= until_number AND l.state = 'waiting'))))
    ORDER BY t.id FOR NO KEY UPDATE;

  FOR late IN
    UPDATE late_scans SET state = 'accepted' WHERE device_id = of_device AND number <= until_number AND state = 'waiting' RETURNING *
  LOOP
    taken := taken + 1;
    one := NULL;
    one.id := late.id;
    one.event_id := device.event_id;
    one.door_id := device.door_id;
    one.device_id := of_device;
    one.kind := late.kind;
    one.how := 'code';
    one.at := late.at;
    one.device_time := late.device_time;
    one.received_at := late.received_at;
    one.verdict := late.verdict;
    one.undoes := late.undoes;
    one.is_double := false;
    -- In whatever order: scans are folded by their times, and an undo may come before what it takes back.
    IF late.kind = 'undo' THEN
      PERFORM undo_scan(one);
    ELSE
      PERFORM take_scan(one, late.serial, NULL, NULL, NULL, late.reason, door_types, allows);
    END IF;
  END LOOP;
  RETURN taken;
END $$;
