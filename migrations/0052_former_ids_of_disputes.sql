-- A gateway may tell of one dispute by two ids: an inquiry, and the chargeback that it became. It is one row, by the newest; these are the others.
ALTER TABLE payment_disputes
  ADD COLUMN former_ids text[] NOT NULL DEFAULT '{}' CHECK (cardinality(former_ids) <= 100);
