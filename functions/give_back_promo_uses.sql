-- One use of a promo code goes back for each time that the code is named. The caller has locked the codes. Uses of a code without
-- a limit are not counted.
CREATE OR REPLACE FUNCTION give_back_promo_uses(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE promo_codes AS p SET uses = p.uses - given_back.count
    FROM (SELECT id, count(*)::integer FROM unnest(ids) AS used (id) GROUP BY id) AS given_back
   WHERE p.id = given_back.id AND p.maximum_uses IS NOT NULL;
END $$;
