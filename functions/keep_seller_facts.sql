-- Keeps the host's facts as a seller with their time: receipts show the facts of their day.
CREATE OR REPLACE FUNCTION keep_seller_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seller_facts (host_id, since, name, address, tax_number, vat_basis_points)
  VALUES (new.id, CASE TG_OP WHEN 'INSERT' THEN '-infinity' ELSE clock_timestamp() END,
          coalesce(nullif(new.seller_name, ''), new.name), new.seller_address, new.tax_number, new.vat_basis_points);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER hosts_seller_made AFTER INSERT ON hosts FOR EACH ROW EXECUTE FUNCTION keep_seller_facts();
CREATE OR REPLACE TRIGGER hosts_seller_changed
  AFTER UPDATE OF name, seller_name, seller_address, tax_number, vat_basis_points ON hosts
  FOR EACH ROW
  WHEN ((old.name, old.seller_name, old.seller_address, old.tax_number, old.vat_basis_points)
        IS DISTINCT FROM (new.name, new.seller_name, new.seller_address, new.tax_number, new.vat_basis_points))
  EXECUTE FUNCTION keep_seller_facts();
