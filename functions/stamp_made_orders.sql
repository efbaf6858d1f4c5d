-- Stamps orders with their taxes as they are made, whoever makes them. A trigger, so that a hold reads no rate, and nobody who makes orders
-- can forget it. Of hosts without taxes it asks for nothing more than whether they have any: a host that has removed all of them charges none,
-- whatever its ticket types had.
CREATE OR REPLACE FUNCTION stamp_made_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taxed uuid[];
BEGIN
  SELECT array_agg(h.id) INTO taxed FROM hosts AS h
   WHERE h.id = ANY(ARRAY(SELECT DISTINCT host_id FROM made WHERE total_minor > 0))
     AND (h.vat_basis_points IS NOT NULL OR EXISTS (SELECT 1 FROM tax_rates AS r WHERE r.host_id = h.id AND r.archived_at IS NULL));
  IF taxed IS NOT NULL THEN
    PERFORM stamp_taxes(ARRAY(SELECT id FROM made WHERE host_id = ANY(taxed) AND total_minor > 0));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_stamped AFTER INSERT ON orders REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_made_orders();
