-- The outbox of the event stream (docs/operating/event-stream.md). Rows are here from the transaction that causes them until RabbitMQ has
-- confirmed them. `sequence` is drawn when that transaction commits: of one order, ticket or refund it rises in the order of what happened.
-- No foreign keys: a row tells what was.
CREATE TABLE stream_events (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (length(kind) <= 50),
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  data json NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
-- Nothing stays in it for long: what was deleted is cleared away early, or the reader of the first rows walks over it.
ALTER TABLE stream_events SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.5);

-- Writes what has become of an order into the stream's outbox, in the transaction that changes it. The trigger is on only where there is a
-- stream (switch_stream), and fires when the transaction commits: so what is written of an order is in the order in which it happened.
-- No name, address or note of a person is in it.
CREATE OR REPLACE FUNCTION stream_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kinds text[];
BEGIN
  IF tg_op = 'INSERT' THEN
    -- A free order is written as confirmed from the first, unless its cart was lost (open_orders).
    kinds := CASE WHEN new.status = 'confirmed' AND (SELECT o.confirmed_at IS NOT NULL FROM orders AS o WHERE o.id = new.id)
                  THEN ARRAY['created', 'confirmed'] ELSE ARRAY['created'] END;
  ELSE
    kinds := CASE WHEN new.status <> old.status AND new.status IN ('confirmed', 'failed', 'expired', 'cancelled', 'partially_refunded', 'refunded')
                  THEN ARRAY[new.status] ELSE '{}' END;
  END IF;
  INSERT INTO stream_events (id, kind, host_id, event_id, occurred_at, data)
  SELECT new_id(), 'order.' || told.kind, new.host_id, new.event_id,
         CASE told.kind WHEN 'created' THEN new.created_at WHEN 'confirmed' THEN coalesce(new.confirmed_at, clock_timestamp())
                        ELSE clock_timestamp() END,
         json_build_object(
           'orderId', new.id, 'reference', new.reference,
           'status', CASE told.kind WHEN 'created' THEN 'processing' ELSE told.kind END,
           'source', new.source, 'gateway', new.gateway, 'currency', new.currency, 'amount', new.total_minor,
           'orders', coalesce((
             SELECT json_agg(json_build_object('sku', item.sku, 'quantity', item.quantity,
                      'amount', item.quantity * (item.price + item.fee) - item.discount) ORDER BY item.nr)
               FROM ROWS FROM (json_to_recordset(new.quote -> 'items') AS (sku uuid, quantity integer, price bigint, fee bigint, discount bigint))
                    WITH ORDINALITY AS item (sku, quantity, price, fee, discount, nr)), '[]'))
    FROM unnest(kinds) WITH ORDINALITY AS told (kind, nr) ORDER BY told.nr;
  RETURN NULL;
END $$;

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

-- Writes what has become of a refund into the stream's outbox (see stream_order). One that the host makes itself is made when it is asked
-- for. What was noted of it is not told: people write notes.
CREATE OR REPLACE FUNCTION stream_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kinds text[] := '{}';
BEGIN
  IF tg_op = 'INSERT' THEN
    kinds := ARRAY['requested'];
  ELSIF old.status = 'needs_attention' AND new.status IN ('pending', 'asking', 'sent') THEN
    kinds := ARRAY['retried'];
  END IF;
  IF new.status IN ('succeeded', 'settled_by_hand') AND (tg_op = 'INSERT' OR old.status NOT IN ('succeeded', 'settled_by_hand')) THEN
    kinds := kinds || 'made'::text;
  ELSIF new.status = 'needs_attention' AND (tg_op = 'INSERT' OR old.status <> new.status) THEN
    kinds := kinds || 'refused'::text;
  END IF;
  INSERT INTO stream_events (id, kind, host_id, event_id, occurred_at, data)
  SELECT new_id(), 'refund.' || told.kind, o.host_id, o.event_id,
         CASE told.kind WHEN 'requested' THEN new.created_at WHEN 'made' THEN coalesce(new.ended_at, clock_timestamp())
                        ELSE clock_timestamp() END,
         json_build_object(
           'refundId', new.id, 'orderId', new.order_id, 'reference', o.reference, 'amount', new.amount_minor, 'currency', o.currency,
           'reason', new.reason, 'isByHand', new.status = 'settled_by_hand')
    FROM unnest(kinds) WITH ORDINALITY AS told (kind, nr)
    CROSS JOIN LATERAL (SELECT host_id, event_id, reference, currency FROM orders WHERE id = new.order_id LIMIT 1) AS o
   ORDER BY told.nr;
  RETURN NULL;
END $$;

-- Writes what happened at a door into the stream's outbox (see stream_order): the scan as the transaction leaves it. One that a phone
-- decided otherwise than it was told is told again. Who scanned is not told.
CREATE OR REPLACE FUNCTION stream_scan() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text;
  is_now text;
BEGIN
  IF tg_op = 'UPDATE' THEN
    was := CASE WHEN old.outcome IN ('admitted', 're_entry') THEN 'admitted' WHEN old.outcome IN ('left', 'undone') THEN old.outcome
                ELSE 'refused' END;
  END IF;
  is_now := CASE WHEN new.outcome IN ('admitted', 're_entry') THEN 'admitted' WHEN new.outcome IN ('left', 'undone') THEN new.outcome
                 ELSE 'refused' END;
  IF was IS DISTINCT FROM is_now THEN
    INSERT INTO stream_events (id, kind, host_id, event_id, occurred_at, data)
    SELECT new_id(), 'check_in.' || is_now, e.host_id, s.event_id, s.at,
           json_build_object(
             'scanId', s.id, 'ticketId', s.ticket_id, 'sku', s.ticket_type_id, 'doorId', s.door_id, 'kind', s.kind, 'how', s.how,
             'outcome', s.outcome, 'isDouble', s.is_double, 'undoes', s.undoes,
             'receivedAt', to_char(s.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM (SELECT * FROM scans WHERE id = new.id LIMIT 1) AS s
      CROSS JOIN LATERAL (SELECT host_id FROM events WHERE id = s.event_id LIMIT 1) AS e;
  END IF;
  RETURN NULL;
END $$;

-- Constraint triggers, since only these can wait for the commit. They are created here and not beside their functions: to replace a trigger is
-- to switch it on. They are off until there is a stream (switch_stream), and cost nothing so.
CREATE CONSTRAINT TRIGGER orders_streamed AFTER INSERT OR UPDATE OF status ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stream_order();
ALTER TABLE orders DISABLE TRIGGER orders_streamed;
