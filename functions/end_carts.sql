-- Ends carts: their stock, their uses of promo codes (a code for each use) and their seats go back. The caller has locked the carts,
-- the ticket types and the promo codes, and has ended the orders that are given up with their carts.
CREATE OR REPLACE FUNCTION end_carts(ids uuid[], used_codes uuid[], gives_up_orders boolean, at_time timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM give_back_stock(of_carts => ids, of_types => '{}', lapsed_by => 'infinity');
  IF used_codes IS NOT NULL THEN
    PERFORM give_back_promo_uses(used_codes);
  END IF;
  UPDATE seats SET held_by = NULL, held_until = NULL, held_as = NULL
   WHERE id = ANY(ARRAY(SELECT s.id FROM seats AS s WHERE s.held_by = ANY(ids) ORDER BY s.id FOR NO KEY UPDATE));
  UPDATE reservations SET promo_code_id = NULL, ended_at = coalesce(ended_at, at_time),
         order_id = CASE WHEN NOT gives_up_orders THEN order_id END,
         -- A cart whose order is given up starts afresh: its hour may be over already.
         first_held_at = CASE WHEN gives_up_orders AND order_id IS NOT NULL THEN at_time ELSE first_held_at END
   WHERE id = ANY(ids);
END $$;
