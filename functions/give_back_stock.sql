-- Takes back what carts hold: all of these carts, and of these ticket types, where it has lapsed by the given time ('infinity':
-- also what has not). Answers how much of which ticket type is free again. The caller has locked the ticket types.
CREATE OR REPLACE FUNCTION give_back_stock(
  of_carts uuid[], of_types uuid[], lapsed_by timestamptz, OUT ticket_type_id uuid, OUT quantity integer
) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  types uuid[];
  quantities integer[];
BEGIN
  -- Two ways in, so two deletions: a row that both would delete is deleted, and counted, once.
  WITH gone_of_carts AS (
    DELETE FROM holds AS h WHERE h.reservation_id = ANY(of_carts) AND h.expires_at <= lapsed_by
    RETURNING h.ticket_type_id, h.quantity
  ), gone_of_types AS (
    DELETE FROM holds AS h WHERE h.ticket_type_id = ANY(of_types) AND h.expires_at <= lapsed_by
    RETURNING h.ticket_type_id, h.quantity
  )
  SELECT array_agg(given_back.id), array_agg(given_back.quantity) INTO types, quantities
    FROM (SELECT gone.ticket_type_id AS id, sum(gone.quantity)::integer AS quantity
            FROM (SELECT * FROM gone_of_carts UNION ALL SELECT * FROM gone_of_types) AS gone GROUP BY 1) AS given_back;
  IF types IS NULL THEN RETURN; END IF;
  -- By a list and not by a join, which without statistics may read all ticket types.
  RETURN QUERY
  UPDATE ticket_types AS t SET held = t.held - quantities[array_position(types, t.id)] WHERE t.id = ANY(types)
  RETURNING t.id, quantities[array_position(types, t.id)];
END $$;
