-- Ends carts that have lapsed, a set at a time, and says how many. Carts that somebody is serving at this moment are skipped, and
-- the locks are held for one small set only.
--
-- The settings are those of the connections that hold carts (src/db/batcher.ts): all of this is small look-ups by key.
CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  -- Read once: a condition on clock_timestamp() itself is no way into an index, and every live cart would be read.
  at_time constant timestamptz := clock_timestamp();
  lapsed uuid[];
  codes uuid[];
BEGIN
  SELECT array_agg(id), array_agg(promo_code_id) FILTER (WHERE promo_code_id IS NOT NULL) INTO lapsed, codes FROM (
    SELECT id, promo_code_id FROM reservations WHERE ended_at IS NULL AND quantity > 0 AND expires_at <= at_time
     ORDER BY expires_at LIMIT most FOR UPDATE SKIP LOCKED) AS found;
  IF lapsed IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM ticket_types
    WHERE id = ANY(ARRAY(SELECT DISTINCT ticket_type_id FROM holds WHERE reservation_id = ANY(lapsed)))
    ORDER BY id FOR NO KEY UPDATE;
  IF codes IS NOT NULL THEN
    PERFORM 1 FROM promo_codes WHERE id = ANY(codes) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  PERFORM end_carts(ids => lapsed, used_codes => codes, gives_up_orders => false, at_time => clock_timestamp());
  RETURN cardinality(lapsed);
END $$;
