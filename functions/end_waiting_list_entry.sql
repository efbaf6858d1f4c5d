-- Takes an entry off its waiting list, as left or skipped: what it awaits is on sale to the others again, and what it was offered goes back. Answers what it
-- was before, or null where it had ended; again, where it was offered something in this instant.
CREATE OR REPLACE FUNCTION end_waiting_list_entry(entry uuid, new_state text, OUT former text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  found waiting_list_entries;
  held_by uuid;
  at_time timestamptz;
BEGIN
  -- The reservation comes before the entry.
  SELECT e.reservation_id INTO held_by FROM waiting_list_entries AS e WHERE e.id = entry;
  PERFORM 1 FROM reservations AS r WHERE r.id = held_by FOR UPDATE;
  SELECT * INTO found FROM waiting_list_entries AS e WHERE e.id = entry FOR UPDATE;
  IF found.id IS NULL OR found.ended_at IS NOT NULL THEN RETURN; END IF;
  IF found.reservation_id IS DISTINCT FROM held_by THEN
    former := 'again';
    RETURN;
  END IF;
  former := found.state;
  PERFORM 1 FROM ticket_types AS t WHERE t.id = found.ticket_type_id FOR NO KEY UPDATE;
  at_time := clock_timestamp();
  IF former = 'waiting' THEN
    UPDATE ticket_types AS t SET awaited = t.awaited - found.quantity WHERE t.id = found.ticket_type_id;
  ELSIF former = 'offered' THEN
    PERFORM end_carts(ids => ARRAY[held_by], used_codes => NULL, gives_up_orders => false, at_time => at_time);
  END IF;
  UPDATE waiting_list_entries AS e SET state = new_state, ended_at = at_time WHERE e.id = entry;
END $$;
