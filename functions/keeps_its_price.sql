-- Whether an order that is paid now is bought at the price that it was quoted. One that waits for its payment is; so is one whose time to
-- pay ran out, for eight hours: so long a gateway's bank account may take a transfer. Whatever else is paid for was given up (another
-- cart, a release, the host's word), or nobody was given a link to it. It promises nothing, and is bought only while everybody could buy
-- the same at this price: else orders that cost nothing to open would keep every early price. The caller has locked the ticket types and
-- the promo code.
CREATE OR REPLACE FUNCTION keeps_its_price(bought orders, at_time timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  -- The quote is older than the order: by two hours at most, since no cart is held for longer (end_failed_orders).
  quoted_after constant timestamptz := bought.created_at - interval '2 hours';
BEGIN
  IF bought.status IN ('processing', 'pending_payment')
     OR (bought.status = 'expired' AND at_time < bought.pay_by + interval '8 hours') THEN
    RETURN true;
  END IF;
  -- The payment for a change of seat is the difference between two prices.
  IF bought.source = 'exchange' THEN
    RETURN false;
  END IF;
  RETURN (SELECT h.suspended_at IS NULL AND coalesce(h.fees_changed_at < quoted_after, true) FROM hosts AS h WHERE h.id = bought.host_id)
     AND (SELECT e.status = 'LIVE' AND NOT e.is_coming_soon AND e.closes_at > at_time FROM events AS e WHERE e.id = bought.event_id)
     AND NOT EXISTS (
           SELECT 1 FROM json_to_recordset(bought.quote -> 'items') AS item (sku uuid, price bigint)
             LEFT JOIN LATERAL (SELECT * FROM ticket_types WHERE id = item.sku LIMIT 1) AS t ON true
            WHERE t.price_minor IS DISTINCT FROM item.price OR t.sale_starts_at > at_time OR t.sale_ends_at <= at_time)
     AND (bought.promo_code_id IS NULL
          OR (SELECT coalesce(p.starts_at <= at_time, true) AND coalesce(p.ends_at > at_time, true)
                     AND coalesce(p.terms_changed_at < quoted_after, true)
                FROM promo_codes AS p WHERE p.id = bought.promo_code_id));
END $$;
