-- Writes what happened at a door into the stream's outbox (see stream_order): the scan as the transaction leaves it. One that a phone
-- decided otherwise than it was told is told again. Who scanned is not told.
CREATE OR REPLACE FUNCTION stream_scan() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text;
  is_now text;
BEGIN
  IF tg_op = 'UPDATE' THEN
    was := CASE WHEN old.outcome IN ('admitted', 're_entry') THEN 'admitted' WHEN old.outcome IN ('left', 'undone') THEN old.outcome
                ELSE 'refused' END;
  END IF;
  is_now := CASE WHEN new.outcome IN ('admitted', 're_entry') THEN 'admitted' WHEN new.outcome IN ('left', 'undone') THEN new.outcome
                 ELSE 'refused' END;
  IF was IS DISTINCT FROM is_now THEN
    INSERT INTO stream_events (id, kind, host_id, event_id, occurred_at, data)
    SELECT new_id(), 'check_in.' || is_now, e.host_id, s.event_id, s.at,
           json_build_object(
             'scanId', s.id, 'ticketId', s.ticket_id, 'sku', s.ticket_type_id, 'doorId', s.door_id, 'kind', s.kind, 'how', s.how,
             'outcome', s.outcome, 'isDouble', s.is_double, 'undoes', s.undoes,
             'receivedAt', to_char(s.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM (SELECT * FROM scans WHERE id = new.id LIMIT 1) AS s
      CROSS JOIN LATERAL (SELECT host_id FROM events WHERE id = s.event_id LIMIT 1) AS e;
  END IF;
  RETURN NULL;
END $$;
