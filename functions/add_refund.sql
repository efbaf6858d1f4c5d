-- Writes down a refund, for the job that sees to it, and takes it off what its ticket types were sold for. The caller has locked the
-- order, and the ticket types if it gives their stock back. Money that the host took itself it gives back itself: no gateway is asked,
-- and the refund is at its end.
CREATE OR REPLACE FUNCTION add_refund(
  of_payment uuid, amount bigint, why text, named text, at_time timestamptz, OUT refund_id uuid
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  is_by_hand constant boolean := (SELECT p.gateway IN ('by_hand', 'bank_transfer') FROM payments AS p WHERE p.id = of_payment);
  types uuid[];
  parts bigint[];
  paid_by text;
BEGIN
  refund_id := new_id();
  INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, note, created_at, ended_at, next_look_up_at)
  SELECT refund_id, p.order_id, p.id, amount, why, named,
         CASE WHEN is_by_hand THEN 'settled_by_hand' ELSE 'pending' END,
         CASE WHEN is_by_hand THEN 'the host was paid by hand, and gives it back itself' END,
         at_time, CASE WHEN is_by_hand THEN at_time END, CASE WHEN NOT is_by_hand THEN at_time END
    FROM payments AS p WHERE p.id = of_payment;
  UPDATE payments SET refunded_minor = refunded_minor + amount WHERE id = of_payment;
  IF NOT is_by_hand THEN
    INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_refunds', '{}');
    PERFORM pg_notify('jobs_due', 'send_refunds');
  END IF;
  -- Money that came late, twice or in another sum was never sales.
  IF why = 'host' THEN
    SELECT array_agg(part.ticket_type_id), array_agg(part.part) INTO types, parts
      FROM payments AS p
      -- The tickets that this transaction has made void; their time has milliseconds.
      CROSS JOIN LATERAL refund_parts(of_order => p.order_id, amount => amount, voided_since => date_trunc('milliseconds', now())) AS part
     WHERE p.id = of_payment;
    PERFORM 1 FROM ticket_types WHERE id = ANY(types) ORDER BY id FOR NO KEY UPDATE;
    -- Null, not counted yet, stays null.
    UPDATE ticket_types AS t SET refunded_minor = t.refunded_minor + parts[array_position(types, t.id)] WHERE t.id = ANY(types);
    SELECT coalesce(o.gateway, 'none') INTO paid_by FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE p.id = of_payment;
    INSERT INTO sales_times AS kept (ticket_type_id, at, gateway, refunded_minor)
    SELECT part.ticket_type_id, date_bin('1 minute', at_time::timestamptz(3), 'epoch'), paid_by, part.part
      FROM unnest(types, parts) AS part (ticket_type_id, part) ORDER BY 1
    ON CONFLICT (ticket_type_id, at, gateway) DO UPDATE SET refunded_minor = kept.refunded_minor + excluded.refunded_minor;
    PERFORM stamp_refund(of_refund => refund_id, of_order => p.order_id, amount => amount, voided_since => date_trunc('milliseconds', now()))
       FROM payments AS p WHERE p.id = of_payment;
    -- With a ticket type that is locked here: sums are by event.
    INSERT INTO tax_times AS kept (ticket_type_id, at, gateway, name, kind, basis_points, refunded_minor, refunded_tax_minor)
    SELECT types[1], date_bin('15 minutes', at_time::timestamptz(3), 'epoch'), paid_by, back.name, back.kind, back.basis_points,
           back.amount_minor, back.tax_minor
      FROM refund_taxes AS back WHERE back.refund_id = add_refund.refund_id AND back.kind <> 'none' ORDER BY back.name, back.kind, back.basis_points
    ON CONFLICT (ticket_type_id, at, gateway, name, kind, basis_points) DO UPDATE
       SET refunded_minor = kept.refunded_minor + excluded.refunded_minor,
           refunded_tax_minor = kept.refunded_tax_minor + excluded.refunded_tax_minor;
    PERFORM ask_for_invoices(ARRAY(SELECT p.order_id FROM payments AS p WHERE p.id = of_payment));
  END IF;
END $$;
