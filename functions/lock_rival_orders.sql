-- Locks the entries of waiting rooms by which orders were opened, and says which of these orders are not the only ones of their entry.
-- Null: none, as of nearly all.
CREATE OR REPLACE FUNCTION lock_rival_orders(ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  events uuid[];
  entries uuid[];
BEGIN
  SELECT array_agg(w.event_id), array_agg(w.entry_id) INTO events, entries FROM waiting_orders AS w WHERE w.order_id = ANY(ids);
  IF entries IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM waiting_entries AS e WHERE e.event_id = ANY(events) AND e.id = ANY(entries) ORDER BY e.event_id, e.id FOR NO KEY UPDATE;
  RETURN (SELECT array_agg(w.order_id) FROM waiting_orders AS w
           WHERE w.order_id = ANY(ids)
             AND EXISTS (SELECT 1 FROM waiting_orders AS other
                          WHERE other.event_id = w.event_id AND other.entry_id = w.entry_id AND other.order_id <> w.order_id));
END $$;
