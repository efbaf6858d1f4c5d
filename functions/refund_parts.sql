-- The parts of a refund by ticket type, where no more tickets have become void since: split_refund.
CREATE OR REPLACE FUNCTION refund_parts(of_order uuid, amount bigint, voided_since timestamptz)
RETURNS TABLE (ticket_type_id uuid, part bigint) LANGUAGE sql STABLE AS $$
  SELECT part.ticket_type_id, part.part
    FROM split_refund(of_order => of_order, amount => amount, voided_since => voided_since, voided_until => 'infinity') AS part
$$;
