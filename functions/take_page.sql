-- Of an order whose buyer chose how to pay: its gateway and account become those of the page that took the money it is confirmed by, and its
-- other pages are closed by a job. The caller has locked the order.
CREATE OR REPLACE FUNCTION take_page(of_order uuid, taken_id text, by_gateway text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders AS o SET gateway = page.gateway, payment_account_id = page.payment_account_id
    FROM (SELECT * FROM payment_pages
           WHERE order_id = of_order AND taken_id = ANY(taken) AND gateway = coalesce(by_gateway, gateway) ORDER BY number LIMIT 1) AS page
   WHERE o.id = of_order;
  IF (SELECT count(*) > 1 FROM payment_pages WHERE order_id = of_order AND linked_at IS NOT NULL) THEN
    INSERT INTO jobs (id, kind, payload, unique_key)
    VALUES (new_id(), 'close_payment_page', jsonb_build_object('orderId', of_order), of_order || ' paid')
    ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO NOTHING;
    PERFORM pg_notify('jobs_due', 'close_payment_page');
  END IF;
END $$;

-- As it was before.
DROP FUNCTION IF EXISTS take_page(uuid, text);
