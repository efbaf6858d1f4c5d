-- Writes the jobs that issue the invoices of orders, or the credit notes for their refunds, where their hosts send any. The job decides what is due
-- (src/invoices/issue-invoices.ts). Called in the transaction that confirms or refunds: of hosts without invoices it reads one row, and nobody waits.
CREATE OR REPLACE FUNCTION ask_for_invoices(order_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
BEGIN
  WITH asked AS (
    INSERT INTO jobs (id, kind, payload)
    SELECT new_id(), 'issue_invoices', jsonb_build_object('orderId', o.id)
      FROM (SELECT * FROM orders WHERE id = ANY(order_ids) AND total_minor > 0 AND source <> 'complimentary' OFFSET 0) AS o
     CROSS JOIN LATERAL (SELECT s.for_orders FROM invoice_settings AS s WHERE s.host_id = o.host_id ORDER BY s.since DESC LIMIT 1) AS s
     WHERE s.for_orders = 'all'
        OR EXISTS (SELECT FROM invoice_requests AS r WHERE r.order_id = o.id)
        OR EXISTS (SELECT FROM invoices AS i WHERE i.order_id = o.id)
    RETURNING id
  )
  SELECT count(*) INTO wanted FROM asked;
  IF wanted > 0 THEN
    PERFORM pg_notify('jobs_due', 'issue_invoices');
  END IF;
END $$;
