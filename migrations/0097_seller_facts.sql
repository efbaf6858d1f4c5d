-- Who sells, as it stands on receipts: the name that the law knows the host by, its address, and the VAT that its prices include.
ALTER TABLE hosts
  -- Empty: the host's name.
  ADD COLUMN seller_name text NOT NULL DEFAULT '' CHECK (length(seller_name) <= 200),
  ADD COLUMN seller_address text NOT NULL DEFAULT '' CHECK (length(seller_address) <= 500),
  -- Null: receipts say nothing of VAT.
  ADD COLUMN vat_basis_points integer CHECK (vat_basis_points BETWEEN 1 AND 5000);

-- What was said of the seller, and since when: a receipt has what was in force when its order was confirmed, whatever the
-- host says later. Rows are added and never changed.
CREATE TABLE seller_facts (
  host_id uuid NOT NULL REFERENCES hosts,
  since timestamptz NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  tax_number text NOT NULL,
  vat_basis_points integer,
  PRIMARY KEY (host_id, since)
);
INSERT INTO seller_facts (host_id, since, name, address, tax_number, vat_basis_points)
SELECT id, '-infinity', name, '', tax_number, NULL FROM hosts;

CREATE TRIGGER seller_facts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seller_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- Also in functions/. Here already, so that no host is without.
CREATE FUNCTION keep_seller_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seller_facts (host_id, since, name, address, tax_number, vat_basis_points)
  VALUES (new.id, CASE TG_OP WHEN 'INSERT' THEN '-infinity' ELSE clock_timestamp() END,
          coalesce(nullif(new.seller_name, ''), new.name), new.seller_address, new.tax_number, new.vat_basis_points);
  RETURN NULL;
END $$;
CREATE TRIGGER hosts_seller_made AFTER INSERT ON hosts FOR EACH ROW EXECUTE FUNCTION keep_seller_facts();
CREATE TRIGGER hosts_seller_changed AFTER UPDATE OF name, seller_name, seller_address, tax_number, vat_basis_points ON hosts
  FOR EACH ROW
  WHEN ((old.name, old.seller_name, old.seller_address, old.tax_number, old.vat_basis_points)
        IS DISTINCT FROM (new.name, new.seller_name, new.seller_address, new.tax_number, new.vat_basis_points))
  EXECUTE FUNCTION keep_seller_facts();
