-- The seats of some rows of an event, by blocks: runs of neighbours, which an aisle ends. Tables are left out: nobody is alone there.
-- As src/pages/seat-map/arrange-seating.ts has them for the buyer; src/inventory/single-seats.test.ts holds the two together.
CREATE OR REPLACE FUNCTION seats_in_blocks(in_event uuid, sections text[], labels text[])
RETURNS TABLE (seat seats, block bigint, place bigint) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH placed AS (
    -- To a hundredth of a seat's width, as the buyer's map has it.
    SELECT s, r.nr, floor(s.x * 100 + 0.5) / 100 AS x, floor(s.y * 100 + 0.5) / 100 AS y
      FROM unnest(sections, labels) WITH ORDINALITY AS r (section, label, nr)
      JOIN seats AS s ON s.event_id = in_event AND s.section = r.section AND s.row_label = r.label
  ), bounds AS (
    SELECT nr, min(x) AS left, max(x) AS right, min(y) AS top, max(y) AS bottom FROM placed GROUP BY nr
  ), tables AS (
    SELECT b.nr FROM event_halls AS h CROSS JOIN LATERAL json_array_elements(h.drawing) AS o (item)
      JOIN bounds AS b ON labels[b.nr] = o.item ->> 'label' AND (o.item ->> 'x')::float8 BETWEEN b.left AND b.right
                      AND (o.item ->> 'y')::float8 BETWEEN b.top AND b.bottom
     WHERE h.event_id = in_event AND o.item ->> 'type' = 'table'
  ), in_line AS (
    -- Along the longer side: the rows of a box at the side of the stage run from front to back.
    SELECT p.s, p.nr, p.x, p.y, row_number() OVER along AS place, lag(p.x) OVER along AS x_before, lag(p.y) OVER along AS y_before
      FROM placed AS p JOIN bounds AS b ON b.nr = p.nr
     WHERE NOT EXISTS (SELECT 1 FROM tables AS t WHERE t.nr = p.nr)
    WINDOW along AS (PARTITION BY p.nr ORDER BY CASE WHEN b.right - b.left >= b.bottom - b.top THEN p.x ELSE p.y END, (p.s).y, (p.s).x, (p.s).id)
  )
  -- An aisle is wider than one and a half seats.
  SELECT i.s, count(*) FILTER (WHERE i.x_before IS NULL OR sqrt((i.x - i.x_before) ^ 2 + (i.y - i.y_before) ^ 2) > 1.5)
                OVER (ORDER BY i.nr, i.place), i.place
    FROM in_line AS i;
END $$;
