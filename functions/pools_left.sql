-- How much is left of each pool, in the order of the ids: lapsed holds count as taken until they are given back. Whoever takes of a pool has
-- locked all its ticket types, and so has whoever changes it.
CREATE OR REPLACE FUNCTION pools_left(ids uuid[]) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT (SELECT p.capacity - coalesce((
              SELECT sum(t.sold + t.held) FROM ticket_types AS t WHERE t.event_id = p.event_id AND t.pool_id = p.id), 0)::integer
              FROM pools AS p WHERE p.id = asked.id)
      FROM unnest(ids) WITH ORDINALITY AS asked (id, nr) ORDER BY asked.nr);
END $$;
