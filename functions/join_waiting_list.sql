-- Somebody asks to be on the waiting list of a ticket sold_type. Nobody is, before the link is used that is mailed to the address.
--
-- Outcomes: asked, where a link is to be mailed, whether or not the address is on the list already: then its link says so; not_sold_out;
-- closed, where there is no list, or nobody joins it any more.
CREATE OR REPLACE FUNCTION join_waiting_list(
  of_event uuid, of_type uuid, wanted integer, given_email text, key text, in_language text,
  OUT outcome text, OUT entry uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time constant timestamptz := clock_timestamp();
  sold_type ticket_types;
  lapsed integer;
BEGIN
  IF NOT EXISTS (
       SELECT 1 FROM waiting_lists AS l JOIN events AS e ON e.id = l.event_id JOIN hosts AS h ON h.id = e.host_id
        WHERE l.event_id = of_event AND l.stopped_at IS NULL AND e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time
          AND h.suspended_at IS NULL) THEN
    outcome := 'closed';
    RETURN;
  END IF;
  SELECT * INTO sold_type FROM ticket_types AS t WHERE t.id = of_type AND t.event_id = of_event;
  IF sold_type.id IS NULL OR sold_type.kind <> 'GENERAL' OR sold_type.sale_starts_at > at_time OR sold_type.sale_ends_at <= at_time THEN
    outcome := 'closed';
    RETURN;
  END IF;
  lapsed := (SELECT coalesce(sum(h.quantity), 0) FROM holds AS h WHERE h.ticket_type_id = of_type AND h.expires_at <= at_time);
  IF sold_type.capacity - sold_type.sold - sold_type.held - sold_type.awaited + lapsed > 0 AND coalesce((pools_on_sale(ARRAY[sold_type.pool_id]))[1] > 0, true) THEN
    outcome := 'not_sold_out';
    RETURN;
  END IF;
  outcome := 'asked';
  -- A confirmed entry stays as it is: whoever knows the address must not change it.
  INSERT INTO waiting_list_entries AS e (id, event_id, ticket_type_id, quantity, email, email_key, language, asked_at)
  VALUES (new_id(), of_event, of_type, least(wanted, sold_type.maximum_per_order), given_email, key, in_language, at_time)
  ON CONFLICT (ticket_type_id, email_key) WHERE ended_at IS NULL DO UPDATE
     SET quantity = CASE WHEN e.state = 'asked' THEN excluded.quantity ELSE e.quantity END,
         email = CASE WHEN e.state = 'asked' THEN excluded.email ELSE e.email END,
         language = CASE WHEN e.state = 'asked' THEN excluded.language ELSE e.language END,
         asked_at = excluded.asked_at
  RETURNING e.id INTO entry;
END $$;
