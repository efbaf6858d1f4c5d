-- Whether the admission of a waiting room that opened this order has bought by another one. The caller has locked its entry.
CREATE OR REPLACE FUNCTION admission_is_used(by_order uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM (SELECT event_id, entry_id FROM waiting_orders WHERE order_id = by_order) AS w
     CROSS JOIN LATERAL (SELECT bought_at, bought_by FROM waiting_entries WHERE event_id = w.event_id AND id = w.entry_id LIMIT 1) AS e
     WHERE e.bought_at IS NOT NULL AND e.bought_by IS DISTINCT FROM by_order);
END $$;
