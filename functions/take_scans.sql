-- Takes scans in, each once, however often it is sent. A scan without a verdict asks, and is decided here; one with a verdict has
-- happened, and is written down as it was. One scan is at the same place in all of the arrays: it has read a serial, whose signature the
-- caller has checked, or a short code, or a ticket of the list of guests; or nothing of this event, and then `presets` says what instead.
--
-- The caller has locked the device, so that nobody else takes the same scans in; tickets are locked here, by id.
CREATE OR REPLACE FUNCTION take_scans(
  in_event uuid, at_door uuid, by_device uuid, by_person uuid, sent_at timestamptz, not_before timestamptz,
  ids uuid[], kinds text[], hows text[], serials uuid[], short_codes bigint[], ticket_ids uuid[], presets text[],
  device_times timestamptz[], verdicts text[], reasons text[], undo_ids uuid[]
) RETURNS SETOF scans LANGUAGE plpgsql AS $$
DECLARE
  received timestamptz := clock_timestamp();
  door_types uuid[] := (SELECT d.ticket_type_ids FROM doors AS d WHERE d.id = at_door);
  allows boolean := coalesce((SELECT r.allows_reentry FROM check_in_rules AS r WHERE r.event_id = in_event), false);
  one record;
  answer scans;
BEGIN
  -- By serial and id: IS NOT DISTINCT FROM leads no statement to an index of the event.
  PERFORM 1 FROM tickets AS t WHERE t.id = ANY (ARRAY(
      SELECT o.id FROM tickets AS o WHERE o.serial = ANY (serials) AND o.event_id IS NOT DISTINCT FROM in_event
       UNION SELECT o.id FROM tickets AS o WHERE o.event_id = in_event AND o.short_code = ANY (short_codes)
       UNION SELECT o.id FROM tickets AS o WHERE o.id = ANY (ticket_ids) AND o.event_id IS NOT DISTINCT FROM in_event
       UNION SELECT s.ticket_id FROM scans AS s WHERE s.id = ANY (ids || undo_ids) AND s.event_id = in_event))
    ORDER BY t.id FOR NO KEY UPDATE;

  FOR one IN
    SELECT * FROM unnest(ids, kinds, hows, serials, short_codes, ticket_ids, presets, device_times, verdicts, reasons, undo_ids)
      WITH ORDINALITY AS scan (id, kind, how, serial, short_code, ticket_id, preset, device_time, verdict, reason, undoes, nr)
     ORDER BY nr
  LOOP
    answer := NULL;
    answer.id := one.id;
    answer.event_id := in_event;
    answer.door_id := at_door;
    answer.device_id := by_device;
    answer.person_id := by_person;
    answer.kind := one.kind;
    answer.how := one.how;
    answer.device_time := one.device_time;
    answer.received_at := received;
    answer.verdict := one.verdict;
    answer.undoes := one.undoes;
    answer.is_double := false;
    -- By the phone's clock it was so long before it was sent. Nothing happens after it has arrived, or before there was a phone.
    answer.at := least(received, greatest(not_before, coalesce(one.device_time + (received - sent_at), received)));
    IF one.kind = 'undo' THEN
      answer := undo_scan(answer);
    ELSE
      answer := take_scan(answer, one.serial, one.short_code, one.ticket_id, one.preset, one.reason, door_types, allows);
    END IF;
    RETURN NEXT answer;
  END LOOP;
END $$;
