-- Several accounts of a host take one currency, in the host's order. An account whose gateway is down goes to the end of that order by
-- itself: `silences` in a row, then since when it is down, then good `answers` in a row.
ALTER TABLE payment_accounts
  ADD COLUMN position integer NOT NULL DEFAULT 1 CHECK (position >= 1),
  ADD COLUMN silences integer NOT NULL DEFAULT 0,
  ADD COLUMN down_since timestamp(3) with time zone,
  ADD COLUMN answers integer NOT NULL DEFAULT 0,
  ADD COLUMN down_told_at timestamp(3) with time zone;
DROP INDEX payment_accounts_in_use;
CREATE INDEX payment_accounts_in_use ON payment_accounts (host_id, currency, position) WHERE disabled_at IS NULL;
CREATE INDEX payment_accounts_down ON payment_accounts (down_since) WHERE down_since IS NOT NULL;

-- The gateways' pages of an order whose buyer chooses how to pay. An order with one way to pay has none: its page is in its own row. No
-- foreign keys, so that making the table waits for nobody.
CREATE TABLE payment_pages (
  order_id uuid NOT NULL,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 10),
  gateway text NOT NULL CHECK (gateway IN ('sandbox', 'paystack', 'flutterwave', 'stripe')),
  -- Null: the sandbox.
  payment_account_id uuid,
  -- Ours, by which the gateway knows the page: the order's, and for all but the first page its number behind it.
  reference text NOT NULL CHECK (length(reference) <= 100),
  -- Null until the gateway has given the page.
  session_id text,
  checkout_url text,
  created_at timestamp(3) with time zone NOT NULL,
  linked_at timestamp(3) with time zone,
  -- The gateway refused: there is no such page.
  refused_at timestamp(3) with time zone,
  -- The buyer has chosen another way since, or the gateway says that nothing will come of it.
  left_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  -- The gateway's ids of the money that it has taken on this page.
  taken text[] NOT NULL DEFAULT '{}' CHECK (cardinality(taken) <= 100),
  PRIMARY KEY (order_id, number),
  CONSTRAINT payment_pages_reference_key UNIQUE (reference),
  CONSTRAINT payment_pages_account CHECK ((payment_account_id IS NULL) = (gateway = 'sandbox')),
  CONSTRAINT payment_pages_linked CHECK ((checkout_url IS NULL) = (linked_at IS NULL))
);
