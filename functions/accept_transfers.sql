-- Decides which of these orders may wait for a bank transfer, and until when. Asked by open_orders, of carts that it has locked, before it
-- writes the orders. One host's are decided one call after the other, so the caps are exact: the next call counts what this one lets in.
--
-- Outcomes: opened; or transfer_not_offered, transfer_limit (of an e-mail or an address), transfer_share (of a ticket type or a pool).
-- Null: it was not to be decided.
CREATE OR REPLACE FUNCTION accept_transfers(
  event_ids uuid[], carts uuid[], emails text[], are_asked boolean[], at_time timestamptz, OUT outcomes text[], OUT pay_bys timestamptz[]
) LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  asked record;
  -- Orders that this call has let in so far.
  own_hosts uuid[] := '{}';
  own_emails text[] := '{}';
  own_addresses text[] := '{}';
  own_carts uuid[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(mine.lock) FROM (
    SELECT DISTINCT hashtextextended('transfers ' || e.host_id, 0) AS lock
      FROM unnest(event_ids, are_asked) AS q (event_id, is_asked) JOIN events AS e ON e.id = q.event_id
     WHERE q.is_asked ORDER BY 1) AS mine;
  outcomes := array_fill(NULL::text, ARRAY[cardinality(carts)]);
  pay_bys := array_fill(NULL::timestamptz, ARRAY[cardinality(carts)]);
  FOR asked IN
    SELECT q.nr, q.cart, lower(q.email) AS email, e.id AS event_id, e.host_id, s.most_per_email, s.most_per_address, s.most_share_percent,
           CASE WHEN NOT r.is_exempt THEN r.client_address END AS address,
           least(at_time + s.keep_days * interval '1 day', e.starts_at) AS pay_by,
           s.is_on AND s.currency = r.quote ->> 'currency' AND NOT e.id = ANY(s.events_off)
             AND at_time < e.starts_at - s.ends_before_days * interval '1 day'
             -- Money that may never come does not keep a ticket from its door for days, which its buyer has put on sale again.
             AND NOT EXISTS (SELECT FROM holds AS h CROSS JOIN LATERAL (
                               SELECT * FROM ticket_types WHERE id = h.ticket_type_id LIMIT 1) AS t
                              WHERE h.reservation_id = q.cart AND t.listed > 0 AND t.sold + t.held + t.listed > t.capacity) AS is_offered
      FROM unnest(event_ids, carts, emails, are_asked) WITH ORDINALITY AS q (event_id, cart, email, is_asked, nr)
      JOIN events AS e ON e.id = q.event_id
      JOIN reservations AS r ON r.id = q.cart
      LEFT JOIN bank_transfer_settings AS s ON s.host_id = e.host_id
     WHERE q.is_asked ORDER BY q.nr
  LOOP
    IF asked.is_offered IS NOT TRUE THEN
      outcomes[asked.nr] := 'transfer_not_offered';
    ELSIF EXISTS (
        SELECT 1 FROM (SELECT count(*) FILTER (WHERE one.email = asked.email AND NOT one.is_given_up) AS of_email,
                              count(*) FILTER (WHERE one.address = asked.address AND NOT one.is_given_up) AS of_address,
                              count(*) FILTER (WHERE one.email = asked.email) AS all_of_email,
                              count(*) FILTER (WHERE one.address = asked.address) AS all_of_address
                         FROM (SELECT lower(o.email) AS email, CASE WHEN NOT r.is_exempt THEN r.client_address END AS address, false AS is_given_up
                                 -- Of the cart, which keeps it for as long as its tickets: an order forgets its address after two days.
                                 FROM orders AS o LEFT JOIN reservations AS r ON r.id = o.reservation_id
                                WHERE uuid_send(o.host_id) = uuid_send(asked.host_id) AND o.status = 'pending_payment' AND o.gateway = 'bank_transfer'
                               UNION ALL
                               -- Each has sent a mail to whatever address was typed. Those given up within a day count too, against twice the caps.
                               SELECT lower(o.email), o.client_address, true FROM orders AS o
                                WHERE uuid_send(o.host_id) = uuid_send(asked.host_id) AND o.status = 'cancelled'
                                  AND o.created_at > at_time - interval '1 day' AND o.gateway = 'bank_transfer'
                               UNION ALL
                               SELECT own.email, own.address, false FROM unnest(own_hosts, own_emails, own_addresses) AS own (host_id, email, address)
                                WHERE own.host_id = asked.host_id) AS one) AS waiting
         WHERE waiting.of_email >= asked.most_per_email OR waiting.of_address >= asked.most_per_address
            OR waiting.all_of_email >= 2 * asked.most_per_email OR waiting.all_of_address >= 2 * asked.most_per_address) THEN
      outcomes[asked.nr] := 'transfer_limit';
    ELSIF EXISTS (
        -- Of each ticket type, and of the pools that some of them share. One ticket may always wait.
        SELECT 1
          -- One by one: a plan of when the tables were empty may not begin with all ticket types.
          FROM holds AS mine
          CROSS JOIN LATERAL (SELECT id, capacity, pool_id FROM ticket_types WHERE id = mine.ticket_type_id OFFSET 0) AS t
          LEFT JOIN pools AS p ON p.id = t.pool_id
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(h.quantity) FILTER (WHERE h.ticket_type_id = t.id), 0) AS of_type, sum(h.quantity) AS of_all
              FROM holds AS h CROSS JOIN LATERAL (SELECT id, pool_id FROM ticket_types WHERE id = h.ticket_type_id OFFSET 0) AS other
             WHERE h.reservation_id = ANY(asked.cart || own_carts || ARRAY(
                     SELECT o.reservation_id FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
                      WHERE uuid_send(o.host_id) = uuid_send(asked.host_id) AND o.event_id = asked.event_id AND o.status = 'pending_payment' AND o.gateway = 'bank_transfer'))
               AND (other.id = t.id OR other.pool_id = t.pool_id)) AS waiting
         WHERE mine.reservation_id = asked.cart
           AND (waiting.of_type > greatest(1, t.capacity * asked.most_share_percent::bigint / 100)
                OR p.id IS NOT NULL AND waiting.of_all > greatest(1, p.capacity * asked.most_share_percent::bigint / 100))) THEN
      outcomes[asked.nr] := 'transfer_share';
    ELSE
      outcomes[asked.nr] := 'opened';
      pay_bys[asked.nr] := asked.pay_by;
      own_hosts := own_hosts || asked.host_id;
      own_emails := own_emails || asked.email;
      own_addresses := array_append(own_addresses, asked.address);
      own_carts := own_carts || asked.cart;
    END IF;
  END LOOP;
END $$;
