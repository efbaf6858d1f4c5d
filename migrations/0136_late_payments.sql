-- Why a late payment goes back: the buyer is told.
ALTER TABLE payments ADD COLUMN late_because text
  CHECK (late_because IN ('gone', 'code_used', 'price_changed', 'bought_already', 'admission_used'));

-- When the gateway last said that money is under way, such as a bank transfer; null: it did not, or the money is here.
ALTER TABLE orders ADD COLUMN payment_under_way_at timestamptz;

-- When the fees of a host, or what a promo code gives, last changed. An order that was given up keeps neither.
ALTER TABLE hosts ADD COLUMN fees_changed_at timestamptz;
ALTER TABLE promo_codes ADD COLUMN terms_changed_at timestamptz;

-- A late order of a code without a limit was not counted before. It counts if the code gets a limit.
UPDATE orders AS o SET promo_is_counted = true FROM promo_codes AS p
 WHERE p.id = o.promo_code_id AND p.maximum_uses IS NULL AND o.confirmed_at IS NOT NULL AND NOT o.promo_is_counted;

-- What a ticket type cost, and when it was on sale, until it was changed: which price was in force at any time.
CREATE TABLE former_prices (
  ticket_type_id uuid NOT NULL REFERENCES ticket_types (id) ON DELETE CASCADE,
  until timestamptz NOT NULL,
  price_minor bigint NOT NULL,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  PRIMARY KEY (ticket_type_id, until)
);
