-- open_orders as programs of the earlier release call it, whose buyers all read English.
CREATE OR REPLACE FUNCTION open_orders_capped(
  new_ids uuid[], new_references text[], event_ids uuid[], tokens uuid[], quote_references text[], sources text[],
  idempotency_keys text[], request_hashes text[],
  emails text[], first_names text[], last_names text[], phones text[], recipients text[], callback_urls text[], metadatas text[],
  gateways text[], account_ids uuid[],
  start_seconds integer, payment_minutes integer, grace_seconds integer,
  unpaid_limit integer, lapsed_limit integer,
  OUT request integer, OUT outcome text, OUT order_id uuid, OUT total_minor bigint, OUT pay_by timestamptz,
  OUT receipt_token uuid, OUT return_token uuid
) RETURNS SETOF record LANGUAGE sql AS $$
  SELECT * FROM open_orders(
    new_ids => new_ids, new_references => new_references, event_ids => event_ids, tokens => tokens,
    quote_references => quote_references, sources => sources, idempotency_keys => idempotency_keys,
    request_hashes => request_hashes, emails => emails, first_names => first_names, last_names => last_names,
    phones => phones, recipients => recipients, callback_urls => callback_urls, metadatas => metadatas,
    languages => array_fill('en'::text, ARRAY[cardinality(new_ids)]), gateways => gateways, account_ids => account_ids,
    start_seconds => start_seconds, payment_minutes => payment_minutes, grace_seconds => grace_seconds,
    unpaid_limit => unpaid_limit, lapsed_limit => lapsed_limit);
$$;
