-- Gives back what has lapsed, a set at a time, and says how many reservations that were. Whoever is being served at this
-- moment is skipped, and the locks are held for one small set only.
CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lapsed uuid[];
BEGIN
  SELECT array_agg(id) INTO lapsed FROM (
    SELECT id FROM reservations WHERE ended_at IS NULL AND quantity > 0 AND expires_at <= clock_timestamp()
     ORDER BY expires_at LIMIT most FOR UPDATE SKIP LOCKED) AS found;
  IF lapsed IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM ticket_types
    WHERE id = ANY(ARRAY(SELECT DISTINCT ticket_type_id FROM holds WHERE reservation_id = ANY(lapsed)))
    ORDER BY id FOR NO KEY UPDATE;
  WITH gone AS (
    DELETE FROM holds WHERE reservation_id = ANY(lapsed) RETURNING ticket_type_id, quantity
  )
  UPDATE ticket_types AS t SET held = t.held - given_back.quantity
    FROM (SELECT ticket_type_id, sum(quantity)::integer AS quantity FROM gone GROUP BY 1) AS given_back
   WHERE t.id = given_back.ticket_type_id;
  PERFORM 1 FROM promo_codes WHERE id = ANY(ARRAY(
    SELECT DISTINCT promo_code_id FROM reservations WHERE id = ANY(lapsed) AND promo_code_id IS NOT NULL))
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE promo_codes AS p SET uses = p.uses - given_back.count
    FROM (SELECT promo_code_id, count(*)::integer FROM reservations
           WHERE id = ANY(lapsed) AND promo_code_id IS NOT NULL GROUP BY 1) AS given_back
   WHERE p.id = given_back.promo_code_id AND p.maximum_uses IS NOT NULL;
  UPDATE seats SET held_by = NULL, held_until = NULL WHERE held_by = ANY(lapsed);
  UPDATE reservations SET ended_at = clock_timestamp(), promo_code_id = NULL WHERE id = ANY(lapsed);
  RETURN cardinality(lapsed);
END $$;
