-- open_orders_capped as programs of the earlier release call it, which have no word for its refusal.
CREATE OR REPLACE FUNCTION open_orders(
  new_ids uuid[], new_references text[], event_ids uuid[], tokens uuid[], quote_references text[], sources text[],
  idempotency_keys text[], request_hashes text[],
  emails text[], first_names text[], last_names text[], phones text[], recipients text[], callback_urls text[], metadatas text[],
  gateways text[], account_ids uuid[],
  start_seconds integer, payment_minutes integer, grace_seconds integer,
  OUT request integer, OUT outcome text, OUT order_id uuid, OUT total_minor bigint, OUT pay_by timestamptz
) RETURNS SETOF record LANGUAGE sql AS $$
  SELECT o.request, o.outcome, o.order_id, o.total_minor, o.pay_by FROM open_orders_capped(
    new_ids, new_references, event_ids, tokens, quote_references, sources, idempotency_keys, request_hashes,
    emails, first_names, last_names, phones, recipients, callback_urls, metadatas, gateways, account_ids,
    start_seconds, payment_minutes, grace_seconds, NULL, NULL) AS o;
$$;
