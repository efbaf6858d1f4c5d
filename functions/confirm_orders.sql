-- Confirms orders, and sees to all that follows (sell_orders), in the caller's transaction. The caller has locked the reservations and
-- the orders, and `held` counts every item of theirs. A free order is written as confirmed from the first: see open_orders.
CREATE OR REPLACE FUNCTION confirm_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own_carts uuid[];
BEGIN
  SELECT array_agg(r.id) INTO own_carts FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
   WHERE o.id = ANY(ids);
  UPDATE orders AS o SET status = 'confirmed', confirmed_at = at_time,
         -- Two tabs can pay for one order: the gateway is asked once more when nobody can pay any longer.
         next_look_up_at = o.pay_by,
         promo_is_counted = o.promo_is_counted OR EXISTS (
           SELECT 1 FROM reservations AS r WHERE r.id = ANY(own_carts) AND r.id = o.reservation_id AND r.promo_code_id IS NOT NULL)
   WHERE o.id = ANY(ids);
  UPDATE reservations SET ended_at = at_time, promo_code_id = NULL WHERE id = ANY(own_carts);
  PERFORM sell_orders(ids => ids, carts => own_carts, cause => cause, at_time => at_time);
END $$;
