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
