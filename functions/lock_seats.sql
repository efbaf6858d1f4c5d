-- Locks the seats that carts ask for, for hold_batch, and says who has them. Seats that nobody may have, as they are not what they were priced
-- as or leave a single seat beside them, own themselves. The ticket types are locked.
CREATE OR REPLACE FUNCTION lock_seats(
  -- By request. 'again' for a second choice in a row: it comes in a later batch, which sees the first.
  INOUT outcomes text[], at_time timestamptz, event_ids uuid[], addresses text[], are_exempt boolean[], old_ids uuid[],
  line_requests integer[], line_at integer[], line_quantities integer[],
  -- By ticket type.
  type_ids uuid[], pools_of_types uuid[],
  -- By seat asked for.
  seat_requests integer[], seat_ids uuid[], seat_skus uuid[],
  -- The events whose hosts have choices refused that leave a single seat; null where there is none.
  strict_events uuid[],
  -- By seat asked for, the index of the distinct seat; and by that, who holds it now (null: nobody) and how many seats its table has.
  OUT seat_at integer[], OUT seat_owners uuid[], OUT seat_tables integer[],
  -- By request, the seats that the choice leaves alone.
  OUT single_seats jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  seat_count constant integer := cardinality(seat_requests);
  seat_list uuid[];
  -- Requests whose seats are not what they were priced as.
  strange integer[];
  -- The rows that were looked at for single seats.
  seen_rows text[] := '{}';
  own_rows text[];
  singles uuid[];
  request_nr integer;
BEGIN
  single_seats := '{}';
  SELECT array_agg(DISTINCT id ORDER BY id) INTO seat_list FROM unnest(seat_ids) AS s (id);
  PERFORM 1 FROM seats WHERE id = ANY(seat_list) ORDER BY id FOR NO KEY UPDATE;
  SELECT array_agg(seat_owner(s, at_time) ORDER BY asked.at), array_agg(s.table_seats ORDER BY asked.at)
    INTO seat_owners, seat_tables
    FROM unnest(seat_list) WITH ORDINALITY AS asked (id, at) LEFT JOIN seats AS s ON s.id = asked.id;
  -- Seats that the host has taken away since the cart was priced, or sells as another ticket type, are nobody's to hold: they
  -- own themselves, as sold ones do. Found among the taken seats they are not, so the program reads them again. So it is with seats that
  -- are bought as a ticket type of another pool than their own.
  SELECT array_agg(DISTINCT asked.nr) INTO strange
    FROM (SELECT a.nr, coalesce(a.sku, s.ticket_type_id) AS sku, count(s.id) AS quantity,
                 bool_or(CASE WHEN a.sku <> s.ticket_type_id THEN
                   (pools_of_types[array_position(type_ids, a.sku)] = pools_of_types[array_position(type_ids, s.ticket_type_id)])
                   IS NOT TRUE END) AS is_of_others
            FROM unnest(seat_requests, seat_ids, seat_skus) AS a (nr, id, sku) LEFT JOIN seats AS s ON s.id = a.id GROUP BY 1, 2) AS asked
    LEFT JOIN unnest(line_requests, line_at, line_quantities) AS line (nr, at, quantity)
      ON line.nr = asked.nr AND type_ids[line.at] = asked.sku
   WHERE asked.quantity IS DISTINCT FROM line.quantity OR asked.is_of_others;
  IF strange IS NOT NULL THEN
    FOR seat IN 1..seat_count LOOP
      IF seat_requests[seat] = ANY(strange) THEN
        seat_owners[array_position(seat_list, seat_ids[seat])] := seat_ids[seat];
      END IF;
    END LOOP;
  END IF;
  SELECT array_agg(array_position(seat_list, s.id) ORDER BY nr) INTO seat_at
    FROM unnest(seat_ids) WITH ORDINALITY AS s (id, nr);
  -- One by one in each row: a second choice in a row comes in a later batch, which sees the first. Seats of a choice that leaves one alone
  -- are nobody's to hold, as above; what is left alone is told at the end.
  IF strict_events IS NOT NULL THEN
    FOR request_nr IN SELECT DISTINCT s.nr FROM unnest(seat_requests) AS s (nr) WHERE event_ids[s.nr] = ANY(strict_events) ORDER BY 1 LOOP
      CONTINUE WHEN request_nr = ANY(strange);
      SELECT array_agg(DISTINCT s.event_id || E'\n' || s.section || E'\n' || s.row_label) INTO own_rows
        FROM seats AS s WHERE s.id = ANY(ARRAY(SELECT a.id FROM unnest(seat_requests, seat_ids) AS a (nr, id) WHERE a.nr = request_nr));
      IF own_rows && seen_rows THEN
        outcomes[request_nr] := 'again';
        CONTINUE;
      END IF;
      seen_rows := seen_rows || own_rows;
      singles := find_single_seats(
        in_event => event_ids[request_nr],
        chosen => ARRAY(SELECT a.id FROM unnest(seat_requests, seat_ids) AS a (nr, id) WHERE a.nr = request_nr),
        own_cart => old_ids[request_nr], own_address => CASE WHEN NOT are_exempt[request_nr] THEN addresses[request_nr] END, at_time => at_time);
      CONTINUE WHEN singles = '{}';
      single_seats := single_seats || jsonb_build_object(request_nr::text, to_jsonb(singles));
      FOR seat IN 1..seat_count LOOP
        IF seat_requests[seat] = request_nr AND (seat_owners[seat_at[seat]] IS NULL OR seat_owners[seat_at[seat]] = old_ids[request_nr]) THEN
          seat_owners[seat_at[seat]] := seat_ids[seat];
        END IF;
      END LOOP;
    END LOOP;
  END IF;
END $$;
