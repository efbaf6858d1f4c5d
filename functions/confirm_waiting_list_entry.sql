-- The owner of an e-mail address has used the link that was mailed: the entry is on the list from now on.
--
-- Outcomes: joined; known, where it was confirmed before; other_list, where the rank was made with another seed; full; closed; gone.
CREATE OR REPLACE FUNCTION confirm_waiting_list_entry(
  entry uuid,
  -- Made with the seed of this hash. Null where nothing is drawn; not used after the draw.
  given_rank bytea, of_seed bytea,
  OUT outcome text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  -- More than any list can ever serve, and far from what a counter holds.
  most_awaited constant integer := 1000000;
  found waiting_list_entries;
  list waiting_lists;
  awaited_now integer;
BEGIN
  SELECT * INTO found FROM waiting_list_entries AS e WHERE e.id = entry;
  -- Behind this lock nothing is drawn.
  SELECT * INTO list FROM waiting_lists AS l WHERE l.event_id = found.event_id FOR SHARE;
  SELECT * INTO found FROM waiting_list_entries AS e WHERE e.id = entry FOR UPDATE;
  IF found.id IS NULL OR found.ended_at IS NOT NULL THEN
    outcome := 'gone';
  ELSIF found.state <> 'asked' THEN
    outcome := 'known';
  ELSIF list.stopped_at IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM events AS e WHERE e.id = found.event_id AND e.status = 'LIVE' AND e.closes_at > clock_timestamp()) THEN
    outcome := 'closed';
  ELSIF list.draws_at IS NOT NULL AND list.drawn_at IS NULL AND (given_rank IS NULL OR of_seed IS DISTINCT FROM list.seed_hash) THEN
    outcome := 'other_list';
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  SELECT t.awaited INTO awaited_now FROM ticket_types AS t WHERE t.id = found.ticket_type_id FOR NO KEY UPDATE;
  IF awaited_now + found.quantity > most_awaited THEN
    outcome := 'full';
    RETURN;
  END IF;
  outcome := 'joined';
  UPDATE ticket_types AS t SET awaited = t.awaited + found.quantity WHERE t.id = found.ticket_type_id;
  -- By the time behind the lock: so the order is that of the confirmations.
  UPDATE waiting_list_entries AS e
     SET state = 'waiting', confirmed_at = clock_timestamp(),
         rank = CASE WHEN list.draws_at IS NOT NULL AND list.drawn_at IS NULL THEN given_rank END
   WHERE e.id = entry;
END $$;
