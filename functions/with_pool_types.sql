-- These ticket types, and all others that draw on the same pools: whoever takes of a pool locks them together. What belongs to a pool can
-- change before the locks are there, and no longer once one of its ticket types is locked: so whoever asks before asks again behind them.
CREATE OR REPLACE FUNCTION with_pool_types(ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  events uuid[];
  mine uuid[];
BEGIN
  SELECT array_agg(DISTINCT t.event_id), array_agg(DISTINCT t.pool_id) INTO events, mine
    FROM ticket_types AS t WHERE t.id = ANY(ids) AND t.pool_id IS NOT NULL;
  IF mine IS NULL THEN
    RETURN ids;
  END IF;
  -- By lists and not by a join, which without statistics may read all ticket types.
  RETURN ids || ARRAY(
    SELECT o.id FROM ticket_types AS o WHERE o.event_id = ANY(events) AND o.pool_id = ANY(mine) AND NOT o.id = ANY(ids));
END $$;
