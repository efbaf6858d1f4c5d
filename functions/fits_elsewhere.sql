-- Whether so many seats, of the same ticket types and side by side, could be chosen somewhere in the hall without leaving one alone: for
-- find_single_seats. `moving` is the part of the choice in one block, and counts as free; the rest of `staying` is taken.
--
-- Others wait for the locks meanwhile, so it doesn't arrange the whole hall: the row of the choice first, where mostly one more or one along is
-- all it takes, then others, those with most unsold seats first, until one fits. Where none of so many does, the buyer can hardly choose otherwise.
CREATE OR REPLACE FUNCTION fits_elsewhere(
  in_event uuid, moving uuid[], staying uuid[], own_cart uuid, own_address text, at_time timestamptz
) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
  most constant integer := cardinality(moving);
  rows_at_once constant integer := 16;
  most_rows constant integer := 48;
  skus uuid[];
  sections text[];
  labels text[];
  first_row integer := 1;
  last_row integer := 1;
BEGIN
  SELECT array_agg(DISTINCT s.ticket_type_id), ARRAY[min(s.section)], ARRAY[min(s.row_label)] INTO skus, sections, labels
    FROM seats AS s WHERE s.id = ANY(moving);
  LOOP
    IF EXISTS (
      WITH placed AS (
        SELECT b.block, b.place, may.be_had, may.be_free
          FROM seats_in_blocks(in_event => in_event, sections => sections[first_row:last_row], labels => labels[first_row:last_row]) AS b
          CROSS JOIN LATERAL (SELECT seat_owner(b.seat, at_time) AS owner) AS now
          CROSS JOIN LATERAL (
            SELECT ((b.seat).id = ANY(moving) OR NOT (b.seat).id = ANY(staying))
                   AND (now.owner IS NULL OR now.owner IS NOT DISTINCT FROM own_cart) AS be_had) AS at_all
          CROSS JOIN LATERAL (
            SELECT at_all.be_had AND (b.seat).ticket_type_id = ANY(skus) AND NOT (b.seat).is_accessible
                   AND (b.seat).companion_of IS NULL AS be_had,
                   at_all.be_had OR EXISTS (SELECT 1 FROM reservations AS r
                                             WHERE r.id = now.owner AND r.client_address = own_address) AS be_free) AS may
      ), runs AS (
        SELECT p.*, p.place - row_number() OVER (PARTITION BY p.block, p.be_free ORDER BY p.place) AS run FROM placed AS p
      ), tried AS (
        SELECT row_number() OVER from_here - 1 AS before, count(*) OVER (PARTITION BY r.block, r.run) AS length,
               count(*) FILTER (WHERE r.be_had) OVER (PARTITION BY r.block, r.run ORDER BY r.place
                                                      ROWS BETWEEN CURRENT ROW AND most - 1 FOLLOWING) AS had
          FROM runs AS r WHERE r.be_free WINDOW from_here AS (PARTITION BY r.block, r.run ORDER BY r.place)
      )
      SELECT 1 FROM tried AS t WHERE t.had = most AND t.before <> 1 AND t.length - t.before - most <> 1)
    THEN
      RETURN true;
    END IF;
    IF last_row = 1 THEN
      SELECT sections || array_agg(r.section ORDER BY r.unsold DESC), labels || array_agg(r.row_label ORDER BY r.unsold DESC) INTO sections, labels
        FROM (SELECT s.section, s.row_label, count(*) AS unsold FROM seats AS s
               WHERE s.event_id = in_event AND s.ticket_type_id = ANY(skus) AND NOT s.is_sold AND s.blocked_reason IS NULL
                 AND (s.section, s.row_label) <> (sections[1], labels[1])
               GROUP BY s.section, s.row_label HAVING count(*) >= most
               ORDER BY unsold DESC LIMIT most_rows) AS r;
    END IF;
    first_row := last_row + 1;
    last_row := last_row + rows_at_once;
    EXIT WHEN first_row > cardinality(sections);
  END LOOP;
  RETURN false;
END $$;
