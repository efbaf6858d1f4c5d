-- A host may have several tax rates. Its usual one stays in hosts.vat_basis_points; the others are rows of their own. An order keeps what was
-- in it at each rate. Tables that a sale writes are locked last, and for a moment.
--
-- The tax in an amount that includes it; functions/tax_included.sql is what programs have.
CREATE FUNCTION pg_temp.tax_in(amount bigint, basis_points integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT div(2 * amount::numeric * basis_points + 10000 + basis_points, 2 * (10000 + basis_points))::bigint
$$;

-- The taxes of an order, as they were when it was made: a row for what each of its items costs after discounts, and one for the item's fees.
-- The rate is here in full, so that the host may change it. At each rate the order's tax is rounded once, and divided among the rows. An order
-- without taxes has no rows; in others, what has no rate is `none`. Written by the order engine, in batches: no foreign keys.
CREATE TABLE order_taxes (
  order_id uuid NOT NULL,
  -- Which item of the quote, from 1.
  item integer NOT NULL CHECK (item > 0),
  is_fee boolean NOT NULL,
  ticket_type_id uuid NOT NULL,
  -- Empty: the host's usual rate, which has no name.
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('standard', 'reduced', 'zero', 'exempt', 'none')),
  basis_points integer NOT NULL CHECK ((basis_points > 0) = (kind IN ('standard', 'reduced'))),
  -- With the tax, which it includes.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND amount_minor),
  PRIMARY KEY (order_id, item, is_fee)
);

-- What a refund has taken back at each rate of its order.
CREATE TABLE refund_taxes (
  refund_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  basis_points integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND amount_minor),
  PRIMARY KEY (refund_id, name, kind, basis_points)
);

-- Taxes over time, by the quarter of an hour, for reports: written where sales_times is, under the same locks. Sums are by event: a refund is
-- with one of its order's ticket types, whichever is locked.
CREATE TABLE tax_times (
  ticket_type_id uuid NOT NULL,
  at timestamptz NOT NULL CHECK (at = date_bin('15 minutes', at, '1970-01-01 00:00:00+00'::timestamptz)),
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  name text NOT NULL,
  kind text NOT NULL,
  basis_points integer NOT NULL,
  amount_minor bigint NOT NULL DEFAULT 0 CHECK (amount_minor >= 0),
  tax_minor bigint NOT NULL DEFAULT 0 CHECK (tax_minor >= 0),
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  refunded_tax_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_tax_minor >= 0),
  PRIMARY KEY (ticket_type_id, at, gateway, name, kind, basis_points)
) WITH (fillfactor = 70);

-- Earlier orders, at the one rate that their receipts show. Of those that nobody has paid, the ones that somebody still may. A job counts
-- their taxes over time, and stamps what older programs sell until the functions are there (src/reports/count-tax-times.ts).
INSERT INTO order_taxes (order_id, item, is_fee, ticket_type_id, name, kind, basis_points, amount_minor, tax_minor)
SELECT part.order_id, part.item, part.is_fee, part.sku, '', 'standard', part.rate, part.amount,
       pg_temp.tax_in(part.so_far, part.rate) - pg_temp.tax_in(part.so_far - part.amount, part.rate)
  FROM (SELECT o.id AS order_id, item.nr AS item, part.is_fee, item.sku, said.rate, part.amount,
               sum(part.amount) OVER (PARTITION BY o.id ORDER BY item.nr, part.is_fee)::bigint AS so_far
          FROM orders AS o
         CROSS JOIN LATERAL (
               SELECT s.vat_basis_points AS rate FROM seller_facts AS s
                WHERE s.host_id = o.host_id AND s.since <= coalesce(o.confirmed_at, 'infinity') ORDER BY s.since DESC LIMIT 1) AS said
         CROSS JOIN LATERAL ROWS FROM (
               json_to_recordset(o.quote -> 'items') AS (sku uuid, quantity bigint, price bigint, fee bigint, discount bigint))
               WITH ORDINALITY AS item (sku, quantity, price, fee, discount, nr)
         CROSS JOIN LATERAL (VALUES (false, item.quantity * item.price - item.discount), (true, item.quantity * item.fee))
               AS part (is_fee, amount)
         WHERE o.host_id IN (SELECT host_id FROM seller_facts WHERE vat_basis_points IS NOT NULL)
           AND said.rate IS NOT NULL AND o.total_minor > 0 AND part.amount > 0
           AND (o.confirmed_at IS NOT NULL OR o.created_at > now() - interval '30 days')) AS part;

INSERT INTO refund_taxes (refund_id, name, kind, basis_points, amount_minor, tax_minor)
SELECT id, '', 'standard', rate, before - after, pg_temp.tax_in(before, rate) - pg_temp.tax_in(after, rate)
  FROM (SELECT r.id, stamp.rate, greatest(stamp.total - r.so_far + r.amount_minor, 0) AS before, greatest(stamp.total - r.so_far, 0) AS after
          FROM (SELECT id, order_id, amount_minor, sum(amount_minor) OVER (PARTITION BY order_id ORDER BY created_at, id)::bigint AS so_far
                  FROM refunds WHERE reason = 'host') AS r
          JOIN (SELECT order_id, basis_points AS rate, sum(amount_minor)::bigint AS total FROM order_taxes GROUP BY 1, 2) AS stamp
               ON stamp.order_id = r.order_id) AS refund
 WHERE before > after;

-- The rates of a host beside its usual one. One that ticket types have is kept when the host removes it, and is offered no more.
CREATE TABLE tax_rates (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  kind text NOT NULL CHECK (kind IN ('standard', 'reduced', 'zero', 'exempt')),
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 5000),
  -- Fees have it, instead of the usual one.
  is_for_fees boolean NOT NULL DEFAULT false,
  position integer NOT NULL,
  archived_at timestamptz(3),
  CONSTRAINT tax_rates_kind CHECK ((basis_points > 0) = (kind IN ('standard', 'reduced'))),
  CONSTRAINT tax_rates_archived CHECK (archived_at IS NULL OR NOT is_for_fees)
);
CREATE INDEX tax_rates_of_host ON tax_rates (host_id);
CREATE UNIQUE INDEX tax_rates_fees ON tax_rates (host_id) WHERE is_for_fees;

ALTER TABLE ticket_types
  -- Null: the host's usual rate.
  ADD COLUMN tax_rate_id uuid REFERENCES tax_rates,
  -- False: its event's taxes over time are not counted yet; a job counts them.
  ADD COLUMN taxes_counted boolean NOT NULL DEFAULT true;
UPDATE ticket_types SET taxes_counted = false WHERE event_id IN (
  SELECT e.id FROM events AS e WHERE e.host_id IN (SELECT host_id FROM seller_facts WHERE vat_basis_points IS NOT NULL));
CREATE INDEX ticket_types_taxes_uncounted ON ticket_types (event_id) WHERE NOT taxes_counted;

DROP FUNCTION pg_temp.tax_in(bigint, integer);
