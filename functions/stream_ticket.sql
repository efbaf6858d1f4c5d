-- Writes what has become of a ticket into the stream's outbox (see stream_order). What is told is the ticket as the transaction leaves it:
-- it gets its seat after it is issued. Whose it is, and its codes, are not told.
CREATE OR REPLACE FUNCTION stream_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kinds text[];
BEGIN
  IF tg_op = 'INSERT' THEN
    kinds := ARRAY['issued'];
  ELSE
    kinds := array_remove(ARRAY[
      CASE WHEN new.seat_id <> old.seat_id THEN 'moved' END,
      CASE WHEN new.passed_on_at IS DISTINCT FROM old.passed_on_at THEN 'passed_on' END,
      CASE WHEN old.voided_at IS NULL AND new.voided_at IS NOT NULL THEN 'voided' END], NULL);
  END IF;
  INSERT INTO stream_events (id, kind, host_id, event_id, occurred_at, data)
  SELECT new_id(), 'ticket.' || told.kind, o.host_id, t.event_id,
         CASE told.kind WHEN 'issued' THEN t.issued_at WHEN 'voided' THEN new.voided_at ELSE clock_timestamp() END,
         json_build_object(
           'ticketId', t.id, 'orderId', t.order_id, 'reference', o.reference, 'sku', t.ticket_type_id, 'position', t.position,
           'how', t.how,
           'seat', (SELECT json_build_object('seatId', s.id, 'section', s.section, 'row', s.row_label, 'seat', s.seat_label)
                      FROM seats AS s WHERE s.id = t.seat_id),
           'isVoid', told.kind = 'voided', 'isReturned', told.kind = 'voided' AND new.is_returned)
    FROM unnest(kinds) WITH ORDINALITY AS told (kind, nr)
    CROSS JOIN LATERAL (SELECT * FROM tickets WHERE id = new.id LIMIT 1) AS t
    CROSS JOIN LATERAL (SELECT host_id, reference FROM orders WHERE id = t.order_id LIMIT 1) AS o
   ORDER BY told.nr;
  RETURN NULL;
END $$;
