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
