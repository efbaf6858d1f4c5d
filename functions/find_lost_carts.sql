-- Of carts that are being ordered: those that no longer hold all that is in them. Another buyer has it. In plpgsql, as
-- every batch of orders asks it: an SQL function would be planned each time.
CREATE OR REPLACE FUNCTION find_lost_carts(of_carts uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT r.id FROM reservations AS r CROSS JOIN LATERAL (
      SELECT coalesce(sum(h.quantity), 0) AS tickets, sum(h.quantity) FILTER (WHERE t.kind = 'SEATED') AS seated
        FROM holds AS h JOIN ticket_types AS t ON t.id = h.ticket_type_id WHERE h.reservation_id = r.id) AS held
     WHERE r.id = ANY(of_carts)
       AND (held.tickets < r.quantity OR held.seated IS NOT NULL AND held.seated > (SELECT count(*) FROM seats AS s WHERE s.held_by = r.id)));
END $$;
