-- Writes down a refund, for the job that sees to it. The caller has locked the order.
CREATE OR REPLACE FUNCTION add_refund(
  of_payment uuid, amount bigint, why text, named text, at_time timestamptz, OUT refund_id uuid
) RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
  refund_id := new_id();
  INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at, next_look_up_at)
  SELECT refund_id, p.order_id, p.id, amount, why, named, 'pending', at_time, at_time FROM payments AS p WHERE p.id = of_payment;
  UPDATE payments SET refunded_minor = refunded_minor + amount WHERE id = of_payment;
  INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_refunds', '{}');
  PERFORM pg_notify('jobs_due', 'send_refunds');
END $$;
