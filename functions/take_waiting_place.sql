-- Counts one more place in line of a network, where it may have one more. The caller has locked the room.
--
-- A network's entries are counted up as people come, and counted again when the network is full: entries that left, bought or ended after
-- admission don't count. Then abandoned places make room for newcomers. A page looks at its place every minute, so in a network that is
-- crowded for a while abandoned places are known: those never looked at again go after three minutes, the others after fifteen. The
-- oldest go first, and only some at a time.
CREATE OR REPLACE FUNCTION take_waiting_place(of_event uuid, of_network text, cap bigint, at_time timestamptz) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  -- From so many on, it is written down when places are looked at (src/waiting-room/read-entries.ts).
  crowd constant integer := 100;
  known waiting_addresses;
  low text := of_network COLLATE "C";
  high text := of_network COLLATE "C";
  gone uuid[];
  living bigint;
BEGIN
  INSERT INTO waiting_addresses AS a (event_id, client_address, entries) VALUES (of_event, of_network, 1)
  ON CONFLICT (event_id, client_address) DO UPDATE
     SET entries = a.entries + 1, crowded_at = CASE WHEN a.entries + 1 >= crowd THEN coalesce(a.crowded_at, at_time) END
   WHERE a.entries < cap;
  IF FOUND THEN
    RETURN true;
  END IF;
  SELECT * INTO known FROM waiting_addresses AS a WHERE a.event_id = of_event AND a.client_address = of_network;
  -- To count thousands takes a while: not for each who comes.
  IF known.counted_at > at_time - interval '5 seconds' THEN
    RETURN false;
  END IF;
  IF of_network LIKE '%::/48' THEN
    low := left(of_network, -4);
    -- Sorts behind every character of an address.
    high := low || '~';
  END IF;
  gone := ARRAY(
    SELECT e.id FROM waiting_entries AS e
     WHERE e.event_id = of_event AND e.network >= low COLLATE "C" AND e.network <= high COLLATE "C" AND e.left_at IS NULL AND e.let_in_at IS NULL
       AND greatest(e.seen_at, known.crowded_at)
           < at_time - CASE WHEN e.seen_at = e.lined_up_at THEN interval '3 minutes' ELSE interval '15 minutes' END
     ORDER BY e.seen_at LIMIT 100);
  UPDATE waiting_entries AS e SET left_at = at_time
   WHERE e.event_id = of_event AND e.id = ANY(ARRAY(
           SELECT k.id FROM waiting_entries AS k WHERE k.event_id = of_event AND k.id = ANY(gone) ORDER BY k.id FOR NO KEY UPDATE))
     AND e.left_at IS NULL;
  SELECT count(*) INTO living FROM waiting_entries AS e
   WHERE e.event_id = of_event AND e.network >= low COLLATE "C" AND e.network <= high COLLATE "C"
     AND e.left_at IS NULL AND e.bought_at IS NULL
     -- A link that was not used in its time is no place.
     AND (e.line_key IS NOT NULL OR e.asked_at > at_time - interval '1 hour') AND (e.admitted_until IS NULL OR e.admitted_until > at_time);
  UPDATE waiting_addresses AS a
     SET counted_at = at_time, entries = least(living + 1, greatest(cap, living)),
         crowded_at = CASE WHEN living + 1 >= crowd THEN coalesce(a.crowded_at, at_time) END
   WHERE a.event_id = of_event AND a.client_address = of_network;
  RETURN living < cap;
END $$;
