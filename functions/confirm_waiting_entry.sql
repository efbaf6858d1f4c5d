-- The owner of an e-mail address has used the link that was mailed for an entry: now it is in line. Early with the rank that the program has made, or
-- late with the next number, under the lock of the room as in join_waiting_rooms.
--
-- Outcomes: joined; known, where it was confirmed before; email_known, where the address has another place in line; replaced, where another address was
-- given since; gone, where there is no such entry or it has left; other_room; closed.
CREATE OR REPLACE FUNCTION confirm_waiting_entry(
  of_event uuid, entry uuid,
  -- How the hash of the address that the link was mailed to begins.
  hash_part bytea,
  -- Made with the seed of this hash; null, or not used, where the room is drawn.
  rank bytea, seed_hash bytea,
  OUT outcome text
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  room waiting_rooms;
  found waiting_entries;
  other uuid;
  parts constant integer := octet_length(hash_part);
BEGIN
  SELECT * INTO room FROM waiting_rooms AS w WHERE w.event_id = of_event FOR NO KEY UPDATE;
  SELECT e.id INTO other FROM waiting_entries AS e WHERE e.event_id = of_event
     AND e.email_hash = (SELECT k.asked_email_hash FROM waiting_entries AS k WHERE k.event_id = of_event AND k.id = entry);
  -- Both in one statement: an order locks entries too, by id.
  PERFORM 1 FROM waiting_entries AS e WHERE e.event_id = of_event AND e.id = ANY(ARRAY[entry, other]) ORDER BY e.id FOR NO KEY UPDATE;
  SELECT * INTO found FROM waiting_entries AS e WHERE e.event_id = of_event AND e.id = entry;
  at_time := clock_timestamp();
  outcome := CASE
    WHEN room.event_id IS NULL OR room.closed_at IS NOT NULL THEN 'closed'
    WHEN found.id IS NULL THEN 'gone'
    WHEN found.line_key IS NOT NULL THEN CASE WHEN substring(found.email_hash FROM 1 FOR parts) = hash_part THEN 'known' ELSE 'gone' END
    WHEN found.left_at IS NOT NULL THEN 'gone'
    WHEN substring(found.asked_email_hash FROM 1 FOR parts) IS DISTINCT FROM hash_part THEN 'replaced'
    WHEN room.seed_hash <> seed_hash OR room.drawn_at IS NULL AND rank IS NULL THEN 'other_room'
    WHEN other IS NOT NULL AND NOT entry_is_over(of_event, other, at_time) THEN 'email_known'
    ELSE 'joined' END;
  IF outcome <> 'joined' THEN
    RETURN;
  END IF;
  UPDATE waiting_entries AS e SET email_hash = NULL WHERE e.event_id = of_event AND e.id = other;
  UPDATE waiting_rooms AS w
     SET early_count = w.early_count + (room.drawn_at IS NULL)::integer, late_count = w.late_count + (room.drawn_at IS NOT NULL)::integer
   WHERE w.event_id = of_event;
  UPDATE waiting_entries AS e
     SET line_key = CASE WHEN room.drawn_at IS NULL THEN '\x00'::bytea || rank ELSE '\x01'::bytea || int8send(room.late_count + 1) END,
         email_hash = found.asked_email_hash, asked_email_hash = NULL, lined_up_at = at_time, seen_at = at_time
   WHERE e.event_id = of_event AND e.id = entry;
END $$;
