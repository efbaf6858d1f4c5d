-- Tells from a ticket's scans, in the order in which they happened, whether its guest is in, out again, or was let in twice. In whatever
-- order the scans arrive, it comes to the same. The caller has locked the ticket. A CASE, since the words of an index of all scans would
-- lead there.
CREATE OR REPLACE FUNCTION fold_scans(of_ticket uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first_in timestamptz;
  last_kind text;
  last_at timestamptz;
BEGIN
  -- After an entry the guest is inside, after an exit outside, whatever was before: the scan before is all that one has to know. The
  -- code of a ticket that was passed on is nobody's: its new holder may still come.
  UPDATE scans AS s SET outcome = told.outcome, is_double = told.is_double
    FROM (SELECT id, CASE WHEN kind = 'exit' THEN 'left' WHEN before = 'exit' AND entries > 0 THEN 're_entry' ELSE 'admitted' END AS outcome,
                 CASE kind WHEN 'entry' THEN coalesce(before = 'entry', false) ELSE before IS DISTINCT FROM 'entry' END AS is_double
            FROM (SELECT id, kind, lag(kind) OVER in_order AS before,
                         count(*) FILTER (WHERE kind = 'entry') OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS entries
                    FROM scans
                   WHERE ticket_id = of_ticket AND CASE WHEN undone_by IS NULL THEN outcome IN ('admitted', 're_entry', 'left') END
                     AND against IS DISTINCT FROM 'passed_on'
                  WINDOW in_order AS (ORDER BY at, id)) AS walked) AS told
   WHERE s.id = told.id AND (s.outcome, s.is_double) IS DISTINCT FROM (told.outcome, told.is_double);

  SELECT min(at) FILTER (WHERE kind = 'entry'), (array_agg(kind ORDER BY at DESC, id DESC))[1], max(at) INTO first_in, last_kind, last_at
    FROM scans
   WHERE ticket_id = of_ticket AND CASE WHEN undone_by IS NULL THEN outcome IN ('admitted', 're_entry', 'left') END
     AND against IS DISTINCT FROM 'passed_on';
  UPDATE tickets SET used_at = first_in, left_at = CASE WHEN first_in IS NOT NULL AND last_kind = 'exit' THEN last_at END
   WHERE id = of_ticket
     AND (used_at, left_at) IS DISTINCT FROM (first_in, CASE WHEN first_in IS NOT NULL AND last_kind = 'exit' THEN last_at END);
END $$;
