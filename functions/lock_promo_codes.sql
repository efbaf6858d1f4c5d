-- Locks promo codes, which come sorted by id, and answers how many uses each has left, in the same order: -1 outside of its time,
-- the largest integer where there is no limit. A code that was deleted meanwhile is out of its time for good.
CREATE OR REPLACE FUNCTION lock_promo_codes(ids uuid[], at_time timestamptz, OUT uses_left integer[]) LANGUAGE plpgsql AS $$
DECLARE
  lapsed uuid[];
BEGIN
  PERFORM 1 FROM promo_codes WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  -- Uses of carts that have lapsed come back when somebody wants them. A cart that is locked is being swept, or its
  -- token asks again: to wait for it here, with the ticket types locked, could deadlock.
  WITH swept AS (
    UPDATE reservations AS r SET promo_code_id = NULL
      FROM (SELECT l.id, p.id AS promo_id FROM promo_codes AS p JOIN reservations AS l ON l.promo_code_id = p.id
             WHERE p.id = ANY(ids) AND p.maximum_uses IS NOT NULL AND l.ended_at IS NULL AND l.expires_at <= at_time
               FOR UPDATE OF l SKIP LOCKED) AS found
     WHERE r.id = found.id
    RETURNING found.promo_id
  )
  SELECT array_agg(promo_id) INTO lapsed FROM swept;
  IF lapsed IS NOT NULL THEN
    PERFORM give_back_promo_uses(lapsed);
  END IF;
  SELECT array_agg(CASE WHEN p.id IS NOT NULL AND coalesce(p.starts_at <= at_time, true) AND coalesce(p.ends_at > at_time, true)
                        THEN coalesce(p.maximum_uses - p.uses, 2147483647) ELSE -1 END ORDER BY asked.nr)
    INTO uses_left FROM unnest(ids) WITH ORDINALITY AS asked (id, nr)
    LEFT JOIN LATERAL (SELECT * FROM promo_codes WHERE id = asked.id LIMIT 1) AS p ON true;
END $$;
