-- People line up, many in one call. Under the lock of its room an entry is early, with the rank that the program has made with the room's
-- seed, or late, with the next number: nobody is in both lines, and who comes later is never ahead of who came before.
--
-- If the room asks for an e-mail address, an entry has no place until its address is confirmed (confirm_waiting_entry). Only there, and
-- only its owner, is told whether the address is already in line.
--
-- Outcomes: joined; asked, where a link is to be mailed to the address; known, where the same entry or device is in line already; taken, where the id is
-- one that the draw has made known, so that whoever sends it need not be who made it; full, where the network has as many entries as it may, or
-- was mailed as many links; other_room, where the program has not heard yet that there is a new one; closed; no_room. Entries whose turn is over
-- (entry_is_over) give up their device to a new one.
--
-- Answered by an array of outcome and entry id for each request, in order.
CREATE OR REPLACE FUNCTION join_waiting_rooms(
  event_ids uuid[], entry_ids uuid[],
  -- Null, or not used, where the room is drawn. Made with the seed of this hash.
  ranks bytea[], seed_hashes bytea[],
  languages text[],
  -- Null: not counted.
  addresses text[],
  email_hashes bytea[], device_ids uuid[],
  -- The limit of one address: so many, and so many percent of all; times the factor if each has an e-mail address of its own.
  address_floor integer, address_percent integer, email_factor integer
) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  answers json[] := array_fill(NULL::json, ARRAY[cardinality(event_ids)]);
  room waiting_rooms;
  of_event uuid;
  one record;
  other uuid;
  is_early_entry boolean;
  outcome text;
  cap bigint;
  -- One customer may have a whole /48 of IPv6, or a site of many people: it has as much as so many addresses.
  wide_factor constant integer := 4;
  wide text;
  -- Links that are mailed for a network in an hour: some are mailed twice.
  mails_factor constant integer := 2;
  is_unconfirmed boolean;
BEGIN
  FOR of_event IN SELECT DISTINCT asked.id FROM unnest(event_ids) AS asked (id) ORDER BY 1 LOOP
    SELECT * INTO room FROM waiting_rooms AS w WHERE w.event_id = of_event FOR NO KEY UPDATE;
    -- Those that may give up their device below, in one statement: an order locks entries too, by id.
    PERFORM 1 FROM waiting_entries AS e
     WHERE e.event_id = of_event AND e.id = ANY(ARRAY(
             SELECT d.id FROM waiting_entries AS d WHERE d.event_id = of_event AND d.device_id = ANY(device_ids)))
     ORDER BY e.id FOR NO KEY UPDATE;
    at_time := clock_timestamp();
    FOR one IN
      SELECT * FROM unnest(event_ids, entry_ids, ranks, seed_hashes, languages, addresses, email_hashes, device_ids) WITH ORDINALITY
             AS asked (event_id, id, rank, seed_hash, language, address, email_hash, device_id, nr)
       WHERE asked.event_id = of_event ORDER BY nr
    LOOP
      outcome := CASE WHEN room.event_id IS NULL THEN 'no_room' WHEN room.closed_at IS NOT NULL THEN 'closed'
                      WHEN room.seed_hash <> one.seed_hash THEN 'other_room' END;
      other := NULL;
      IF outcome IS NULL THEN
        SELECT e.id, get_byte(e.line_key, 0) = 0, e.line_key IS NULL AND e.left_at IS NULL INTO other, is_early_entry, is_unconfirmed
          FROM waiting_entries AS e WHERE e.event_id = of_event AND e.id = one.id;
        IF other IS NOT NULL THEN
          outcome := CASE WHEN is_early_entry AND room.drawn_at IS NOT NULL THEN 'taken' WHEN is_unconfirmed THEN 'asked' ELSE 'known' END;
        END IF;
      END IF;
      IF outcome IS NULL AND one.device_id IS NOT NULL THEN
        SELECT e.id INTO other FROM waiting_entries AS e WHERE e.event_id = of_event AND e.device_id = one.device_id;
        IF other IS NOT NULL AND NOT entry_is_over(of_event, other, at_time) THEN
          outcome := (SELECT CASE WHEN e.line_key IS NULL THEN 'asked' ELSE 'known' END FROM waiting_entries AS e
                       WHERE e.event_id = of_event AND e.id = other);
        ELSIF other IS NOT NULL THEN
          UPDATE waiting_entries AS e SET device_id = NULL WHERE e.event_id = of_event AND e.id = other;
        END IF;
      END IF;
      cap := greatest(address_floor, (room.early_count + room.late_count) * address_percent / 100)
             * CASE WHEN room.asks_email THEN email_factor ELSE 1 END;
      wide := wider_network(one.address);
      IF outcome IS NULL AND one.address IS NOT NULL THEN
        IF NOT take_waiting_place(of_event, of_network => one.address, cap => cap, at_time => at_time) THEN
          outcome := 'full';
        ELSIF wide IS NOT NULL AND NOT take_waiting_place(of_event, of_network => wide, cap => cap * wide_factor, at_time => at_time) THEN
          outcome := 'full';
          UPDATE waiting_addresses AS a SET entries = a.entries - 1 WHERE a.event_id = of_event AND a.client_address = one.address;
        END IF;
      END IF;
      IF outcome IS NULL AND one.email_hash IS NOT NULL THEN
        outcome := 'asked';
        INSERT INTO waiting_entries (event_id, id, lined_up_at, seen_at, asked_at, language, device_id, network)
        VALUES (of_event, one.id, at_time, at_time, at_time, one.language, one.device_id, one.address);
      ELSIF outcome IS NULL THEN
        outcome := 'joined';
        IF room.drawn_at IS NULL THEN
          room.early_count := room.early_count + 1;
        ELSE
          room.late_count := room.late_count + 1;
        END IF;
        INSERT INTO waiting_entries (event_id, id, line_key, lined_up_at, seen_at, language, device_id, network)
        VALUES (of_event, one.id,
                CASE WHEN room.drawn_at IS NULL THEN '\x00'::bytea || one.rank ELSE '\x01'::bytea || int8send(room.late_count) END,
                at_time, at_time, one.language, one.device_id, one.address);
      END IF;
      IF outcome = 'asked' AND NOT (take_waiting_mail(of_event, of_network => one.address, cap => cap * mails_factor, at_time => at_time)
                                    AND take_waiting_mail(of_event, of_network => wide, cap => cap * mails_factor * wide_factor, at_time => at_time)) THEN
        outcome := 'full';
      ELSIF outcome = 'asked' THEN
        UPDATE waiting_entries AS e SET asked_email_hash = one.email_hash, asked_at = at_time
         WHERE e.event_id = of_event AND e.id = coalesce(other, one.id);
      END IF;
      answers[one.nr] := json_build_array(outcome, CASE WHEN outcome IN ('known', 'asked') THEN coalesce(other, one.id) ELSE one.id END);
    END LOOP;
    UPDATE waiting_rooms AS w SET early_count = room.early_count, late_count = room.late_count
     WHERE w.event_id = of_event AND (w.early_count, w.late_count) IS DISTINCT FROM (room.early_count, room.late_count);
  END LOOP;
  RETURN array_to_json(answers);
END $$;
