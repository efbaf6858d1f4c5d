-- Writes the jobs that issue the invoices of orders, or the credit notes for their refunds, where their hosts send any: by what was in force when the
-- order was confirmed. The job decides what is due (src/invoices/issue-invoices.ts). Called in the transaction that confirms or refunds. The lock is
-- shared: sales wait for nobody but a member who changes how the host invoices at this moment, who waits for them in turn. So no order is confirmed
-- between a change and its commit, by what it can't see.
CREATE OR REPLACE FUNCTION ask_for_invoices(order_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('invoice settings'), hashtext(host_id::text))
     FROM (SELECT DISTINCT host_id FROM orders WHERE id = ANY(order_ids) AND total_minor > 0 ORDER BY host_id) AS seller;
  WITH asked AS (
    INSERT INTO jobs (id, kind, payload)
    SELECT new_id(), 'issue_invoices', jsonb_build_object('orderId', o.id)
      FROM (SELECT * FROM orders WHERE id = ANY(order_ids) AND total_minor > 0 AND source <> 'complimentary' OFFSET 0) AS o
     WHERE EXISTS (SELECT FROM invoice_settings AS s WHERE s.host_id = o.host_id)
       AND ((SELECT s.for_orders FROM invoice_settings AS s WHERE s.host_id = o.host_id AND s.since <= o.confirmed_at
              ORDER BY s.since DESC LIMIT 1) = 'all'
            OR EXISTS (SELECT FROM invoice_requests AS r WHERE r.order_id = o.id)
            OR EXISTS (SELECT FROM invoices AS i WHERE i.order_id = o.id))
    RETURNING id
  )
  SELECT count(*) INTO wanted FROM asked;
  IF wanted > 0 THEN
    PERFORM pg_notify('jobs_due', 'issue_invoices');
  END IF;
END $$;
