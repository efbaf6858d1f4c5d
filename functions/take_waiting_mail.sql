-- Counts one more link that is mailed for a network, where it may have one more within the hour, in all rooms of the host together: who has
-- mails sent to strangers would else open one room after the other. Null: a network that is not counted. The caller has locked the room.
CREATE OR REPLACE FUNCTION take_waiting_mail(of_event uuid, of_network text, cap bigint, at_time timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF of_network IS NULL THEN
    RETURN true;
  END IF;
  IF cap <= (SELECT coalesce(sum(a.mails), 0)
               FROM events AS e JOIN events AS own ON own.host_id = e.host_id JOIN waiting_rooms AS w ON w.event_id = own.id
               CROSS JOIN LATERAL (SELECT mails FROM waiting_addresses WHERE event_id = w.event_id AND client_address = of_network
                                      AND mails_since > at_time - interval '1 hour' LIMIT 1) AS a
              WHERE e.id = of_event) THEN
    RETURN false;
  END IF;
  INSERT INTO waiting_addresses AS a (event_id, client_address, entries, mails, mails_since) VALUES (of_event, of_network, 0, 1, at_time)
  ON CONFLICT (event_id, client_address) DO UPDATE
     SET mails = CASE WHEN a.mails_since > at_time - interval '1 hour' THEN a.mails + 1 ELSE 1 END,
         mails_since = CASE WHEN a.mails_since > at_time - interval '1 hour' THEN a.mails_since ELSE at_time END
   WHERE (a.mails_since > at_time - interval '1 hour') IS NOT TRUE OR a.mails < cap;
  RETURN FOUND;
END $$;
