-- Ends the waiting of everybody on the list of an event: what they await is on sale to anybody. Offers stay good until their time. Says how many
-- waited. The caller has locked the event.
CREATE OR REPLACE FUNCTION release_waiting_list(of_event uuid, OUT released integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  waiting uuid[];
BEGIN
  -- Nobody joins from here on.
  PERFORM 1 FROM waiting_lists AS l WHERE l.event_id = of_event FOR UPDATE;
  PERFORM 1 FROM waiting_list_entries AS e WHERE e.event_id = of_event AND e.state IN ('asked', 'waiting') ORDER BY e.id FOR UPDATE;
  PERFORM 1 FROM ticket_types AS t WHERE t.event_id = of_event ORDER BY t.id FOR NO KEY UPDATE;
  UPDATE ticket_types AS t SET awaited = 0 WHERE t.event_id = of_event AND t.awaited > 0;
  waiting := ARRAY(SELECT e.id FROM waiting_list_entries AS e WHERE e.event_id = of_event AND e.state = 'waiting');
  UPDATE waiting_list_entries AS e SET state = 'released', ended_at = clock_timestamp()
   WHERE e.event_id = of_event AND e.state IN ('asked', 'waiting');
  released := cardinality(waiting);
END $$;
