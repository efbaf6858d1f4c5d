-- Holds and seats of a cart lapse with it: they get the cart's expiry. The caller has locked the carts.
CREATE OR REPLACE FUNCTION set_stock_expiry(of_carts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE holds AS h SET expires_at = r.expires_at FROM reservations AS r
   WHERE r.id = ANY(of_carts) AND h.reservation_id = ANY(of_carts) AND h.reservation_id = r.id;
  UPDATE seats AS seat SET held_until = r.expires_at FROM reservations AS r
   WHERE seat.id = ANY(ARRAY(SELECT s.id FROM seats AS s WHERE s.held_by = ANY(of_carts) ORDER BY s.id FOR NO KEY UPDATE))
     AND r.id = seat.held_by;
END $$;
