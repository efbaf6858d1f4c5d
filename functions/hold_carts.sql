-- hold_cart_batch as it was called before it answered a whole batch by one row.
CREATE OR REPLACE FUNCTION hold_carts(
  event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[], are_exempt boolean[],
  promo_ids uuid[], quote_references text[], quotes text[], cart_quantities integer[],
  first_lines integer[],
  asked_types uuid[], asked_quantities integer[], asked_prices bigint[],
  line_requests integer[], line_at integer[], line_quantities integer[], line_prices bigint[],
  narrow_at integer[], wide_at integer[],
  network_events uuid[], network_lows text[], network_highs text[], network_asked integer[], network_limits integer[],
  network_percents integer[],
  seat_requests integer[], seat_ids uuid[],
  share_floor integer, lapse_factor integer,
  OUT request integer, OUT outcome text, OUT token uuid, OUT expires_at timestamptz, OUT culprits uuid[]
) RETURNS SETOF record LANGUAGE sql AS $$
  SELECT answered.nr::integer, answer ->> 0, (answer ->> 1)::uuid, (answer ->> 2)::timestamptz,
         CASE json_typeof(answer -> 3) WHEN 'array' THEN ARRAY(SELECT json_array_elements_text(answer -> 3)::uuid) END
    FROM hold_cart_batch(
      only_event => NULL, event_ids => event_ids, tokens => tokens, new_ids => new_ids, are_shared => are_shared,
      addresses => addresses, are_exempt => are_exempt, promo_ids => promo_ids, quote_references => quote_references,
      quotes => quotes::json[], quote_at => ARRAY(SELECT generate_subscripts(quotes, 1)), cart_quantities => cart_quantities,
      first_lines => first_lines, asked_types => asked_types, asked_quantities => asked_quantities, asked_prices => asked_prices,
      line_requests => line_requests, line_at => line_at, line_quantities => line_quantities, line_prices => line_prices,
      narrow_at => narrow_at, wide_at => wide_at, network_events => network_events, network_lows => network_lows,
      network_highs => network_highs, network_asked => network_asked, network_limits => network_limits,
      network_percents => network_percents, most_asked => NULL, seat_requests => seat_requests, seat_ids => seat_ids,
      share_floor => share_floor, lapse_factor => lapse_factor) AS batch,
    LATERAL json_array_elements(batch.answers) WITH ORDINALITY AS answered (answer, nr)
   ORDER BY answered.nr;
$$;
