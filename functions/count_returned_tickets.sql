-- Counts tickets that become void among the sales over time, whoever makes them void. Once a statement, which knows all of them: their
-- ticket types are locked in one go, and so in the order of locks. Whoever gives the stock back has locked them before. A ticket whose seat
-- was changed comes back where it was sold: as what it was priced by.
CREATE OR REPLACE FUNCTION count_returned_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  returned uuid[];
BEGIN
  -- Most changes of tickets are others: seats, guests at the door.
  IF NOT EXISTS (SELECT FROM changed WHERE voided_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(changed.id) INTO returned FROM changed JOIN unchanged USING (id)
   WHERE changed.voided_at IS NOT NULL AND unchanged.voided_at IS NULL;
  IF returned IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM ticket_types WHERE id = ANY(ARRAY(SELECT coalesce(priced_as, ticket_type_id) FROM changed WHERE id = ANY(returned)))
    ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO sales_times AS kept (ticket_type_id, at, gateway, returned_tickets)
  SELECT coalesce(t.priced_as, t.ticket_type_id), date_bin('1 minute', t.voided_at, 'epoch'), coalesce(o.gateway, 'none'), count(*)
    FROM changed AS t CROSS JOIN LATERAL (SELECT gateway FROM orders WHERE id = t.order_id LIMIT 1) AS o
   WHERE t.id = ANY(returned) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (ticket_type_id, at, gateway) DO UPDATE SET returned_tickets = kept.returned_tickets + excluded.returned_tickets;
  RETURN NULL;
END $$;
