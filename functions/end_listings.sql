-- Takes tickets of one type off sale: they are good again. Answers which of these listings have ended: as many as are free, the last first. The others
-- are in somebody's cart, and stay listed. The caller has locked their orders and tickets, in the order of functions/README.md.
CREATE OR REPLACE FUNCTION end_listings(of_type uuid, ids uuid[], new_state text) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  at_time timestamptz;
  free integer;
  ended uuid[];
BEGIN
  PERFORM 1 FROM ticket_types AS t WHERE t.id = of_type FOR NO KEY UPDATE;
  -- Behind the lock: what has lapsed by now is nobody's.
  at_time := clock_timestamp();
  PERFORM give_back_stock(of_carts => '{}', of_types => ARRAY[of_type], lapsed_by => at_time);
  SELECT t.capacity - t.sold - t.held INTO free FROM ticket_types AS t WHERE t.id = of_type;
  ended := ARRAY(SELECT r.id FROM returns AS r WHERE r.listed_type_id = of_type AND r.id = ANY(ids)
                  ORDER BY r.confirmed_at DESC, r.id DESC LIMIT greatest(free, 0));
  UPDATE returns SET state = new_state, ended_at = at_time, listed_type_id = NULL, listed_ticket_id = NULL WHERE id = ANY(ended);
  UPDATE ticket_types AS t SET sold = t.sold + cardinality(ended), listed = t.listed - cardinality(ended) WHERE t.id = of_type;
  RETURN ended;
END $$;
