-- The difference for a better seat may be paid at the counter, as what the host sells itself. Validated by the next migration.
ALTER TABLE orders
  DROP CONSTRAINT orders_by_hand_check,
  ADD CONSTRAINT orders_by_hand_check CHECK (
    (coalesce(gateway, '') = 'by_hand') = (paid_by IS NOT NULL)
    AND CASE source WHEN 'host' THEN paid_by IS NOT NULL WHEN 'exchange' THEN true ELSE paid_by IS NULL END) NOT VALID;
