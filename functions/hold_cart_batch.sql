-- hold_batch as programs call it that know of no pools: what else draws on the same ones is looked up for them. They sell each
-- seat as its own ticket type.
CREATE OR REPLACE FUNCTION hold_cart_batch(
  only_event uuid,
  event_ids uuid[], tokens uuid[], new_ids uuid[], are_shared boolean[], addresses text[], are_exempt boolean[],
  promo_ids uuid[], quote_references text[],
  quotes json[], quote_at integer[], cart_quantities integer[],
  first_lines integer[],
  asked_types uuid[], asked_quantities integer[], asked_prices bigint[],
  line_requests integer[], line_at integer[], line_quantities integer[], line_prices bigint[],
  narrow_at integer[], wide_at integer[],
  network_events uuid[], network_lows text[], network_highs text[], network_asked integer[], network_limits integer[],
  network_percents integer[],
  most_asked integer,
  seat_requests integer[], seat_ids uuid[],
  share_floor integer, lapse_factor integer,
  OUT held_until timestamptz, OUT answers json
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT batch.held_until, batch.answers INTO held_until, answers FROM hold_batch(
    only_event => only_event, event_ids => event_ids, tokens => tokens, new_ids => new_ids, are_shared => are_shared,
    addresses => addresses, are_exempt => are_exempt, promo_ids => promo_ids, quote_references => quote_references,
    quotes => quotes, quote_at => quote_at, cart_quantities => cart_quantities, first_lines => first_lines,
    asked_types => with_pool_types(asked_types), asked_quantities => asked_quantities, asked_prices => asked_prices,
    line_requests => line_requests, line_at => line_at, line_quantities => line_quantities, line_prices => line_prices,
    narrow_at => narrow_at, wide_at => wide_at, network_events => network_events, network_lows => network_lows,
    network_highs => network_highs, network_asked => network_asked, network_limits => network_limits,
    network_percents => network_percents, most_asked => most_asked, seat_requests => seat_requests, seat_ids => seat_ids,
    seat_skus => NULL, share_floor => share_floor, lapse_factor => lapse_factor) AS batch;
END $$;
