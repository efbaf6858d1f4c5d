-- The seats that a choice leaves alone, for hold_batch, where the host has that refused: unsold, beside a chosen one, and with no free seat
-- beside them (docs/decisions/single-seats.md). Empty where the buyer can't choose otherwise. The caller has locked all ticket types of
-- the event's seats.
--
-- Other carts of the buyer's address may be given back, so their seats count as they would then be: each cart by itself.
CREATE OR REPLACE FUNCTION find_single_seats(in_event uuid, chosen uuid[], own_cart uuid, own_address text, at_time timestamptz)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  sections text[];
  labels text[];
  found uuid[] := '{}';
  alone record;
BEGIN
  SELECT array_agg(r.section), array_agg(r.row_label) INTO sections, labels
    FROM (SELECT DISTINCT s.section, s.row_label FROM seats AS s WHERE s.id = ANY(chosen)) AS r;
  FOR alone IN
    WITH placed AS (
      SELECT (b.seat).id, b.block, b.place, (b.seat).id = ANY(chosen) AS is_chosen,
             now.owner IS NOT NULL AND now.owner IS NOT DISTINCT FROM own_cart AS is_own,
             -- A wheelchair place and its companion are for a few, who can't choose: they are never alone, nor refused for others.
             (b.seat).is_accessible OR (b.seat).companion_of IS NOT NULL AS is_special,
             -- It is nobody's, or another cart of the address may give it back. Null: it is gone.
             CASE WHEN (b.seat).id = ANY(chosen) THEN NULL
                  WHEN now.owner IS NULL OR now.owner IS NOT DISTINCT FROM own_cart THEN nobody
                  WHEN EXISTS (SELECT 1 FROM reservations AS r WHERE r.id = now.owner AND r.client_address = own_address)
                  THEN now.owner END AS party
        FROM seats_in_blocks(in_event => in_event, sections => sections, labels => labels) AS b
        CROSS JOIN LATERAL (SELECT seat_owner(b.seat, at_time) AS owner) AS now
    ), beside AS (
      SELECT p.*, lag(p.party) OVER near AS before, lead(p.party) OVER near AS after,
             coalesce(lag(p.is_chosen) OVER near, false) AS after_chosen, coalesce(lead(p.is_chosen) OVER near, false) AS before_chosen,
             coalesce(lag(p.is_chosen AND NOT p.is_own) OVER near, false)
               OR coalesce(lead(p.is_chosen AND NOT p.is_own) OVER near, false) AS is_beside_new,
             bool_or(p.is_chosen AND p.is_special) OVER of_block AS is_for_few,
             bool_or(p.is_own AND NOT p.is_chosen) OVER of_block AS gives_back
        FROM placed AS p WINDOW near AS (PARTITION BY p.block ORDER BY p.place), of_block AS (PARTITION BY p.block)
    )
    SELECT b.block, array_agg(b.id ORDER BY b.place)
             FILTER (WHERE b.party IS NOT NULL AND NOT b.is_special AND (b.after_chosen OR b.before_chosen)
                       AND coalesce(b.before NOT IN (nobody, b.party), true) AND coalesce(b.after NOT IN (nobody, b.party), true)
                       -- One that was alone already, beside seats that the buyer has and keeps, is nothing new.
                       AND (b.is_beside_new OR b.gives_back)) AS seats,
           array_agg(b.id) FILTER (WHERE b.is_chosen) AS own_choice
      FROM beside AS b WHERE NOT b.is_for_few GROUP BY b.block
  LOOP
    CONTINUE WHEN alone.seats IS NULL;
    IF fits_elsewhere(
         in_event => in_event, moving => alone.own_choice, staying => chosen, own_cart => own_cart, own_address => own_address, at_time => at_time) THEN
      found := found || alone.seats;
    END IF;
  END LOOP;
  RETURN found;
END $$;
