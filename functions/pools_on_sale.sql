-- How much of each pool anybody may have, in the order of the ids: what is left beyond the tickets that waiting lists of its ticket types could use.
-- Below nothing where they could use more.
CREATE OR REPLACE FUNCTION pools_on_sale(ids uuid[]) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT (SELECT p.capacity - coalesce((
              SELECT sum(t.sold + t.held + least(t.awaited, t.capacity - t.sold - t.held))
                FROM ticket_types AS t WHERE t.event_id = p.event_id AND t.pool_id = p.id), 0)::integer
              FROM pools AS p WHERE p.id = asked.id)
      FROM unnest(ids) WITH ORDINALITY AS asked (id, nr) ORDER BY asked.nr);
END $$;
