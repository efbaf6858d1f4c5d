-- What a host says of itself to its buyers, and what the operator says of the host.
ALTER TABLE hosts
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Where buyers ask. Null: they are given no address.
  ADD COLUMN contact_email text CHECK (length(contact_email) BETWEEN 3 AND 254),
  ADD COLUMN terms text NOT NULL DEFAULT '' CHECK (length(terms) <= 20000),
  ADD COLUMN refund_policy text NOT NULL DEFAULT '' CHECK (length(refund_policy) <= 5000),
  ADD COLUMN tax_number text NOT NULL DEFAULT '' CHECK (length(tax_number) <= 60),
  -- When the first owner's e-mail was confirmed: nothing is public before.
  ADD COLUMN confirmed_at timestamptz(3),
  -- Stopped by the operator: nothing is shown or sold, and nobody works in its dashboard.
  ADD COLUMN suspended_at timestamptz(3);
UPDATE hosts SET confirmed_at = created_at;
