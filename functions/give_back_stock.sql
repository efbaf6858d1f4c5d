-- Takes back what carts hold: all of these carts, and of these ticket types, where it has lapsed by the given time ('infinity':
-- also what has not). Answers how much of which ticket type is free again. The caller has locked the ticket types.
CREATE OR REPLACE FUNCTION give_back_stock(
  of_carts uuid[], of_types uuid[], lapsed_by timestamptz, OUT ticket_type_id uuid, OUT quantity integer
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  -- Two ways in, so two deletions: a row that both would delete is deleted, and counted, once.
  WITH gone_of_carts AS (
    DELETE FROM holds AS h WHERE h.reservation_id = ANY(of_carts) AND h.expires_at <= lapsed_by
    RETURNING h.ticket_type_id, h.quantity
  ), gone_of_types AS (
    DELETE FROM holds AS h WHERE h.ticket_type_id = ANY(of_types) AND h.expires_at <= lapsed_by
    RETURNING h.ticket_type_id, h.quantity
  )
  UPDATE ticket_types AS t SET held = t.held - given_back.quantity
    FROM (SELECT gone.ticket_type_id, sum(gone.quantity)::integer AS quantity
            FROM (SELECT * FROM gone_of_carts UNION ALL SELECT * FROM gone_of_types) AS gone GROUP BY 1) AS given_back
   WHERE t.id = given_back.ticket_type_id
  RETURNING t.id, given_back.quantity;
END $$;
