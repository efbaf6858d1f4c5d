-- The gateway gave no payment link: the orders have failed, and their carts stay held. The caller has locked the reservations.
CREATE OR REPLACE FUNCTION fail_orders(ids uuid[], cause text, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_stock_expiry(end_failed_orders(ids => ids, cause => cause, at_time => at_time));
END $$;
