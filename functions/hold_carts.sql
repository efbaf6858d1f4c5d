-- hold_carts_capped as programs of the earlier release call it, which know neither wide networks nor exempt servers. Its shares
-- are those of src/inventory/hold-caps.ts.
CREATE OR REPLACE FUNCTION hold_carts(
  event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[],
  promo_ids uuid[], quote_references text[], quotes text[], cart_quantities integer[],
  -- The place of each request's first line; null where it releases.
  first_lines integer[],
  -- The distinct ticket types, how many of each are asked for in all, and at which price (null where the lines disagree);
  -- lines name theirs by its place here.
  asked_types uuid[], asked_quantities integer[], asked_prices bigint[],
  line_requests integer[], line_at integer[], line_quantities integer[], line_prices bigint[],
  -- The distinct events and addresses; address_at is the place of each request's.
  address_at integer[], address_events uuid[], address_texts text[], address_totals integer[],
  seat_requests integer[], seat_ids uuid[],
  address_limit integer,
  OUT request integer, OUT outcome text, OUT token uuid, OUT expires_at timestamptz, OUT culprits uuid[]
) RETURNS SETOF record LANGUAGE sql AS $$
  SELECT h.request, CASE h.outcome WHEN 'address_lapsed' THEN 'address_limit' ELSE h.outcome END, h.token, h.expires_at, h.culprits
    FROM hold_carts_capped(
      event_ids, tokens, new_ids, are_shared, addresses, array_fill(false, ARRAY[cardinality(event_ids)]),
      promo_ids, quote_references, quotes, cart_quantities, first_lines, asked_types, asked_quantities, asked_prices,
      line_requests, line_at, line_quantities, line_prices,
      address_at, array_fill(NULL::integer, ARRAY[cardinality(event_ids)]),
      address_events, address_texts, address_texts, address_totals, array_fill(address_limit, ARRAY[cardinality(address_events)]),
      array_fill(25, ARRAY[cardinality(address_events)]),
      seat_requests, seat_ids, 6, 2) AS h;
$$;
